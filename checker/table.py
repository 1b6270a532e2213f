"""The case table: what is asked, what is expected, and what each known mistake gives. cases.json.

Written by compiling, committed, and read here strictly: a table that does not fit its exercise must
never turn into a verdict about a learner.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from checker.calls import Unwritable, argument_values, arguments_alone, arguments_size, arguments_to_wire
from checker.model import FORMAT, CaseObservation, Mistake, ProbeOutcome, ProbeResult, Wire
from checker.parsing import parse
from checker.wire import MalformedWire, read, write

__all__ = [
    "MalformedTable",
    "Table",
    "TableCase",
    "Unwritable",
    "argument_values",
    "arguments_alone",
    "arguments_size",
    "arguments_to_wire",
    "case_observation",
    "table_from_json",
    "table_to_json",
    "text_hash",
]


class MalformedTable(ValueError):  # noqa: N818 - it names what was found
    """A cases.json that this version cannot have written."""


@dataclass(frozen=True, slots=True)
class TableCase:
    """One case: its check (None for a value exercise), its arguments in wire form, what is expected."""

    check: str | None
    name: str | None
    args: tuple[Wire, ...]
    expected: CaseObservation


@dataclass(frozen=True, slots=True)
class Table:
    """All cases in the order in which they are called, and a column for each known mistake.

    `hashes` are those of the files that the table was made from, by file name; `python` is the
    version that computed it.
    """

    python: str
    hashes: Mapping[str, str]
    cases: tuple[TableCase, ...]
    mistakes: tuple[Mistake, ...]


def text_hash(text: str) -> str:
    """The SHA-256 of a file's text (line ends read as \\n), in hex, as `hashes` holds it."""
    import hashlib  # noqa: PLC0415 - slow to import where OpenSSL is behind it

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def case_observation(result: ProbeResult) -> CaseObservation:
    """What a known program gave for a case, as the table keeps it.

    Raises ValueError where the probe has no result: such a program cannot be a column.
    """
    if result.outcome is ProbeOutcome.VALUE and result.value is not None:
        return CaseObservation(value=result.value, stdout=result.stdout)
    if result.outcome is ProbeOutcome.RAISED and result.raised is not None:
        return CaseObservation(raised=result.raised.type, stdout=result.stdout)
    raise ValueError(f"a probe that came out as {result.outcome} has no place in a table")


# --- reading ----------------------------------------------------------------------------------


def table_from_json(text: str) -> Table:
    """Read a cases.json; raises MalformedTable, which says what is wrong and where."""
    try:
        document = parse(text)
    except ValueError as error:
        raise MalformedTable(f"not JSON: {error}") from None
    found = _object(document, "the document")
    if found.get("format") != FORMAT:
        raise MalformedTable(f"its format is {found.get('format')!r}, read is {FORMAT}")
    messages = _texts(found.get("mistakes"), "mistakes")
    rows = _list(found.get("cases"), "cases")
    # Columns hold the same few results over and over: each is read once.
    known: dict[str, CaseObservation] = {}
    cases = tuple([_case(row, index, known) for index, row in enumerate(rows)])
    if not cases:
        raise MalformedTable("it has no cases")
    columns = {name: [case.expected for case in cases] for name in messages}
    for index, row in enumerate(rows):
        _differing(_object(row, f"case {index}").get("mistakes", {}), index, columns, known)
    return Table(
        python=_text(found.get("python"), "python"),
        hashes=_texts(found.get("hashes"), "hashes"),
        cases=cases,
        mistakes=tuple([Mistake(name, text, tuple(columns[name])) for name, text in messages.items()]),
    )


def _case(row: object, index: int, known: dict[str, CaseObservation]) -> TableCase:
    case = _object(row, f"case {index}")
    check, name = case.get("check"), case.get("name")
    if not isinstance(check, str | None) or not isinstance(name, str | None):
        raise MalformedTable(f"case {index}: its check and its name are texts or null")
    return TableCase(
        check=check,
        name=name,
        args=tuple(_list(case.get("args"), f"case {index}: args")),
        expected=_observation(case.get("expected"), f"case {index}: expected", known),
    )


def _differing(
    row: object,
    index: int,
    columns: Mapping[str, list[CaseObservation]],
    known: dict[str, CaseObservation],
) -> None:
    for name, seen in _object(row, f"case {index}: mistakes").items():
        if name not in columns:
            raise MalformedTable(f"case {index} has a column {name!r} that is no mistake of the table")
        columns[name][index] = _observation(seen, f"case {index}: {name}", known)


def _observation(found: object, where: str, known: dict[str, CaseObservation]) -> CaseObservation:
    text = json.dumps(found)
    if text not in known:
        known[text] = _new_observation(_object(found, where), where)
    return known[text]


def _new_observation(seen: Mapping[str, object], where: str) -> CaseObservation:
    stdout = _text(seen.get("stdout", ""), f"{where}: stdout")
    if seen.keys() - {"stdout"} == {"raised"}:
        return CaseObservation(raised=_text(seen["raised"], f"{where}: raised"), stdout=stdout)
    if seen.keys() - {"stdout"} != {"value"}:
        raise MalformedTable(f"{where}: has neither a value nor an exception, or both")
    try:
        return CaseObservation(value=read(seen["value"]), stdout=stdout)
    except MalformedWire as error:
        raise MalformedTable(f"{where}: {error}") from None


def _object(found: object, where: str) -> dict[str, object]:
    if not isinstance(found, dict):
        raise MalformedTable(f"{where} is no object")
    return found


def _list(found: object, where: str) -> list[object]:
    if not isinstance(found, list):
        raise MalformedTable(f"{where} is no list")
    return found


def _text(found: object, where: str) -> str:
    if not isinstance(found, str):
        raise MalformedTable(f"{where} is no text")
    return found


def _texts(found: object, where: str) -> dict[str, str]:
    return {key: _text(text, f"{where}: {key}") for key, text in _object(found, where).items()}


# --- writing ----------------------------------------------------------------------------------


def table_to_json(table: Table) -> str:
    """The text of cases.json: the same table gives the same text, a few lines a case, to be reviewed."""
    head = {"python": table.python, "hashes": dict(table.hashes)}
    head |= {"mistakes": {mistake.name: mistake.message for mistake in table.mistakes}}
    lines = ["{", f'"format": {FORMAT},']
    lines += [f"{json.dumps(key)}: {json.dumps(found, indent=1)}," for key, found in head.items()]
    cases = [_case_text(table, index) for index in range(len(table.cases))]
    return "\n".join([*lines, '"cases": [', ",\n".join(cases), "]", "}", ""])


def _case_text(table: Table, index: int) -> str:
    case = table.cases[index]
    expected = _observation_text(case.expected)
    columns = {mistake.name: _observation_text(mistake.column[index]) for mistake in table.mistakes}
    differing = [f"{json.dumps(name)}: {text}" for name, text in columns.items() if text != expected]
    mistakes = ",\n  ".join(differing)
    return "\n".join(
        [
            f'{{"check": {json.dumps(case.check)}, "name": {json.dumps(case.name)},',
            f' "args": {json.dumps(list(case.args), allow_nan=False)},',
            f' "expected": {expected},',
            f' "mistakes": {{{mistakes}}}}}',
        ]
    )


def _observation_text(seen: CaseObservation) -> str:
    found: dict[str, object] = {"raised": seen.raised} if seen.value is None else {"value": write(seen.value)}
    if seen.stdout:
        found["stdout"] = seen.stdout
    return json.dumps(found, allow_nan=False)
