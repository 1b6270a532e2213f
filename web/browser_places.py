"""Where a browser for the tests may be, and whether it really starts."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from web.engine import BrowserGone, EngineName, PageFault, launch
from web.faults import HostFault
from web.process import Ran, Run

__all__ = ["Host", "Trial", "gist", "installed", "playwrights", "start_for_real"]

_COMMANDS: Mapping[EngineName, Sequence[str]] = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": ("WebKitWebDriver",),
}
_MAC: Mapping[EngineName, Sequence[str]] = {
    "chromium": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ),
    "firefox": ("/Applications/Firefox.app/Contents/MacOS/firefox",),
    "webkit": (),
}
_WINDOWS: Mapping[EngineName, Sequence[str]] = {
    "chromium": (r"\Google\Chrome\Application\chrome.exe",),
    "firefox": (r"\Mozilla Firefox\firefox.exe",),
    "webkit": (),
}
_WINDOWS_FOLDERS = ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")

_ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


@dataclass(frozen=True, slots=True)
class Host:
    """The machine, as far as finding browsers goes."""

    env: Mapping[str, str]
    platform: str
    is_root: bool
    which: Callable[[str], str | None]

    @classmethod
    def this(cls) -> Host:
        """The machine that this runs on."""
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        return cls(os.environ, sys.platform, is_root, shutil.which)

    @property
    def can_install(self) -> bool:
        """Whether packages can be had without asking anyone: on Debian and Ubuntu, as root."""
        return self.platform == "linux" and self.is_root and self.which("apt-get") is not None


Trial = Callable[[EngineName, Path, Run], str | None]
"""Starts a program as that browser; gives why it failed."""


def installed(name: EngineName, host: Host) -> Iterator[Path]:
    """The programs that are there, in the order in which they are to be tried."""
    for command in _COMMANDS[name]:
        path = host.which(command)
        if path:
            yield Path(path)
    places: Sequence[str] = ()
    if host.platform == "darwin":
        places = _MAC[name]
    elif host.platform == "win32":
        folders = [host.env[variable] for variable in _WINDOWS_FOLDERS if variable in host.env]
        places = [f"{folder}{tail}" for folder in folders for tail in _WINDOWS[name]]
    for place in places:
        if host.which(place):
            yield Path(place)


def playwrights(run: Run) -> Iterator[Path]:
    """Playwright's own Chromium, if it was downloaded before."""
    said = run([sys.executable, "-c", _ASK_PLAYWRIGHT], seconds=60)
    path = said.output.strip().rpartition("\n")[2]
    if said.ok and path and Path(path).is_file():
        yield Path(path)


def start_for_real(name: EngineName, path: Path, run: Run) -> str | None:
    """Start it and look at an empty page; gives why it failed."""
    if name == "chromium":
        return _start_chromium(path, run)
    try:
        with launch(name, program=path, patience=60) as browser:
            browser.tab().evaluate("() => document.URL")
    except (HostFault, BrowserGone, PageFault, TimeoutError) as fault:
        return str(fault)
    return None


def _start_chromium(path: Path, run: Run) -> str | None:
    with tempfile.TemporaryDirectory(prefix="pruefstand-", ignore_cleanup_errors=True) as profile:
        said = run(
            [
                *(path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
                *(f"--user-data-dir={profile}", "--dump-dom", "about:blank"),
            ],
            seconds=60,
        )
    if said.ok and "<html" in said.output:
        return None
    return gist(said)


def gist(said: Ran) -> str:
    """The one line that tells most of what a program said."""
    lines = [line.strip() for line in said.output.splitlines() if line.strip()]
    for line in lines:
        if line.startswith(("Error: ", "E: ")):
            return line
    return lines[-1] if lines else f"it ended with code {said.code} and said nothing"
