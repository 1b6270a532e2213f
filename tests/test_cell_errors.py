from __future__ import annotations

import pytest
from cells import Cells
from hostile import ERRORS, REFUSED


@pytest.fixture
def cells() -> Cells:
    return Cells()


def test_an_error_is_told_as_data_and_as_python_writes_it(cells: Cells) -> None:
    cells.run("def teile(a, b):\n    return a / b")
    event = cells.error("x = 0\nteile(1, x)")
    assert event["raised"] == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "frames": [
            {"line": 2, "function": "<module>", "text": "teile(1, x)", "file": "zelle-2"},
            {"line": 2, "function": "teile", "text": "return a / b", "file": "zelle-1"},
        ],
    }
    lines = event["traceback"].splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert '  File "zelle-2", line 2, in <module>' in lines
    assert '  File "zelle-1", line 2, in teile' in lines
    assert "    return a / b" in lines
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_no_frame_of_ours_or_of_a_library_is_in_a_traceback(cells: Cells) -> None:
    source = """
import json
try:
    json.loads('{')
except ValueError as error:
    raise ExceptionGroup('viele', [error, KeyError('b')]) from error"""
    text = cells.error(source)["traceback"]
    assert "checker" not in text
    assert "json" not in text.replace("json.decoder.JSONDecodeError", "").replace("json.loads", "")
    assert "KeyError: 'b'" in text
    assert "direct cause" in text


def test_a_traceback_with_very_many_frames_is_cut_in_the_middle(cells: Cells) -> None:
    text = cells.error("def f(): g()\ndef g(): f()\nf()")["traceback"]
    assert len(text) <= 20_000
    assert "[...]" in text
    assert "RecursionError" in text.splitlines()[-1]


@pytest.mark.parametrize("name", ERRORS)
def test_whatever_is_raised_is_told(name: str, cells: Cells) -> None:
    event = cells.error(ERRORS[name])
    assert event["raised"]["type"]
    assert len(event["traceback"]) <= 20_000
    assert event["traceback"].isprintable() or "\n" in event["traceback"]
    assert cells.value("1 + 1") == "2"


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_does_not_accept_is_an_error_with_a_line(name: str, cells: Cells) -> None:
    event = cells.error(REFUSED[name])
    assert event["raised"]["line"] >= 1
    assert event["traceback"].rstrip().splitlines()[-1].startswith(event["raised"]["type"])
    assert cells.value("1 + 1") == "2"


def test_a_syntax_error_shows_the_line_and_the_place(cells: Cells) -> None:
    text = cells.error("x = 1\ny = = 2")["traceback"]
    assert text.splitlines()[:3] == ['  File "zelle-1", line 2', "    y = = 2", "        ^"]


def test_nothing_runs_of_a_cell_with_a_syntax_error(cells: Cells) -> None:
    cells.run("x = 1\nprint('a')\ny = (")
    assert cells.error("x")["raised"]["type"] == "NameError"


def test_lines_are_shown_after_a_program_has_emptied_their_cache(cells: Cells) -> None:
    cells.run("def f(): return 1 / 0")
    assert (
        "def f(): return 1 / 0" in cells.error("import linecache\nlinecache.clearcache()\nf()")["traceback"]
    )
