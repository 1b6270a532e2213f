"""Reports for a terminal: the verdict first, then the counterexample, then why; text only."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from checker.handins import HandIn
from checker.isolate import Isolation
from checker.lessons import Lesson
from checker.model import CheckReport, Frame, Outcome, Report
from checker.texts import say

__all__ = [
    "Style",
    "clean",
    "files_text",
    "left_out_by_reason",
    "left_out_text",
    "lessons_text",
    "one_line",
    "report_text",
    "summary_text",
]

_NARROWEST = 40
_PRINTED_LINES = 6
_OTHERS = 5
_SIGNS = {"passed": "✓", "failed": "✗", "unknown": "?", "dot": "·"}
_PLAIN_SIGNS = {"passed": "+", "failed": "x", "unknown": "?", "dot": "-"}
_COLOURS = {"passed": "32", "failed": "31", "unknown": "33", "bold": "1", "dim": "2"}
_NOT_JUDGED = frozenset({Outcome.NOT_RUN, Outcome.CHECKER_ERROR})
_UNTOLD = frozenset({Outcome.PASSED, Outcome.NOT_RUN, Outcome.MISSING})
"""Outcomes of a check that the count, or what was said of the whole, has told already."""


@dataclass(frozen=True, slots=True)
class Style:
    """What the terminal can show: columns, colours, signs beyond ASCII."""

    width: int = 100
    colour: bool = False
    signs: bool = True

    def paint(self, text: str, how: str) -> str:
        """The text in a colour of the palette, where there are colours."""
        return f"\x1b[{_COLOURS[how]}m{text}\x1b[0m" if self.colour and text else text

    def sign(self, what: str) -> str:
        """The sign for an outcome: never told by colour alone."""
        return (_SIGNS if self.signs else _PLAIN_SIGNS)[what]


def clean(text: str) -> str:
    """A text that can do nothing to a terminal: what is not printable is written as an escape.

    Line ends stay, tabs become spaces; colour codes, cursor movements and changes of the writing
    direction are shown instead of obeyed.
    """
    return "".join(map(_shown, text.replace("\r\n", "\n").expandtabs(4)))


def one_line(text: str) -> str:
    """A name, cleaned: it stays on its line, so that it cannot look like a line of ours."""
    return clean(text).replace("\n", "\\n")


def _shown(character: str) -> str:
    if character == "\n" or character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")


# --- one report -------------------------------------------------------------------------------


def report_text(report: Report, language: str, style: Style) -> str:
    """The report of one file, without a line end after it."""
    lines = [_head(report, language, style)]
    lines += _rows(_report_rows(report, language, style), style)
    return "\n".join(line.rstrip() for line in lines)


def _manner(outcome: Outcome) -> str:
    if outcome is Outcome.PASSED:
        return "passed"
    return "unknown" if outcome in _NOT_JUDGED else "failed"


def _head(report: Report, language: str, style: Style) -> str:
    manner = _manner(report.verdict)
    verdict = f"{style.sign(manner)} {say(language, f'offline.verdict.{report.verdict.value}')}"
    more = [one_line(report.exercise)] if report.exercise else []
    if report.total:
        more.append(say(language, "offline.of", passed=report.passed, total=report.total))
    parts = [style.paint(verdict, manner), style.paint(one_line(report.file or ""), "bold")]
    if more:
        parts.append(style.paint(f"({', '.join(more)})", "dim"))
    return "  ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class _Row:
    """A label and the text beside it; `code` is kept as it is but for line ends."""

    label: str
    text: str
    code: bool = False
    how: str = ""


def _report_rows(report: Report, language: str, style: Style) -> list[_Row]:
    if report.verdict is Outcome.PASSED:
        return _remark_rows(report.remarks, language)
    shown = next((check for check in report.checks if check.name == report.shown), None)
    rows = _error_rows(report, language) if shown is None else _case_rows(shown, language, style)
    rows.append(_Row(say(language, "offline.why"), report.message))
    printed = report.stdout if shown is None else shown.printed
    if printed:
        lines = _first(clean(printed).splitlines(), _PRINTED_LINES, language)
        rows.append(_Row(say(language, "offline.printed"), "\n".join(lines), code=True))
    remarks = report.remarks if shown is None else (*shown.remarks, *report.remarks)
    return [*rows, *_remark_rows(remarks, language), *_other_rows(report, shown, language, style)]


def _case_rows(check: CheckReport, language: str, style: Style) -> list[_Row]:
    """The counterexample: the call or the name, what was expected, what came, and where that differs."""
    rows: list[_Row] = []
    lone = check.components[0] if len(check.components) == 1 else None
    if check.call is not None:
        key = "name" if check.call.isidentifier() else "call"
        text = check.call if lone is None else f"{check.call} ({one_line(lone.name)})"
        rows.append(_Row(say(language, f"offline.{key}"), text, code=True))
    if check.expected is not None:
        rows.append(_Row(say(language, "offline.expected"), check.expected, code=True))
    got = check.python_message if check.got is None else check.got
    if got is not None:
        rows.append(
            _Row(
                say(language, "offline.got"),
                got,
                code=True,
                how="" if len(check.components) > 1 else "failed",
            )
        )
    names = [one_line(component.name) for component in check.components]
    width = max(map(len, names), default=0)
    for name, component in () if lone is not None else zip(names, check.components, strict=True):
        manner = "passed" if component.passed else "failed"
        value = component.got
        if not component.passed:
            value = say(language, "offline.instead", got=component.got, expected=component.expected)
        text = f"{style.sign(manner)} {name:{width}}  {value}"
        rows.append(_Row("", text, code=True, how="" if component.passed else "failed"))
    return rows + _line_rows(check.frames, language)


def _error_rows(report: Report, language: str) -> list[_Row]:
    """Where there is no counterexample: the line at which the program ended, and what Python says."""
    rows = _line_rows(report.frames, language)
    if report.python_message is not None:
        label = "Python"
        if not rows and report.line is not None:
            label = say(language, "offline.line", line=report.line)
        rows.append(_Row(label, report.python_message, code=True))
    return rows


def _line_rows(frames: Sequence[Frame], language: str) -> list[_Row]:
    """The learner's innermost line."""
    return [
        _Row(say(language, "offline.line", line=frame.line), frame.text.strip(), code=True)
        for frame in frames[-1:]
    ]


