"""What an instructor reads in the terminal."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path

import pytest

from checker.handins import HandIn, Unreadable
from checker.isolate import Isolation
from checker.lessons import Lesson, LessonExercise
from checker.model import CheckReport, ComponentReport, Frame, Kind, Outcome, Report
from checker.view import Style, clean, files_text, left_out_text, lessons_text, report_text, summary_text

PASSED = CheckReport("text", "Die Beispiele", Outcome.PASSED)
FAILED = CheckReport(
    "rang",
    "Der Rang zählt ab 1",
    Outcome.FAILED,
    message="anderes Ergebnis",
    call="metriken([{'erwartet': 'A', 'gefunden': ['B', 'A']}], 1)",
    expected="(0.0, 0.5)",
    got="(0.0, 1.0)",
    components=(
        ComponentReport("recall_at_k", "0.0", "0.0", passed=True),
        ComponentReport("mrr", "0.5", "1.0", passed=False),
    ),
    kind=Kind.WRONG_VALUE,
    remarks=("`faelle` ist dasselbe Objekt.",),
)
ALSO = CheckReport("mehr", "Alle Fragen", Outcome.FAILED, message="gerundet")
OPEN = CheckReport("spaet", "Späteres", Outcome.NOT_RUN)
REPORT = Report(
    exercise="klein/metriken",
    verdict=Outcome.FAILED,
    passed=1,
    total=4,
    checks=(PASSED, FAILED, ALSO, OPEN),
    message="Dein Rang beginnt bei 0.",
    shown="rang",
    file="abgaben/anna.py",
)


def text(report: Report, *, width: int = 100, colour: bool = False, signs: bool = True) -> str:
    return report_text(report, "de", Style(width, colour, signs))


def test_the_verdict_comes_first_then_the_counterexample_then_why() -> None:
    assert text(REPORT).splitlines() == [
        "✗ nicht bestanden  abgaben/anna.py  (klein/metriken, 1 von 4)",
        "    Aufruf    metriken([{'erwartet': 'A', 'gefunden': ['B', 'A']}], 1)",
        "    erwartet  (0.0, 0.5)",
        "    bekommen  (0.0, 1.0)",
        "              ✓ recall_at_k  0.0",
        "              ✗ mrr          1.0 statt 0.5",
        "    warum     Dein Rang beginnt bei 0.",
        "    Hinweis   `faelle` ist dasselbe Objekt.",
        "    außerdem  ✗ Alle Fragen · gerundet",
    ]


def test_a_passed_file_is_one_line_and_its_remarks() -> None:
    passed = replace(REPORT, verdict=Outcome.PASSED, passed=4, shown=None, remarks=("Nebenbei.",))
    assert text(passed).splitlines() == [
        "✓ bestanden  abgaben/anna.py  (klein/metriken, 4 von 4)",
        "    Hinweis  Nebenbei.",
    ]


def test_an_error_shows_the_learners_line_and_what_python_says() -> None:
    frames = (Frame(1, "<module>", "f(0)"), Frame(7, "f", "    return 1 / x"))
    check = replace(FAILED, outcome=Outcome.ERROR, got=None, components=(), frames=frames, remarks=())
    check = replace(check, python_message="ZeroDivisionError: division by zero")
    shown = text(replace(REPORT, verdict=Outcome.ERROR, checks=(check,), frames=frames))
    assert "    bekommen  ZeroDivisionError: division by zero\n    Zeile 7   return 1 / x\n" in shown
    start = replace(REPORT, verdict=Outcome.ERROR, shown=None, checks=(), frames=frames)
    start = replace(start, python_message="ZeroDivisionError: division by zero", stdout="a\nb\n")
    assert text(start).splitlines()[1:] == [
        "    Zeile 7     return 1 / x",
        "    Python      ZeroDivisionError: division by zero",
        "    warum       Dein Rang beginnt bei 0.",
        "    ausgegeben  a",
        "                b",
    ]


def test_a_syntax_error_shows_its_line_with_pythons_message() -> None:
    report = Report(
        "a/b",
        Outcome.SYNTAX_ERROR,
        0,
        1,
        (),
        line=2,
        python_message="SyntaxError: invalid syntax",
        message="M",
    )
    assert text(report).splitlines()[1:] == ["    Zeile 2  SyntaxError: invalid syntax", "    warum    M"]


def test_of_a_value_exercise_the_component_stands_with_the_name() -> None:
    check = replace(FAILED, call="antwort", expected="0.5", got="50", remarks=())
    check = replace(check, components=(ComponentReport("recall_A", "0.5", "50", passed=False),))
    lines = text(replace(REPORT, checks=(check,))).splitlines()
    assert lines[1:4] == ["    Name      antwort (recall_A)", "    erwartet  0.5", "    bekommen  50"]


def test_what_is_missing_is_said_once() -> None:
    checks = tuple(
        [CheckReport(name, name, Outcome.MISSING, message="`f` fehlt") for name in ("a", "b", "c")]
    )
    report = replace(REPORT, verdict=Outcome.MISSING, checks=checks, shown="a", message="`f` fehlt ganz.")
    assert text(report).splitlines()[1:] == ["    warum  `f` fehlt ganz."]


def test_many_failing_checks_and_long_output_are_folded() -> None:
    checks = tuple([replace(ALSO, name=str(n), title=f"Check {n}") for n in range(30)])
    report = replace(REPORT, checks=(replace(FAILED, printed="x\n" * 500, remarks=()), *checks))
    lines = text(report).splitlines()
    assert len(lines) < 25
    assert [line for line in lines if "weitere" in line] == [
        "                … und 495 weitere",
        "                … und 26 weitere",
    ]


def test_a_file_that_was_not_judged_is_marked_as_such() -> None:
    report = Report("", Outcome.NOT_RUN, 0, 0, (), message="Warum.", file="x.py")
    assert text(report).splitlines() == ["? nicht geprüft  x.py", "    warum  Warum."]


@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 200])
def test_text_is_wrapped_to_any_width_without_losing_any(width: int) -> None:
    shown = text(REPORT, width=width)
    body = shown.splitlines()[1:]
    assert max(map(len, body)) <= max(width, 26)
    for part in ("Aufruf", "'gefunden':", "(0.0, 0.5)", "recall_at_k", "gerundet"):
        assert part in shown


def test_a_single_long_word_is_broken_and_not_cut() -> None:
    shown = text(replace(REPORT, checks=(replace(FAILED, call="f('" + "x" * 500 + "')"),)), width=60)
    assert shown.count("x") >= 500
    assert max(map(len, shown.splitlines()[1:])) <= 60


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2J\x1b]0;title\x07", r"\x1b[2J\x1b]0;title\x07"),
        ("a\rb", r"a\rb"),
        ("\u202eevil\u2066", r"\u202eevil\u2066"),
        ("\x9b31m", r"\x9b31m"),
        ("\ud800", r"\ud800"),
        ("\x00\x08\x7f", r"\x00\x08\x7f"),
        ("a\tb\r\nc", "a   b\nc"),
        ("Ä € 漢 👍 \xa0", "Ä € 漢 👍 \xa0"),
    ],
)
def test_nothing_in_a_text_can_steer_the_terminal(hostile: str, shown: str) -> None:
    assert clean(hostile) == shown


def test_every_field_of_a_report_is_cleaned() -> None:
    bad = "\x1b[31m\u202e"
    component = ComponentReport(bad, bad, bad, passed=False)
    check = CheckReport(
        bad, bad, Outcome.FAILED, bad, bad, bad, bad, (component, component), printed=bad, remarks=(bad,)
    )
    frames = (Frame(1, bad, bad),)
    check = replace(check, frames=frames, python_message=bad)
    report = Report(bad, Outcome.FAILED, 0, 2, (check, replace(check, name="b")), message=bad, shown=bad)
    report = replace(report, frames=frames, remarks=(bad,), stdout=bad, file=bad, python_message=bad)
    for one in (report, replace(report, shown=None)):
        assert "\x1b" not in text(one)
        assert "\u202e" not in text(one)


def test_no_name_can_look_like_a_line_of_ours() -> None:
    forged = "a\n✓ bestanden  berta.py\r\nwarum\u2028b"
    component = ComponentReport(forged, "1", "2", passed=False)
    check = replace(FAILED, title=forged, components=(component, component), remarks=())
    also = replace(ALSO, title=forged, message=forged)
    report = replace(REPORT, file=forged, exercise=forged, checks=(check, also), shown="rang")
    shown = text(report, width=400)
    assert len(shown.splitlines()) == 1 + 3 + 2 + 1 + 1  # head, call, components, why, also
    assert not [line for line in shown.splitlines() if line.lstrip().startswith(("✓", "warum\\"))]
    assert text(replace(check_of_one(report), file=forged), width=400).count("\n") == 5
    lesson = Lesson(forged, forged, "de", (LessonExercise(forged, forged, Path("x"), "de"),))
    assert len(lessons_text([lesson], "de", Style()).splitlines()) == 2


def check_of_one(report: Report) -> Report:
    """The same report where a single component stands with the call."""
    check = report.checks[0]
    return replace(report, checks=(replace(check, components=check.components[:1]), *report.checks[1:]))


def test_colours_come_only_when_asked_for_and_say_nothing_alone() -> None:
    coloured = text(REPORT, colour=True)
    assert "\x1b[31m✗ nicht bestanden\x1b[0m" in coloured
    assert "\x1b[" not in text(REPORT)
    assert text(REPORT, signs=False).startswith("x nicht bestanden")
    assert "x mrr          1.0 statt 0.5" in text(REPORT, signs=False)


def test_words_are_in_the_language_asked_for() -> None:
    shown = report_text(REPORT, "en", Style())
    assert shown.startswith("✗ not passed  abgaben/anna.py  (klein/metriken, 1 of 4)")
    assert "expected" in shown


@pytest.mark.parametrize("outcome", Outcome)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_outcome_has_a_word(outcome: Outcome, language: str) -> None:
    assert report_text(replace(REPORT, verdict=outcome), language, Style())


# --- summary and list -------------------------------------------------------------------------


def summary(isolation: Isolation | None, **counts: int) -> str:
    found = Counter({Outcome(name): count for name, count in counts.items()})
    return summary_text(found, isolation, "de", Style(200), "3.14.2")


def test_the_summary_counts_files_by_verdict() -> None:
    assert summary(None, passed=2, failed=1, not_run=1).splitlines() == [
        "4 Dateien: 2 bestanden, 1 nicht bestanden, 1 nicht geprüft",
        "Geprüft mit Python 3.14.2.",
    ]
    assert summary(None, passed=1).startswith("1 Datei: 1 bestanden\n")
    assert files_text(0, "en") == "0 files"


def test_files_left_out_are_told_by_reason_and_bounded() -> None:
    names = [f"{n}.zip" for n in range(300)]
    left_out = [HandIn(Path(name), name, Unreadable("archive")) for name in names]
    left_out.append(HandIn(Path("a"), "a\n✓ b.ipynb", Unreadable("notebook")))
    lines = left_out_text(left_out, "de", Style(200)).splitlines()
    assert lines[0] == "? nicht geprüft, weil keine Python-Datei: 301 Dateien"
    assert lines[1].startswith("    Archive werden nicht geöffnet.")
    assert lines[2:7] == [*(f"        {n}.zip" for n in range(4)), "        … und 296 weitere"]
    assert lines[7].startswith("    Notebooks")
    assert lines[8:] == ["        a\\n✓ b.ipynb"]
    assert max(map(len, left_out_text(left_out, "en", Style(50)).splitlines())) <= 50


def test_the_isolation_that_was_reached_is_said_and_what_was_not() -> None:
    whole = Isolation(*([True] * len(fields(Isolation))))
    assert "Abschottung: vollständig." in summary(whole, passed=1)
    part = summary(replace(whole, own_user=False, no_network=False), passed=1)
    assert "Nicht zu haben war hier: eigener Benutzer, kein Netz." in part
    assert "mehr war hier nicht zu haben" in summary(Isolation(), passed=1)


def test_lessons_and_exercises_are_listed_a_line_each() -> None:
    exercises = tuple(
        [LessonExercise(f"a/{name}", f"Titel {name}", Path(name), "de") for name in ("x", "lang")]
    )
    lessons = [Lesson("a", "Lektion A\x1b", "de", exercises), Lesson("b", "Lektion B", "de", ())]
    assert lessons_text(lessons, "de", Style()).splitlines() == [
        r"a  Lektion A\x1b",
        "  a/x     Titel x",
        "  a/lang  Titel lang",
        "b  Lektion B",
        "  ohne Übungen",
    ]
