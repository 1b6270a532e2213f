"""The browsers for the tests: those that are there and really start, or else those that are installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from web.browser_places import Host, Trial, gist, installed, playwrights, start_for_real
from web.engine import ENGINES, EngineName
from web.faults import HostFault
from web.process import Run, run_process
from web.steps import Steps

__all__ = ["TITLES", "VARIABLES", "Found", "find_browsers"]

VARIABLES: Mapping[EngineName, str] = {
    "chromium": "PRUEFSTAND_BROWSER",
    "firefox": "PRUEFSTAND_FIREFOX",
    "webkit": "PRUEFSTAND_WEBKIT",
}
"""The environment variables that name the browsers, for us and then for the tests."""

TITLES: Mapping[EngineName, str] = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKitGTK"}

_OTHER_VARIABLES: Mapping[EngineName, Sequence[str]] = {"chromium": ("CHROME_BIN", "CHROMIUM_BIN")}

_PACKAGES: Mapping[EngineName, Sequence[str]] = {
    "chromium": ("chromium", "fonts-dejavu-core"),
    "firefox": ("firefox-esr",),
    "webkit": ("webkit2gtk-driver", "xvfb"),
}

_ADVICE: Mapping[EngineName, str] = {
    "chromium": "Install Chromium or Chrome (Debian and Ubuntu: apt-get install chromium), or name one: "
    f"{VARIABLES['chromium']}=/path/to/chrome.",
    "firefox": "Install Firefox (Debian: apt-get install firefox-esr), or name one: "
    f"{VARIABLES['firefox']}=/path/to/firefox.",
    "webkit": "Install WebKitGTK's WebDriver and Xvfb (Debian and Ubuntu: "
    f"apt-get install webkit2gtk-driver xvfb), or name it: {VARIABLES['webkit']}=/path/to/WebKitWebDriver.",
}
_ELSEWHERE = (
    "WebKitGTK is there for Linux alone: run the tests there too, for example in a container of Debian."
)


@dataclass(frozen=True, slots=True)
class Found:
    """The browsers that are to be had; and why others, which were wanted, are not, with what to do."""

    programs: Mapping[EngineName, Path]
    missing: Mapping[EngineName, str]


@dataclass(slots=True)
class _Search:
    run: Run
    host: Host
    trial: Trial
    programs: dict[EngineName, Path] = field(default_factory=dict)
    failed: dict[EngineName, list[str]] = field(default_factory=dict)

    def take(self, name: EngineName, candidates: Iterator[Path]) -> bool:
        """Take the first that starts; what was tried and failed is kept."""
        for path in candidates:
            reason = self.trial(name, path, self.run)
            if reason is None:
                self.programs[name] = path
                return True
            self.fail(name, f"{path} does not start: {reason}")
        return False

    def fail(self, name: EngineName, reason: str) -> None:
        """Keep why a way to that browser led nowhere."""
        self.failed.setdefault(name, []).append(reason)


def find_browsers(
    steps: Steps,
    names: Sequence[EngineName] = (),
    run: Run = run_process,
    host: Host | None = None,
    trial: Trial = start_for_real,
) -> Found:
    """Browsers that start; without `names` all three, as far as they can be had on this machine.

    Each is looked for in this order: one named in the environment, an installed one, for Chromium
    Playwright's own (downloaded if it may be), and on Debian as root its package; all missing packages are
    installed at once. Raises HostFault when one is not to be had that must be: any in `names`, Chromium, and
    on Debian as root all.
    """
    search = _Search(run, host or Host.this(), trial)
    wanted = tuple(names) or ENGINES
    left = [name for name in wanted if not _look(search, name)]
    if "chromium" in left and _download(search, steps):
        left.remove("chromium")
    if left and search.host.can_install:
        left = _install(search, steps, left)
    missing = {name: _told(search, name) for name in left}
    required = ENGINES if names or search.host.can_install else ("chromium",)
    faults = [missing[name] for name in left if name in required]
    if faults:
        others = "Without: build.py test --no-browser leaves their tests out, --browsers NAMES runs others."
        raise HostFault("\n".join([*faults, others]))
    return Found(search.programs, missing)


def _look(search: _Search, name: EngineName) -> bool:
    host = search.host
    for variable in (VARIABLES[name], *_OTHER_VARIABLES.get(name, ())):
        value = host.env.get(variable)
        if not value:
            continue
        path = host.which(value)
        reason = "there is no such program" if path is None else search.trial(name, Path(path), search.run)
        if path is None or reason is not None:
            raise HostFault(
                f"{variable} names {value}, which does not start as a browser: {reason}. "
                "Name another one, or unset the variable to have one looked for."
            )
        search.programs[name] = Path(path)
        return True
    if search.take(name, installed(name, host)):
        return True
    return name == "chromium" and search.take(name, playwrights(search.run))


def _download(search: _Search, steps: Steps) -> bool:
    with steps.step("Downloading Playwright's Chromium"):
        said = search.run([sys.executable, "-m", "playwright", "install", "chromium"], seconds=900)
    if said.ok and search.take("chromium", playwrights(search.run)):
        return True
    search.fail("chromium", f"Playwright's own download did not bring one: {gist(said)}")
    return False


def _install(search: _Search, steps: Steps, names: Sequence[EngineName]) -> list[EngineName]:
    """Install Debian's packages; gives those that are still not to be had."""
    packages = [package for name in names for package in _PACKAGES[name]]
    env = {**search.host.env, "DEBIAN_FRONTEND": "noninteractive"}
    with steps.step(f"Installing Debian's packages {', '.join(packages)}"):
        said = search.run(["apt-get", "update"], env=env, seconds=600)
        if said.ok:
            command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
            said = search.run(command, env=env, seconds=1800)
    left: list[EngineName] = []
    for name in names:
        if not search.take(name, installed(name, search.host)):
            search.fail(name, f"apt-get did not bring one: {gist(said)}")
            left.append(name)
    return left


def _told(search: _Search, name: EngineName) -> str:
    reasons = search.failed.get(name) or [f"{TITLES[name]} is not installed"]
    elsewhere = name == "webkit" and search.host.platform != "linux"
    advice = _ELSEWHERE if elsewhere else _ADVICE[name]
    lines = "\n".join(f"  - {reason}" for reason in dict.fromkeys(reasons))
    return f"No {TITLES[name]} for the tests was found:\n{lines}\n{advice}"
