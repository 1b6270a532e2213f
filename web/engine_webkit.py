"""WebKitGTK's MiniBrowser, by its WebDriver, on a display that nobody sees."""

from __future__ import annotations

import json
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from web.engine import Browser, BrowserGone, Json, PageFault, Tab
from web.engine_page import Actions, DrivenTab, calling
from web.family import Family
from web.faults import HostFault
from web.webdriver import WebDriver

__all__ = ["launch_webkit"]

START_LIMIT = 60.0

_ANSWER = """
const done = arguments[1];
(%s)(arguments[0]).then((value) => done({ value }), (error) => done({ error: String(error) }));
"""


class _Tab(DrivenTab):
    def __init__(self, driver: WebDriver, handle: str) -> None:
        self._driver = driver
        self._handle = handle

    def open(self, url: str) -> None:
        self._post("/url", url=url)

    def evaluate(self, function: str, *arguments: Json) -> Json:
        script = _ANSWER % calling(function)
        said = self._post("/execute/async", script=script, args=[json.dumps(arguments)])
        if "error" in said:
            raise PageFault(said["error"])
        answer: Json = json.loads(said["value"])
        return answer

    def close(self) -> None:
        self._choose()
        self._driver.delete("/window")

    def act(self, actions: Actions) -> None:
        self._post("/actions", actions=actions)

    def _post(self, path: str, **body: Json) -> dict[str, str]:
        self._choose()
        answer: dict[str, str] = self._driver.post(path, body)
        return answer

    def _choose(self) -> None:
        self._driver.post("/window", {"handle": self._handle})


class _Browser:
    def __init__(self, driver: WebDriver, version: str, family: Family, service: int) -> None:
        self._driver = driver
        # The window that it starts with stays open: without one it would end.
        self._first: str = driver.get("/window")
        self._family = family
        self._service = service
        self.version = version

    def tab(self) -> Tab:
        # The one chosen last may be closed by now.
        self._driver.post("/window", {"handle": self._first})
        # A tab behind another one of the same window never gets its mouse and keys.
        made = self._driver.post("/window/new", {"type": "window"})
        return _Tab(self._driver, made["handle"])

    def processes(self) -> list[int]:
        return [pid for pid in self._family.members() if pid != self._service]


@contextmanager
def launch_webkit(program: Path, *, prefix: Sequence[str], patience: float) -> Iterator[Browser]:
    """See `web.engine.launch`; `program` is the WebDriver, which knows where its MiniBrowser is."""
    family = Family()
    with (
        tempfile.TemporaryDirectory(prefix="pruefstand-", ignore_cleanup_errors=True) as scratch,
        _display(Path(scratch)) as display,
    ):
        log = Path(scratch) / "log"
        port = _free_port()
        environment = {
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            # Its own sandbox needs namespaces, which root or a container may not have.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            # Without this, a machine that has no GPU emulates one on all its cores for seconds after anything
            # is painted, in whatever page: beside that nothing else can be measured.
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
            # Whatever it keeps goes away with this folder.
            **{f"XDG_{kind}_HOME": f"{scratch}/{kind.lower()}" for kind in ("DATA", "CACHE", "CONFIG")},
        }
        try:
            child = family.start([*prefix, program, f"--port={port}"], log, environment)
        except OSError as error:
            raise HostFault(f"{program} does not start: {error.strerror}") from None
        try:
            driver = WebDriver(port, patience)
            if not family.wait(child, driver.ready, START_LIMIT):
                raise HostFault(
                    f"{program} does not start: {log.read_text('utf-8', 'replace').strip() or 'no answer'}"
                )
            try:
                # Not "eager": a script that is sent to a document which is still being read is lost for good.
                given = driver.begin({"pageLoadStrategy": "normal"})
            except (BrowserGone, PageFault, TimeoutError) as fault:
                raise HostFault(f"{program} does not start its MiniBrowser: {fault}") from None
            limit = int(patience * 1000)
            driver.post("/timeouts", {"script": limit, "pageLoad": limit})
            yield _Browser(driver, given["browserVersion"], family, child.pid)
            with suppress(BrowserGone, PageFault, TimeoutError):
                driver.delete("")
        finally:
            family.end(child)


@contextmanager
def _display(folder: Path) -> Iterator[str]:
    """An X server without a screen; gives its name, as in DISPLAY."""
    program = shutil.which("Xvfb")
    if program is None:
        raise HostFault("WebKitGTK needs a display for its tests: apt-get install xvfb")
    family = Family()
    log = folder / "display"
    reading, writing = os.pipe()
    try:
        command = [program, "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
        child = family.start(command, log, keep=[writing])
    finally:
        os.close(writing)
    try:
        with os.fdopen(reading) as said:
            # Ends without a number when Xvfb does.
            number = said.readline().strip()
        if not number:
            raise HostFault(
                f"Xvfb does not start: {(folder / 'display').read_text('utf-8', 'replace').strip()}"
            )
        yield f":{number}"
    finally:
        family.end(child)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
