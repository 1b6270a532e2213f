"""The browser for the tests: one that is there and really starts, or else one that is installed."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from web.faults import HostFault
from web.process import Ran, Run, run_process
from web.steps import Steps

__all__ = ["VARIABLE", "Host", "find_browser"]

VARIABLE = "PRUEFSTAND_BROWSER"
"""The environment variable that names the browser, for us and then for the tests."""

_VARIABLES = (VARIABLE, "CHROME_BIN", "CHROMIUM_BIN")
_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_WINDOWS = ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")

_ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


@dataclass(frozen=True, slots=True)
class Host:
    """The machine, as far as finding a browser goes."""

    env: Mapping[str, str]
    platform: str
    is_root: bool
    which: Callable[[str], str | None]

    @classmethod
    def this(cls) -> Host:
        """The machine that this runs on."""
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        return cls(os.environ, sys.platform, is_root, shutil.which)


def find_browser(steps: Steps, run: Run = run_process, host: Host | None = None) -> Path:
    """A browser that starts; raises HostFault when none is to be had.

    Looked for in this order: one named in the environment, an installed Chromium or Chrome, Playwright's own
    (downloaded if it may be), and on Debian as root the package chromium.
    """
    host = host or Host.this()
    named = _named(host, run)
    if named is not None:
        return named
    failed: list[str] = []
    for candidate in (*_installed(host), *_playwrights(run)):
        reason = _trial(candidate, run)
        if reason is None:
            return candidate
        failed.append(f"{candidate} does not start: {reason}")
    with steps.step("Downloading Playwright's Chromium"):
        download = run([sys.executable, "-m", "playwright", "install", "chromium"], seconds=900)
    found = _first_good(_playwrights(run), run) if download.ok else None
    if found is not None:
        return found
    failed.append(f"Playwright's own download did not bring one: {_gist(download)}")
    if host.is_root and host.which("apt-get"):
        with steps.step("Installing Debian's package chromium"):
            said = _apt(run, host)
        found = _first_good(_installed(host), run)
        if found is not None:
            return found
        failed.append(f"apt-get install chromium did not bring one: {said}")
    reasons = "\n".join(f"  - {reason}" for reason in failed)
    raise HostFault(
        f"No browser for the tests was found:\n{reasons}\n"
        "Install Chromium or Chrome (Debian and Ubuntu: apt-get install chromium), or name one: "
        f"{VARIABLE}=/path/to/chrome. Without one: build.py test --no-browser leaves its tests out."
    )


def _named(host: Host, run: Run) -> Path | None:
    for variable in _VARIABLES:
        value = host.env.get(variable)
        if not value:
            continue
        path = host.which(value)
        reason = "there is no such program" if path is None else _trial(Path(path), run)
        if path is not None and reason is None:
            return Path(path)
        raise HostFault(
            f"{variable} names {value}, which does not start as a browser: {reason}. "
            "Name another one, or unset the variable to have one looked for."
        )
    return None


def _installed(host: Host) -> Iterator[Path]:
    for command in _COMMANDS:
        path = host.which(command)
        if path:
            yield Path(path)
    places: Sequence[str] = ()
    if host.platform == "darwin":
        places = _MAC
    elif host.platform == "win32":
        tail = r"\Google\Chrome\Application\chrome.exe"
        places = [f"{host.env[variable]}{tail}" for variable in _WINDOWS if variable in host.env]
    for place in places:
        if host.which(place):
            yield Path(place)


def _playwrights(run: Run) -> Iterator[Path]:
    said = run([sys.executable, "-c", _ASK_PLAYWRIGHT], seconds=60)
    path = said.output.strip().rpartition("\n")[2]
    if said.ok and path and Path(path).is_file():
        yield Path(path)


def _first_good(candidates: Iterator[Path], run: Run) -> Path | None:
    return next((path for path in candidates if _trial(path, run) is None), None)


def _trial(path: Path, run: Run) -> str | None:
    """Start it for real and look at an empty page; gives why it failed."""
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
    return _gist(said)


def _gist(said: Ran) -> str:
    """The one line that tells most of what a program said."""
    lines = [line.strip() for line in said.output.splitlines() if line.strip()]
    for line in lines:
        if line.startswith(("Error: ", "E: ")):
            return line
    return lines[-1] if lines else f"it ended with code {said.code} and said nothing"


def _apt(run: Run, host: Host) -> str:
    """Install Debian's Chromium and a plain font; gives what apt-get said."""
    env = {**host.env, "DEBIAN_FRONTEND": "noninteractive"}
    said = run(["apt-get", "update"], env=env, seconds=600)
    if said.ok:
        packages = ("chromium", "fonts-dejavu-core")
        said = run(["apt-get", "install", "-y", "--no-install-recommends", *packages], env=env, seconds=1800)
    return _gist(said)
