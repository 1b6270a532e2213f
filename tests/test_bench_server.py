from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from web.bench_line import Line, Rate
from web.bench_server import Answer, BenchServer, Exhibit, compressed_size, read_exhibits, serve_exhibits
from web.faults import HostFault

LONG = b"abc" * 100_000


def write(folder: Path, **files: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    return folder


@pytest.fixture
def exhibits(tmp_path: Path) -> dict[str, Exhibit]:
    write(tmp_path / "site", index_html=b"ours")
    write(tmp_path / "site" / "python", snapshot_bin=LONG)
    write(tmp_path / "bare", index_html=b"bare")
    write(tmp_path / "pyodide", pyodide_mjs=b"export {}", pyodide_asm_wasm=b"\0asm")
    return read_exhibits(tmp_path / "site", tmp_path / "bare", tmp_path / "pyodide")


class Slept:
    """A line that only counts how long it would have waited."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def line(self) -> Line:
        return Line(None, time.monotonic, self.pauses.append)


@pytest.fixture
def slept() -> Slept:
    return Slept()


@pytest.fixture
def server(exhibits: dict[str, Exhibit], slept: Slept) -> Iterator[BenchServer]:
    with serve_exhibits(exhibits, slept.line()) as running:
        yield running


def ask(server: BenchServer, path: str, tag: str | None = None) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    try:
        connection.request("GET", path, headers={} if tag is None else {"If-None-Match": tag})
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def answers(server: BenchServer, count: int) -> tuple[Answer, ...]:
    """An answer is written down once it has been sent: a moment after it came."""
    deadline = time.monotonic() + 60
    while len(server.answers()) < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return server.answers()


def test_both_pages_lie_beside_each_other_and_the_published_files_beside_the_bare_one(
    exhibits: dict[str, Exhibit],
) -> None:
    assert sorted(exhibits) == [
        "bare/index.html",
        "bare/pyodide/pyodide.asm.wasm",
        "bare/pyodide/pyodide.mjs",
        "blank.html",
        "site/index.html",
        "site/python/snapshot.bin",
    ]
    # Without its type, a bare page could not compile while it loads: it is to be as fast as it can be.
    assert exhibits["bare/pyodide/pyodide.asm.wasm"].type == "application/wasm"
    assert exhibits["site/python/snapshot.bin"].type == "application/octet-stream"


def test_without_pyodide_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match="holds no Pyodide"):
        read_exhibits(write(tmp_path / "site"), write(tmp_path / "bare"), tmp_path / "none")


def test_files_are_sent_as_they_are_and_may_be_kept(server: BenchServer) -> None:
    for path, content in (("/site/python/snapshot.bin", LONG), ("/bare/index.html", b"bare")):
        response, body = ask(server, path)
        assert (response.status, body) == (200, content)
        assert response.headers["Content-Encoding"] is None
        assert response.headers["Cache-Control"] == "max-age=600"
        assert response.headers["Content-Length"] == str(len(content))


def test_what_is_known_already_is_not_sent_again(server: BenchServer) -> None:
    tag = ask(server, "/site/index.html")[0].headers["ETag"]
    response, body = ask(server, "/site/index.html", tag)
    assert (response.status, body) == (304, b"")
    assert ask(server, "/bare/index.html", tag)[0].status == 200
    # In no order: each is written down by a thread of its own.
    assert sorted((answer.status, answer.sent) for answer in answers(server, 3)) == [
        (200, 4),
        (200, 4),
        (304, 0),
    ]


def test_all_answers_are_counted_until_they_are_forgotten(server: BenchServer) -> None:
    ask(server, "/site/python/snapshot.bin?once#more")
    assert ask(server, "/site/none.js")[0].status == 404
    # Each connection writes down its own, so not always in the order in which they were asked.
    assert sorted(answers(server, 2), key=lambda answer: answer.status) == [
        Answer("site/python/snapshot.bin", 200, 300_000),
        Answer("site/none.js", 404, 0),
    ]
    server.forget()
    assert server.answers() == ()


def test_nothing_but_what_is_shown_is_served(server: BenchServer) -> None:
    for path in ("/site/../secret", "/site/%2e%2e/bare/index.html", "/etc/passwd", "/"):
        assert ask(server, path)[0].status == 404


def test_a_slow_line_makes_connection_question_and_content_wait(server: BenchServer, slept: Slept) -> None:
    ask(server, "/bare/index.html")
    assert slept.pauses == []
    server.line.set_rate(Rate(bytes_per_second=1e9, round_trip=0.25))
    ask(server, "/bare/index.html")
    connection, question, content = slept.pauses
    assert (connection, question) == (0.25, 0.25)
    assert content == pytest.approx(4e-9, abs=1e-9)


def test_an_open_question_is_no_quiet(server: BenchServer) -> None:
    assert server.quiet_for() >= 0
    server.begin()
    time.sleep(0.02)
    assert server.quiet_for() == 0
    server.end(Answer("x", 200, 1))
    time.sleep(0.02)
    assert server.quiet_for() >= 0.02


def test_who_goes_away_in_the_middle_disturbs_nobody(
    server: BenchServer, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=60) as gone:
        gone.sendall(b"GET /site/python/snapshot.bin HTTP/1.1\r\nHost: x\r\n\r\n")
        # A reset: what was not read yet is thrown away.
        gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert ask(server, "/bare/index.html")[1] == b"bare"
    answers(server, 2)
    assert capsys.readouterr().err == ""


# --- bytes --------------------------------------------------------------------------------------


def test_bytes_are_counted_as_gzip_would_make_them_and_never_more(exhibits: dict[str, Exhibit]) -> None:
    packed = len(gzip.compress(LONG, 6))
    assert packed < 2000
    sent = [
        Answer("site/python/snapshot.bin", 200, 300_000),
        # Gzip would make it longer: 4 bytes stay 4.
        Answer("site/index.html", 200, 4),
        Answer("bare/index.html", 304, 0),
        Answer("site/none.js", 404, 0),
    ]
    assert compressed_size(exhibits, sent) == packed + 4


def test_what_is_fetched_twice_counts_twice(exhibits: dict[str, Exhibit]) -> None:
    once = Answer("site/index.html", 200, 4)
    assert compressed_size(exhibits, [once, once]) == 8
