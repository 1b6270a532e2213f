from __future__ import annotations

import socket
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from web.faults import HostFault
from web.server import FIRST_PORT, SiteServer, open_server, read_snapshot, serving

FILES = {
    "index.html": "Übersicht",
    "metriken/index.html": "Metriken",
    "metriken/exercises.0123.json": "{}",
    "assets/page.0123.css": "body{}",
    "assets/page.0123.js": "1",
    "metriken/bild.svg": "<svg/>",
    "python/pyodide.0123.wasm": "\0asm",
    "python/stdlib.0123.bin": "PK",
}


def write_site(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SiteServer]:
    (tmp_path / "secret.txt").write_text("secret")
    site = write_site(tmp_path / "site", FILES)
    with serving(SiteServer("127.0.0.1", 0, read_snapshot(site))) as (running, _):
        yield running


def ask(
    server: SiteServer, path: str, method: str = "GET", headers: dict[str, str] | None = None
) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request(method, path, headers=headers or {})
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/metriken/", "text/html; charset=utf-8"),
        ("/metriken/exercises.0123.json", "application/json"),
        ("/assets/page.0123.css", "text/css; charset=utf-8"),
        ("/assets/page.0123.js?x=1#y", "text/javascript; charset=utf-8"),
        ("/metriken/bild.svg", "image/svg+xml"),
        ("/python/pyodide.0123.wasm", "application/wasm"),
        ("/python/stdlib.0123.bin", "application/octet-stream"),
    ],
)
def test_files_are_served_with_their_type(server: SiteServer, path: str, kind: str) -> None:
    response, body = ask(server, path)
    assert response.status == 200
    assert response.headers["Content-Type"] == kind
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["Content-Length"] == str(len(body))
    assert body


def test_head_says_the_same_without_a_body(server: SiteServer) -> None:
    get, body = ask(server, "/")
    head, nothing = ask(server, "/", "HEAD")
    assert nothing == b""
    assert {**head.headers, "Date": ""} == {**get.headers, "Date": ""}
    assert head.headers["Content-Length"] == str(len(body))
    assert ask(server, "/nichts", "HEAD")[0].status == 404


def test_what_has_not_changed_is_not_sent_again(server: SiteServer) -> None:
    tag = ask(server, "/python/pyodide.0123.wasm")[0].headers["ETag"]
    response, body = ask(server, "/python/pyodide.0123.wasm", headers={"If-None-Match": tag})
    assert (response.status, body) == (304, b"")
    assert ask(server, "/", headers={"If-None-Match": tag})[0].status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nichts",
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "//etc/passwd",
        "/metriken/..",
        "/%00",
    ],
)
def test_what_is_not_in_the_site_is_not_found(server: SiteServer, path: str) -> None:
    response, body = ask(server, path)
    assert response.status == 404
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Nicht gefunden" in body.decode()
    assert b"secret" not in body


def test_a_folder_without_its_slash_is_sent_on(server: SiteServer) -> None:
    response, _ = ask(server, "/metriken")
    assert (response.status, response.headers["Location"]) == (301, "/metriken/")


def test_nobody_is_sent_on_to_another_host(server: SiteServer) -> None:
    assert ask(server, "//example.org/metriken")[0].status == 404
    assert ask(server, "//metriken")[0].headers["Location"] == "/metriken/"
    assert ask(server, "/%2Fmetriken")[0].status == 404


def test_other_methods_are_refused(server: SiteServer) -> None:
    assert ask(server, "/", "POST")[0].status == 501


def test_another_snapshot_is_shown_at_once_and_the_last_ones_files_are_still_found(
    server: SiteServer, tmp_path: Path
) -> None:
    new = write_site(tmp_path / "new", {"index.html": "neu", "assets/page.4567.js": "2"})
    server.show(read_snapshot(new))
    assert ask(server, "/")[1] == b"neu"
    assert ask(server, "/assets/page.4567.js")[1] == b"2"
    # A page that was opened just before the rebuild asks for these.
    assert ask(server, "/assets/page.0123.js")[1] == b"1"
    server.show(read_snapshot(new))
    assert ask(server, "/assets/page.0123.js")[0].status == 404


def test_several_visitors_are_answered_side_by_side(server: SiteServer) -> None:
    # One who has connected and says nothing does not hold up the next.
    with socket.create_connection(("127.0.0.1", server.port)):
        assert ask(server, "/")[0].status == 200


# --- ports ------------------------------------------------------------------------------------


def test_a_port_that_is_asked_for_and_taken_is_a_fault() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(HostFault, match=rf"Port {port} is taken.*--port"):
            open_server({}, port=port)


def test_without_a_port_the_next_free_one_is_taken() -> None:
    first = open_server({})
    try:
        second = open_server({})
        try:
            assert FIRST_PORT <= first.port < second.port
        finally:
            second.server_close()
    finally:
        first.server_close()


@pytest.mark.parametrize("port", [-1, 70000])
def test_a_number_that_is_no_port_is_told(port: int) -> None:
    with pytest.raises(HostFault, match="is not a port"):
        open_server({}, port=port)


def test_an_address_that_is_not_ours_is_told() -> None:
    with pytest.raises(HostFault, match=r"can't use 192\.0\.2\.1"):
        open_server({}, host="192.0.2.1", port=0)


def test_the_address_is_one_to_click_on() -> None:
    with serving(SiteServer("127.0.0.1", 0, {})) as (server, address):
        assert address == f"http://localhost:{server.port}/"
