from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from recorder import Recorder

from web.browser import VARIABLES, Found
from web.faults import HostFault
from web.node import Node
from web.process import Ran
from web.steps import Steps
from web.suite import Part, Result, code_parts, pytest_part, run_parts, summary

NODE = Node(Path("/opt/node/bin/node"), Path("/opt/npm"))
ROOT = Path("/checkout")
NONE = Found({}, {})
ALL = Found(
    {
        "chromium": Path("/usr/bin/chromium"),
        "firefox": Path("/usr/bin/firefox"),
        "webkit": Path("/opt/webkit"),
    },
    {},
)


def run(*parts: Part) -> tuple[list[Result], str]:
    out = io.StringIO()
    times = iter(range(1000))
    return run_parts(parts, Steps(out), lambda: float(next(times))), out.getvalue()


def fail_with_fault() -> str:
    raise HostFault("Etwas fehlt.")


def test_all_parts_run_whatever_comes_of_one() -> None:
    results, said = run(
        Part("one", lambda: ""),
        Part("two", lambda: "broken"),
        Part("three", fail_with_fault),
        Part("four", lambda: ""),
    )
    assert [(result.name, result.ok) for result in results] == [
        ("one", True),
        ("two", False),
        ("three", False),
        ("four", True),
    ]
    assert "two FAILED:\nbroken" in said
    assert "three FAILED:\nEtwas fehlt." in said


def test_the_summary_names_what_failed_and_how_long_it_took() -> None:
    text = summary([Result("mypy", True, 2.04), Result("eslint", False, 3.0)], ALL)
    assert text.splitlines() == [
        "",
        "Summary",
        "  mypy    ok         2.0 s",
        "  eslint  FAILED     3.0 s",
        "Failed: eslint",
    ]


def test_the_summary_says_so_when_there_was_no_browser() -> None:
    assert "NOT run" in summary([Result("pytest", True, 1.0)], NONE)
    assert "NOT" not in summary([Result("pytest", True, 1.0)], ALL)


def test_the_summary_says_which_browsers_were_not_tested_and_how_to_get_them() -> None:
    some = Found({"chromium": Path("/usr/bin/chromium")}, {"webkit": "Install it so."})
    said = summary([Result("pytest", True, 1.0)], some)
    assert "NOT tested in: Firefox, WebKitGTK.\nInstall it so.\nAll parts passed." in said


def test_format_lint_types_and_tests_of_both_languages_are_run() -> None:
    recorder = Recorder()
    results, _ = run(*code_parts(ROOT, NODE, recorder))
    assert all(result.ok for result in results)
    assert [result.name for result in results] == [
        "ruff format",
        "ruff check",
        "mypy",
        "prettier",
        "eslint",
        "tsc",
        "node tests",
    ]
    npm = [str(NODE.program), str(NODE.npm), "run", "--silent"]
    assert recorder.commands[3:] == [[*npm, name] for name in ("format", "lint", "types", "test")]
    assert recorder.folders == [ROOT] * 3 + [ROOT / "web"] * 4


@pytest.mark.parametrize(("output", "said"), [("bad line 3\n", "bad line 3"), ("", "ended with code 2")])
def test_what_a_tool_complains_of_is_said(output: str, said: str) -> None:
    results, text = run(*code_parts(ROOT, NODE, Recorder().when("lint", then=Ran(2, output))))
    assert [result.name for result in results if not result.ok] == ["eslint"]
    assert f"eslint FAILED:\n{said}" in text or said in text


def pytest_call(browsers: Found, code: int = 0) -> tuple[Result, Sequence[str | Path], Mapping[str, str]]:
    calls: list[tuple[Sequence[str | Path], Path, Mapping[str, str]]] = []

    def through(command: Sequence[str | Path], cwd: Path, env: Mapping[str, str]) -> int:
        calls.append((command, cwd, env))
        return code

    (result,), _ = run(pytest_part(ROOT, NODE, browsers, ["-x", "-k", "word"], through))
    ((command, cwd, env),) = calls
    assert cwd == ROOT
    return result, command, env


def test_pytest_is_told_the_browsers_and_gets_the_arguments_behind_the_dashes() -> None:
    result, command, env = pytest_call(ALL)
    assert result.ok
    assert list(command[1:]) == ["-m", "pytest", "-x", "-k", "word"]
    assert {name: env[variable] for name, variable in VARIABLES.items()} == {
        "chromium": "/usr/bin/chromium",
        "firefox": "/usr/bin/firefox",
        "webkit": "/opt/webkit",
    }


def test_browsers_that_are_not_to_be_tested_are_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLES["firefox"], "/usr/bin/firefox")
    _, command, env = pytest_call(Found({"chromium": Path("/usr/bin/chromium")}, {}))
    assert "--deselect=tests/browser" not in command
    assert VARIABLES["chromium"] in env
    assert VARIABLES["firefox"] not in env


def test_without_a_browser_its_tests_are_deselected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLES["chromium"], "/usr/bin/chromium")
    _, command, env = pytest_call(NONE)
    assert "--deselect=tests/browser" in command
    assert VARIABLES["chromium"] not in env


def test_a_failing_pytest_fails_the_part() -> None:
    assert not pytest_call(NONE, code=1)[0].ok
