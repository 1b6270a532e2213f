from __future__ import annotations

import io
from pathlib import Path

import pytest
from recorder import Recorder

from web.browser import VARIABLES, Found, find_browsers
from web.browser_places import Host, start_for_real
from web.engine import ENGINES, EngineName
from web.faults import HostFault
from web.process import Ran, Run
from web.steps import Steps

GOOD = Ran(0, "<html><head></head><body></body></html>\n")
BROKEN = Ran(1, "something\nno libnss3.so\n")
VARIABLE = VARIABLES["chromium"]
OTHERS = {"/usr/bin/firefox-esr": GOOD, "/usr/bin/WebKitWebDriver": GOOD}


class Machine:
    """A machine with programs: a name maps to what comes of starting it as a browser."""

    def __init__(
        self,
        programs: dict[str, Ran],
        *,
        env: dict[str, str] | None = None,
        platform: str = "linux",
        is_root: bool = False,
    ) -> None:
        self.programs = programs
        self.out = io.StringIO()
        self.run = Recorder()
        self.run.when("--dump-dom", then=lambda command: self.programs[command[0]])
        self.host = Host(env or {}, platform, is_root, self.which)

    def which(self, name: str) -> str | None:
        for path in self.programs:
            if name == path or (not name.startswith("/") and Path(path).name == name):
                return path
        return None

    def find(self) -> Path:
        """Chromium alone, as `--browsers chromium` has it."""
        return self.find_all("chromium").programs["chromium"]

    def find_all(self, *names: EngineName) -> Found:
        return find_browsers(Steps(self.out), names, self.run, self.host, self.trial)

    def trial(self, name: EngineName, path: Path, run: Run) -> str | None:
        if name == "chromium":
            return start_for_real(name, path, run)
        said = self.programs[str(path)]
        return None if said.ok else said.output.strip()

    def installs(self, command: list[str]) -> Ran:
        """What apt-get does here: the programs of the packages that it is told to install."""
        brought = {
            "chromium": "chromium",
            "firefox-esr": "firefox-esr",
            "webkit2gtk-driver": "WebKitWebDriver",
        }
        self.programs |= {f"/usr/bin/{brought[package]}": GOOD for package in command if package in brought}
        return Ran(0, "")

    def tried(self) -> list[str]:
        return [command[0] for command in self.run.with_words("--dump-dom")]


def test_one_named_in_the_environment_comes_first() -> None:
    machine = Machine(
        {"/opt/a": GOOD, "/opt/b": GOOD, "/usr/bin/chromium": GOOD},
        env={"CHROME_BIN": "/opt/b", VARIABLE: "/opt/a"},
    )
    assert machine.find() == Path("/opt/a")
    assert machine.tried() == ["/opt/a"]


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({VARIABLE: "/opt/none"}, "names /opt/none.*no such program"),
        ({"CHROME_BIN": "/opt/broken"}, r"CHROME_BIN names /opt/broken.*no libnss3\.so"),
    ],
)
def test_a_named_one_that_does_not_start_is_told_and_not_replaced(env: dict[str, str], said: str) -> None:
    machine = Machine({"/opt/broken": BROKEN, "/usr/bin/chromium": GOOD}, env=env)
    with pytest.raises(HostFault, match=said):
        machine.find()


def test_an_installed_one_is_taken_when_it_really_starts() -> None:
    machine = Machine(
        {
            "/usr/bin/chromium": BROKEN,
            "/usr/bin/google-chrome": Ran(0, "no page"),
            "/opt/google-chrome-stable": GOOD,
        }
    )
    assert machine.find() == Path("/opt/google-chrome-stable")
    assert machine.tried() == ["/usr/bin/chromium", "/usr/bin/google-chrome", "/opt/google-chrome-stable"]
    assert machine.out.getvalue() == ""


def test_each_trial_has_a_profile_of_its_own_that_is_gone_afterwards() -> None:
    machine = Machine({"/usr/bin/chromium": GOOD})
    machine.find()
    (command,) = machine.run.with_words("--dump-dom")
    (profile,) = (word.partition("=")[2] for word in command if word.startswith("--user-data-dir="))
    assert {"--headless", "--no-sandbox", "about:blank"} <= set(command)
    assert not Path(profile).exists()


