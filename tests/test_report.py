from __future__ import annotations

import json
from dataclasses import fields

from handmade import gave, seen, simple

from checker.judge import judge
from checker.model import (
    CheckReport,
    ComponentReport,
    Frame,
    Kind,
    Outcome,
    Report,
)
from checker.report import fault_report, report_to_dict, report_to_json

REPORT = Report(
    exercise="metriken/f",
    verdict=Outcome.FAILED,
    passed=1,
    total=2,
    checks=(
        CheckReport("a", "Titel A", Outcome.PASSED, cases=3, cases_passed=3),
        CheckReport(
            "b",
            "Titel B",
            Outcome.FAILED,
            message="Liste statt Tupel",
            call="f([1])",
            expected="(0.0,)",
            got="[0.0]",
            components=(ComponentReport("recall", "0.0", "0.0", passed=True),),
            kind=Kind.LIST_NOT_TUPLE,
            line=3,
            column=5,
            python_message="E",
            printed="los\n",
            frames=(Frame(3, "f", "x"),),
            remarks=("r",),
            cases=2,
            cases_passed=1,
        ),
    ),
    mistake="list_not_tuple",
    kind=Kind.LIST_NOT_TUPLE,
    message="Runde Klammern.",
    shown="b",
    frames=(Frame(3, "f", "x"),),
    remarks=("Nebenbei",),
    stdout="los \ud800\n",
    seconds=0.5,
    python="3.14.2",
    file="abgabe.py",
)


def test_a_report_begins_with_the_keys_of_the_design_in_their_order() -> None:
    document = report_to_dict(REPORT)
    assert list(document)[:10] == [
        *(
            "file",
            "exercise",
            "verdict",
            "passed",
            "total",
            "checks",
            "mistake",
            "message",
            "stdout",
            "seconds",
        ),
    ]
    checks = document["checks"]
    assert isinstance(checks, list)
    first = list(checks[1])
    assert [key for key in first if key in ("name", "outcome", "message", "call", "expected", "got")] == [
        *("name", "outcome", "message", "call", "expected", "got"),
    ]


def test_every_field_of_a_report_is_a_key() -> None:
    document = report_to_dict(REPORT)
    assert set(document) == {field.name for field in fields(Report)}
    checks = document["checks"]
    assert isinstance(checks, list)
    assert set(checks[1]) == {field.name for field in fields(CheckReport)}
    assert set(checks[1]["components"][0]) == {field.name for field in fields(ComponentReport)}
    assert set(checks[1]["frames"][0]) == {field.name for field in fields(Frame)}


def test_enums_are_their_text_and_what_is_not_known_is_null() -> None:
    document = json.loads(report_to_json(REPORT))
    assert (document["verdict"], document["kind"]) == ("failed", "list_not_tuple")
    assert (document["checks"][1]["outcome"], document["checks"][1]["kind"]) == ("failed", "list_not_tuple")
    assert (document["line"], document["python_message"], document["checks"][0]["call"]) == (None, None, None)


def test_the_text_is_ascii_whatever_was_printed() -> None:
    text = report_to_json(REPORT)
    assert text.isascii()
    assert json.loads(text)["stdout"] == "los \ud800\n"


def test_the_same_submission_gives_the_same_text() -> None:
    loaded = simple((0.0, 0.5), (1.0, 0.25))
    observation = seen(gave([0.0, 0.5]), gave([1.0, 0.25]))
    assert report_to_json(judge(loaded, observation)) == report_to_json(judge(loaded, observation))


def test_a_fault_is_never_shown_as_the_learners() -> None:
    report = fault_report("metriken/f", "exercise.py:3: no title", "de", total=4)
    assert (report.verdict, report.passed, report.total, report.checks) == (Outcome.CHECKER_ERROR, 0, 4, ())
    assert "nicht an deinem Code" in report.message
    assert report.remarks == ("Für die Autorin oder den Autor: exercise.py:3: no title",)


def test_a_fault_is_told_in_a_language_that_we_speak_and_at_no_great_length() -> None:
    report = fault_report("metriken/f", "x" * 10_000, "fr")
    assert report.message.startswith("Die Prüfung selbst")
    assert len(report.remarks[0]) < 2_100
    assert fault_report("metriken/f", "", "en").message.startswith("The check itself")
