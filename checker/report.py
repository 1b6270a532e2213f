"""Reports as JSON: stable keys in a stable order, the same on the page and on the command line."""

from __future__ import annotations

import json

from checker.model import CheckReport, ComponentReport, Frame, Outcome, Report
from checker.texts import LANGUAGES, say

__all__ = ["fault_report", "report_to_dict", "report_to_json"]

_DETAIL = 2_000


def report_to_dict(report: Report) -> dict[str, object]:
    """A Report as a JSON object; keys may be added, never change meaning."""
    return {
        "file": report.file,
        "exercise": report.exercise,
        "verdict": report.verdict.value,
        "passed": report.passed,
        "total": report.total,
        "checks": [_check(check) for check in report.checks],
        "mistake": report.mistake,
        "message": report.message,
        "stdout": report.stdout,
        "seconds": report.seconds,
        "kind": None if report.kind is None else report.kind.value,
        "shown": report.shown,
        "line": report.line,
        "column": report.column,
        "python_message": report.python_message,
        "frames": [_frame(frame) for frame in report.frames],
        "remarks": list(report.remarks),
        "stderr": report.stderr,
        "python": report.python,
    }


def report_to_json(report: Report) -> str:
    """A Report as JSON text, in ASCII: a program may have printed halves of characters."""
    return json.dumps(report_to_dict(report))


def fault_report(exercise: str, detail: str, language: str, total: int = 0) -> Report:
    """The Report of a submission that could not be judged, which is never the learner's fault.

    `detail` is for whoever mends it; `total` is the number of checks, where it is known.
    """
    spoken = language if language in LANGUAGES else LANGUAGES[0]
    return Report(
        exercise=exercise,
        verdict=Outcome.CHECKER_ERROR,
        passed=0,
        total=total,
        checks=(),
        message=say(spoken, "message.checker_error"),
        remarks=(say(spoken, "remark.detail", detail=detail[:_DETAIL]),),
    )


def _check(check: CheckReport) -> dict[str, object]:
    return {
        "name": check.name,
        "title": check.title,
        "outcome": check.outcome.value,
        "message": check.message,
        "call": check.call,
        "expected": check.expected,
        "got": check.got,
        "components": [_component(component) for component in check.components],
        "kind": None if check.kind is None else check.kind.value,
        "line": check.line,
        "column": check.column,
        "python_message": check.python_message,
        "printed": check.printed,
        "frames": [_frame(frame) for frame in check.frames],
        "remarks": list(check.remarks),
        "cases": check.cases,
        "cases_passed": check.cases_passed,
    }


def _component(component: ComponentReport) -> dict[str, object]:
    return {
        "name": component.name,
        "expected": component.expected,
        "got": component.got,
        "passed": component.passed,
    }


def _frame(frame: Frame) -> dict[str, object]:
    return {"line": frame.line, "function": frame.function, "text": frame.text}