@pytest.mark.parametrize(
    ("platform", "path", "env"),
    [
        ("darwin", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", {}),
        (
            "win32",
            r"C:\Program Files\Google\Chrome\Application\chrome.exe",
            {"ProgramFiles": r"C:\Program Files"},
        ),
    ],
)
def test_the_usual_places_of_other_systems_are_known(platform: str, path: str, env: dict[str, str]) -> None:
    machine = Machine({path: GOOD}, platform=platform, env=env)
    assert machine.find() == Path(path)


def playwright_has(machine: Machine, path: Path) -> None:
    machine.programs[str(path)] = GOOD
    machine.run.rules.insert(0, (("-c",), Ran(0, f"{path}\n")))


def test_playwrights_own_is_used_when_it_was_downloaded_before(tmp_path: Path) -> None:
    machine = Machine({})
    (tmp_path / "headless_shell").touch()
    playwright_has(machine, tmp_path / "headless_shell")
    assert machine.find() == tmp_path / "headless_shell"
    assert not machine.run.with_words("install")


def test_playwrights_own_is_downloaded_when_there_is_none(tmp_path: Path) -> None:
    machine = Machine({})
    playwright_has(machine, tmp_path / "headless_shell")

    def download(_: list[str]) -> Ran:
        (tmp_path / "headless_shell").touch()
        return Ran(0, "")

    machine.run.when("playwright", "install", then=download)
    assert machine.find() == tmp_path / "headless_shell"
    assert "Downloading Playwright's Chromium … " in machine.out.getvalue()
    assert not machine.run.with_words("apt-get")


def test_on_debian_as_root_the_package_is_installed() -> None:
    machine = Machine({"/usr/bin/apt-get": GOOD}, is_root=True)
    machine.run.when("playwright", then=Ran(1, "refused")).when("apt-get", "install", then=machine.installs)
    assert machine.find() == Path("/usr/bin/chromium")
    update, package = machine.run.with_words("apt-get")
    assert update == ["apt-get", "update"]
    assert "chromium" in package
    env = machine.run.environments[machine.run.commands.index(package)]
    assert env is not None
    assert env["DEBIAN_FRONTEND"] == "noninteractive"


def test_without_any_all_that_was_tried_is_told_with_what_to_do() -> None:
    machine = Machine({"/usr/bin/apt-get": GOOD, "/usr/bin/chromium": BROKEN}, is_root=True)
    machine.run.when("playwright", then=Ran(1, "trying\nError: refused\n    at somewhere\n")).when(
        "apt-get", "update", then=Ran(100, "no network")
    )
    with pytest.raises(HostFault) as caught:
        machine.find()
    said = str(caught.value)
    assert "/usr/bin/chromium does not start: no libnss3.so" in said
    assert "Playwright's own download did not bring one: Error: refused" in said
    assert "apt-get did not bring one: no network" in said
    assert "apt-get install chromium" in said
    assert f"{VARIABLE}=/path/to/chrome" in said
    assert "--no-browser" in said


def test_nobody_but_root_installs_packages() -> None:
    machine = Machine({"/usr/bin/apt-get": GOOD})
    machine.run.when("playwright", then=Ran(1, "refused"))
    with pytest.raises(HostFault):
        machine.find()
    assert not machine.run.with_words("apt-get")


# --- all three --------------------------------------------------------------------------------


def test_all_three_are_taken_where_they_are_installed() -> None:
    found = Machine({"/usr/bin/chromium": GOOD, **OTHERS}).find_all()
    assert {name: path.name for name, path in found.programs.items()} == {
        "chromium": "chromium",
        "firefox": "firefox-esr",
        "webkit": "WebKitWebDriver",
    }
    assert found.missing == {}


def test_only_those_that_are_named_are_looked_for() -> None:
    machine = Machine({"/usr/bin/chromium": GOOD, **OTHERS})
    assert set(machine.find_all("firefox", "webkit").programs) == {"firefox", "webkit"}
    assert machine.run.commands == []


def test_all_missing_packages_are_installed_at_once() -> None:
    machine = Machine({"/usr/bin/apt-get": GOOD, "/usr/bin/firefox-esr": BROKEN}, is_root=True)
    machine.run.when("playwright", then=Ran(1, "refused")).when("apt-get", "install", then=machine.installs)
    assert set(machine.find_all().programs) == set(ENGINES)
    update, install = machine.run.with_words("apt-get")
    assert update == ["apt-get", "update"]
    assert {"chromium", "firefox-esr", "webkit2gtk-driver", "xvfb"} <= set(install)


def test_what_is_there_is_not_installed_again() -> None:
    machine = Machine({"/usr/bin/apt-get": GOOD, "/usr/bin/chromium": GOOD}, is_root=True)
    machine.run.when("apt-get", "install", then=machine.installs)
    assert set(machine.find_all().programs) == set(ENGINES)
    _, install = machine.run.with_words("apt-get")
    assert "chromium" not in install


def test_on_debian_as_root_none_of_the_three_may_be_missing() -> None:
    machine = Machine({"/usr/bin/apt-get": GOOD, "/usr/bin/chromium": GOOD}, is_root=True)
    machine.run.when("apt-get", "install", then=Ran(100, "E: Unable to locate package firefox-esr"))
    with pytest.raises(HostFault) as caught:
        machine.find_all()
    said = str(caught.value)
    assert "No Firefox for the tests was found" in said
    assert "No WebKitGTK for the tests was found" in said
    assert "No Chromium" not in said
    assert "Unable to locate package firefox-esr" in said


def test_elsewhere_the_others_may_be_missing_and_it_is_told_how_to_get_them() -> None:
    found = Machine({"/usr/bin/chromium": GOOD}).find_all()
    assert set(found.programs) == {"chromium"}
    assert "apt-get install firefox-esr" in found.missing["firefox"]
    assert f"{VARIABLES['webkit']}=/path/to/WebKitWebDriver" in found.missing["webkit"]


def test_on_a_mac_firefox_is_found_and_webkitgtk_can_not_be_had() -> None:
    firefox = "/Applications/Firefox.app/Contents/MacOS/firefox"
    found = Machine({"/usr/bin/chromium": GOOD, firefox: GOOD}, platform="darwin").find_all()
    assert found.programs["firefox"] == Path(firefox)
    assert "Linux alone" in found.missing["webkit"]


def test_one_that_does_not_start_counts_as_missing_and_says_why() -> None:
    machine = Machine({"/usr/bin/chromium": GOOD, "/usr/bin/firefox": Ran(1, "no libgtk-3.so")})
    assert "/usr/bin/firefox does not start: no libgtk-3.so" in machine.find_all().missing["firefox"]


def test_one_that_was_asked_for_by_name_must_be_there() -> None:
    with pytest.raises(HostFault, match="No Firefox for the tests was found"):
        Machine({"/usr/bin/chromium": GOOD}).find_all("chromium", "firefox")


def test_without_chromium_there_are_no_tests_in_browsers_even_with_the_others() -> None:
    machine = Machine(dict(OTHERS))
    machine.run.when("playwright", then=Ran(1, "refused"))
    with pytest.raises(HostFault, match="No Chromium for the tests was found"):
        machine.find_all()


def test_a_named_program_that_does_not_start_is_told_for_every_engine() -> None:
    machine = Machine({"/usr/bin/chromium": GOOD, **OTHERS}, env={VARIABLES["firefox"]: "/opt/none"})
    with pytest.raises(HostFault, match=r"PRUEFSTAND_FIREFOX names /opt/none.*no such program"):
        machine.find_all()


@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_what_is_no_browser_does_not_start_as_one(name: EngineName, tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\necho there is no screen >&2\nexit 3\n", "utf-8")
    program.chmod(0o755)
    said = start_for_real(name, program, Machine({}).run)
    assert said is not None
    assert "there is no screen" in said
