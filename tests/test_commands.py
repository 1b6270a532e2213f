from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.request import urlopen

import pytest

from web import commands, gate, site, suite
from web.browser import Found
from web.engine import EngineName
from web.environment import ENTERED
from web.faults import HostFault
from web.node import Node
from web.suite import Part

ROOT = Path(__file__).resolve().parents[1]
NODE = Node(Path("/opt/node"), Path("/opt/npm"))


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if already inside `.venv`, with nothing left to set up."""
    monkeypatch.setattr(commands, "is_inside", lambda root: True)
    monkeypatch.setenv(ENTERED, "1")
    monkeypatch.setattr(commands, "find_node", lambda: NODE)
    monkeypatch.setattr(commands, "ensure_packages", lambda *_: False)


# --- the entry --------------------------------------------------------------------------------


def test_a_python_too_old_for_the_rest_can_still_read_build_py() -> None:
    ast.parse((ROOT / "build.py").read_text("utf-8"), feature_version=(3, 7))


def test_an_old_python_is_refused_in_plain_words() -> None:
    code = (
        "import sys, runpy\n"
        "sys.version_info = (3, 8, 1, 'final', 0)\n"
        "sys.argv = ['build.py', 'serve']\n"
        f"runpy.run_path({str(ROOT / 'build.py')!r}, run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Python 3.11 or newer is needed; this is Python 3.8" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments", [["--help"], ["serve", "--help"], ["test", "--help"], ["build", "--help"]]
)
def test_help_needs_no_set_up_and_no_particular_folder(arguments: list[str], tmp_path: Path) -> None:
    # -S: no packages but the standard library are in reach.
    done = subprocess.run(
        [sys.executable, "-S", ROOT / "build.py", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "usage: build.py" in done.stdout


@pytest.mark.parametrize(
    "arguments", [[], ["bake"], ["build", "--fast"], ["test", "-x"], ["serve", "--port", "x"]]
)
def test_a_wrong_command_line_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        commands.main(ROOT, arguments)
    assert caught.value.code == 2
    assert "usage: build.py" in capsys.readouterr().err


def test_outside_the_environment_it_is_made_and_gone_into(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []

    def go_inside(root: Path, arguments: Sequence[str]) -> int:
        done.append(arguments)
        return 7

    monkeypatch.setattr(commands, "is_inside", lambda root: False)
    monkeypatch.setattr(commands, "ensure_environment", lambda root, steps: done.append("made"))
    monkeypatch.setattr(commands, "go_inside", go_inside)
    assert commands.main(ROOT, ["build"]) == 7
    assert done == ["made", ["build"]]


def test_a_fault_is_told_in_its_own_words_and_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise HostFault("Etwas fehlt.")

    monkeypatch.setattr(commands, "is_inside", lambda root: False)
    monkeypatch.setattr(commands, "ensure_environment", refuse)
    assert commands.main(ROOT, ["build"]) == 2
    assert capsys.readouterr().err == "\nEtwas fehlt.\n"


def test_ctrl_c_during_the_set_up_ends_it_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "is_inside", lambda root: False)
    monkeypatch.setattr(commands, "ensure_environment", interrupt)
    assert commands.main(ROOT, ["build"]) == 130
    assert capsys.readouterr().err == "\nInterrupted.\n"


# --- the commands -----------------------------------------------------------------------------


@pytest.mark.usefixtures("inside")
def test_build_says_so_when_there_is_nothing_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(site, "build_site", lambda *_: False)
    assert commands.main(ROOT, ["build"]) == 0
    assert "site/ is up to date." in capsys.readouterr().out
    # What is started from here may start build.py again.
    assert ENTERED not in os.environ


@pytest.mark.usefixtures("inside")
def test_check_hands_its_arguments_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def check(root: Path, arguments: Sequence[str]) -> int:
        seen.append((root, list(arguments)))
        return 1

    monkeypatch.setattr(gate, "check_command", check)
    assert commands.main(ROOT, ["check", "metriken", "--all"]) == 1
    assert seen == [(ROOT, ["metriken", "--all"])]


BROWSERS = Found({"chromium": Path("/usr/bin/chromium")}, {"webkit": "Es gibt kein WebKitGTK."})


class Suite:
    """Stands in for all parts of the tests but the browser's search and the build."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, found: bool = True, lint_fails: bool = False
    ) -> None:
        self.browsers = Found({}, {})
        self.wanted: list[EngineName] = []
        self.arguments: list[str] = []
        self.built = 0

        def find(_: object, names: Sequence[EngineName]) -> Found:
            self.wanted += names
            if not found:
                raise HostFault("Es gibt keinen Browser.")
            return BROWSERS

        def tests(root: Path, node: Node, browsers: Found, arguments: Sequence[str]) -> Part:
            self.browsers, self.arguments = browsers, list(arguments)
            return Part("pytest", lambda: "", loud=True)

        def build(*_: object) -> bool:
            self.built += 1
            return True

        monkeypatch.setattr(commands, "find_browsers", find)
        monkeypatch.setattr(site, "build_site", build)
        monkeypatch.setattr(suite, "pytest_part", tests)
        monkeypatch.setattr(
            suite, "code_parts", lambda root, node: [Part("lint", lambda: "bad" if lint_fails else "")]
        )