def _remark_rows(remarks: Sequence[str], language: str) -> list[_Row]:
    return [_Row(say(language, "offline.remark"), remark) for remark in remarks]


def _other_rows(report: Report, shown: CheckReport | None, language: str, style: Style) -> list[_Row]:
    """The other checks that are not passed, a line each; passed ones are in the count above."""
    others = [
        f"{style.sign('failed')} {one_line(check.title)} {style.sign('dot')} {one_line(check.message)}"
        for check in report.checks
        if check is not shown and check.outcome not in _UNTOLD
    ]
    label = say(language, "offline.also")
    return [
        _Row(label if number == 0 else "", text)
        for number, text in enumerate(_first(others, _OTHERS, language))
    ]


def _first(lines: Sequence[str], most: int, language: str) -> list[str]:
    """The first lines, and how many there are besides."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], say(language, "offline.more", count=len(lines) - most + 1)]


# --- layout -----------------------------------------------------------------------------------


def _rows(rows: Sequence[_Row], style: Style) -> list[str]:
    """Labels in a column of their own, texts wrapped beside it; below it where the terminal is narrow."""
    labels = max((len(row.label) for row in rows), default=0)
    narrow = style.width < _NARROWEST + labels
    indent = 6 if narrow else labels + 6
    lines = []
    for row in rows:
        wrapped = _wrapped(row, max(style.width - indent, 20))
        label = row.label
        if narrow and label:
            lines.append(f"    {style.paint(label, 'dim')}")
            label = ""
        for part in wrapped:
            lead = f"    {style.paint(label, 'dim')}{' ' * (indent - 4 - len(label))}"
            lines.append(lead + (style.paint(part, row.how) if row.how else part))
            label = ""
    return lines


def _wrapped(row: _Row, width: int) -> list[str]:
    lines: list[str] = []
    for line in clean(row.text).splitlines() or [""]:
        lines += textwrap.wrap(
            line if row.code else re.sub(r"\s+", " ", line),
            width,
            break_on_hyphens=False,
            replace_whitespace=False,
            drop_whitespace=not row.code,
        ) or [""]
    return lines


# --- the whole --------------------------------------------------------------------------------


def summary_text(
    counts: Mapping[Outcome, int], isolation: Isolation | None, language: str, style: Style, python: str
) -> str:
    """How many files came to which verdict, and around what isolation that was found."""
    parts = [
        style.paint(
            f"{counts[outcome]} {say(language, f'offline.verdict.{outcome.value}')}", _manner(outcome)
        )
        for outcome in Outcome
        if counts.get(outcome)
    ]
    lines = [f"{files_text(sum(counts.values()), language)}: {', '.join(parts)}"]
    notes = say(language, "offline.checked_with", python=python)
    if isolation is not None:
        notes = f"{notes} {_isolation_text(isolation, language)}"
    lines += [style.paint(line, "dim") for line in textwrap.wrap(notes, style.width)]
    return "\n".join(lines)


def files_text(count: int, language: str) -> str:
    """How many files, in words."""
    return say(language, "offline.one_file") if count == 1 else say(language, "offline.files", count=count)


def left_out_text(left_out: Sequence[HandIn], language: str, style: Style) -> str:
    """Which files beside those checked were not, and what to do; a few names for each reason."""
    heading = say(language, "offline.left_out", files=files_text(len(left_out), language))
    lines = [style.paint(f"{style.sign('unknown')} {heading}", "unknown")]
    for told, names in left_out_by_reason(left_out, language):
        lines += [f"    {line}" for line in textwrap.wrap(told, max(style.width - 4, 20))]
        lines += [f"        {name}" for name in names]
    return "\n".join(lines)


def left_out_by_reason(left_out: Sequence[HandIn], language: str) -> list[tuple[str, list[str]]]:
    """What is said of the files left out, and the names of the first of those that it is said of."""
    found: dict[str, list[str]] = {}
    for each in left_out:
        if each.unreadable is not None:
            found.setdefault(each.unreadable.told(language), []).append(one_line(each.shown))
    return [(told, _first(names, _OTHERS, language)) for told, names in found.items()]


def _isolation_text(isolation: Isolation, language: str) -> str:
    names = [field.name for field in fields(isolation)]
    reached = [say(language, f"offline.isolation.{name}") for name in names if getattr(isolation, name)]
    missing = [say(language, f"offline.isolation.{name}") for name in names if not getattr(isolation, name)]
    if not missing:
        return say(language, "offline.isolation_all")
    if not reached:
        return say(language, "offline.isolation_none")
    return say(language, "offline.isolation_part", reached=", ".join(reached), missing=", ".join(missing))


def lessons_text(lessons: Sequence[Lesson], language: str, style: Style) -> str:
    """Lessons and their exercises, a line each."""
    names = [one_line(exercise.name) for lesson in lessons for exercise in lesson.exercises]
    width = max(map(len, names), default=0)
    lines = []
    for lesson in lessons:
        lines.append(f"{style.paint(one_line(lesson.name), 'bold')}  {one_line(lesson.title)}")
        lines += [
            f"  {one_line(exercise.name):{width}}  {one_line(exercise.title)}"
            for exercise in lesson.exercises
        ]
        if not lesson.exercises:
            lines.append(f"  {say(language, 'offline.lesson_without_exercises')}")
    return "\n".join(lines)
