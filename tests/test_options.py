"""What can be asked for on the command line, and within which bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli import main
from checker.options import FORMATS, Options, UsageProblem, help_text, read_options


@pytest.mark.parametrize("language", ["de", "en"])
def test_help_and_version_are_shown(capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert main(["--help"]) == 0
    assert main(["--version"]) == 0
    assert main(["check", "--help", "--lang", language]) == 0
    assert "pruefstand " in capsys.readouterr().out
    text = help_text("check", language)
    options = ("--exercise ", "--exercises ", "--format ", "--output ", "--timeout ", "--memory ", "--jobs ")
    assert all(option in text for option in options)
    assert "usage:" not in help_text("check", "de")


def test_options_are_understood() -> None:
    options = read_options(["check", "a", "b", "--jobs", "3", "--timeout", "2.5", "--format", "json"])
    assert options == Options("check", (Path("a"), Path("b")), jobs=3, seconds=2.5, format="json")
    assert FORMATS == ("text", "json")
    with pytest.raises(UsageProblem):
        read_options(["check", "--tim", "3", "a"])


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        *[("--timeout", value, "keine Zahl über 0") for value in ("nan", "inf", "1e400", "0", "-1", "abc")],
        *[("--timeout", value, "zu viel, höchstens 86400") for value in ("1e300", "86400.5")],
        *[("--timeout", value, "zu wenig, mindestens 0.05") for value in ("1e-9", "0.0499")],
        *[("--memory", value, "keine ganze Zahl über 0") for value in ("1e3", "nan", "0", "-64", "9" * 9999)],
        *[("--memory", value, "zu viel, höchstens 1048576") for value in ("1048577", "9" * 999)],
        ("--memory", "63", "zu wenig, mindestens 64"),
        *[("--jobs", value, "keine ganze Zahl über 0") for value in ("0", "-1", "1.5", "x")],
        *[("--jobs", value, "zu viel, höchstens 256") for value in ("257", "9" * 99)],
    ],
)
def test_a_number_out_of_bounds_is_wrong_usage_in_few_words(option: str, value: str, words: str) -> None:
    with pytest.raises(UsageProblem, match=words) as problem:
        read_options(["check", "a.py", f"{option}={value}"])
    assert str(problem.value).startswith(f"{option}: {value[:40]}")
    assert len(str(problem.value)) < 150


def test_the_bounds_themselves_are_taken() -> None:
    for seconds, memory, jobs in (("0.05", "64", "1"), ("86400", "1048576", "256")):
        options = read_options(["check", "a", "--timeout", seconds, "--memory", memory, "--jobs", jobs])
        assert (options.seconds, options.memory, options.jobs) == (float(seconds), int(memory), int(jobs))


@pytest.mark.parametrize(
    "option",
    ["--exercise", "--exercises", "--output", "--format", "--lang", "--timeout", "--memory", "--jobs"],
)
def test_an_empty_text_is_nothing_that_was_meant(option: str) -> None:
    for arguments in ([option, ""], [f"{option}="]):
        with pytest.raises(UsageProblem, match=f"{option}: Hier steht ein leerer Text"):
            read_options(["check", "a.py", *arguments])


def test_an_empty_path_is_not_the_current_folder() -> None:
    for paths in ([""], ["a.py", ""], ["--", ""]):
        with pytest.raises(UsageProblem, match="PATH: Hier steht ein leerer Text"):
            read_options(["check", *paths])