@pytest.mark.usefixtures("inside")
def test_test_runs_all_with_the_browser_that_was_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = Suite(monkeypatch)
    assert commands.main(ROOT, ["test", "--", "-x", "-k", "word"]) == 0
    assert (parts.browsers, parts.arguments, parts.built) == (BROWSERS, ["-x", "-k", "word"], 1)
    assert parts.wanted == []
    assert capsys.readouterr().out.rstrip().endswith("All parts passed.")


@pytest.mark.usefixtures("inside")
def test_the_browsers_can_be_narrowed_and_what_was_not_tested_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = Suite(monkeypatch)
    assert commands.main(ROOT, ["test", "--browsers", "webkit,chromium"]) == 0
    assert parts.wanted == ["chromium", "webkit"]
    assert "NOT tested in: Firefox, WebKitGTK.\nEs gibt kein WebKitGTK." in capsys.readouterr().out


@pytest.mark.usefixtures("inside")
def test_test_fails_when_one_part_does_and_runs_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = Suite(monkeypatch, lint_fails=True)
    assert commands.main(ROOT, ["test"]) == 1
    assert parts.built == 1
    assert capsys.readouterr().out.rstrip().endswith("Failed: lint")


@pytest.mark.usefixtures("inside")
def test_without_a_browser_test_fails_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = Suite(monkeypatch, found=False)
    assert commands.main(ROOT, ["test"]) == 1
    said = capsys.readouterr().out
    assert "Es gibt keinen Browser." in said
    assert "NOT run" in said
    assert said.rstrip().endswith("Failed: browsers")
    assert parts.browsers.programs == {}


@pytest.mark.usefixtures("inside")
def test_no_browser_passes_and_says_so_at_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = Suite(monkeypatch, found=False)
    assert commands.main(ROOT, ["test", "--no-browser"]) == 0
    assert "the tests in a real browser were NOT run.\nAll parts passed." in capsys.readouterr().out
    assert parts.browsers.programs == {}


# --- serve ------------------------------------------------------------------------------------

SERVE = """
import os, signal, sys
from pathlib import Path
from web import commands, site

def build(root, *_):
    (root / "site").mkdir(exist_ok=True)
    (root / "site" / "index.html").write_text("da")
    return True

os.environ[commands.ENTERED] = "1"
commands.is_inside = lambda root: True
commands.find_node = commands.ensure_packages = lambda *_: None
site.build_site = build
# A test may itself have been started where Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(commands.main(Path(sys.argv[1]), ["serve", "--port", "0", "--no-open"]))
"""


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_its_address_and_ends_cleanly(sign: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, tmp_path],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        assert first.startswith("Serving the lessons at http://localhost:")
        with urlopen(first.split()[4]) as answer:
            assert answer.read() == b"da"
        server.send_signal(sign)
        assert server.stdout.read().strip() == "Stopped."
        assert server.wait() == 0
