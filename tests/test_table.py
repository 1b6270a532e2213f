from __future__ import annotations

import json
from dataclasses import replace

import pytest
from handmade import UNFINISHED, function, gave, known, raised, value_of

from checker.model import Case, CaseObservation, SameObject
from checker.table import (
    MalformedTable,
    Table,
    arguments_to_wire,
    case_observation,
    table_from_json,
    table_to_json,
    text_hash,
)

TABLE = replace(
    function(
        {
            "beispiele": [(Case(([1, "ä"],), name="liste"), (0.0, 0.5)), (Case(([],)), ZeroDivisionError)],
            "mehr": [(Case((SameObject("liste", 0),)), (0.0, 0.5))],
        },
        mistakes={
            "liste": ("Runde Klammern.", [[0.0, 0.5], ZeroDivisionError, [0.0, 0.5]]),
            "leer": ("Denk an die leere Liste.", [(0.0, 0.5), (0.0, 0.0), (0.0, 0.5)]),
        },
    ).table,
    hashes={"exercise.py": "00", "solution.py": "11"},
)


def test_a_table_is_read_as_it_was_written() -> None:
    text = table_to_json(TABLE)
    assert table_from_json(text) == TABLE
    assert table_to_json(table_from_json(text)) == text


def test_a_table_is_plain_json_in_ascii_with_a_few_lines_a_case() -> None:
    text = table_to_json(TABLE)
    assert text.isascii()
    assert text.endswith("}\n")
    document = json.loads(text)
    assert list(document) == ["format", "python", "hashes", "mistakes", "cases"]
    assert document["format"] == 1
    assert document["mistakes"] == {"liste": "Runde Klammern.", "leer": "Denk an die leere Liste."}
    assert document["cases"][1] == {
        "check": "beispiele",
        "name": None,
        "args": [[]],
        "expected": {"raised": "ZeroDivisionError"},
        "mistakes": {"leer": {"value": {"t": "tuple", "v": [0.0, 0.0], "n": 2}}},
    }
    assert document["cases"][2]["args"] == [{"t": "same", "probe": 0, "arg": 0}]
    assert ' "expected": {"value": {"t": "tuple", "v": [0.0, 0.5], "n": 2}},' in text.splitlines()


def test_a_case_holds_only_the_columns_that_differ() -> None:
    document = json.loads(table_to_json(TABLE))
    assert [list(case["mistakes"]) for case in document["cases"]] == [["liste"], ["leer"], ["liste"]]


def test_what_was_printed_makes_a_column_differ() -> None:
    loud = Table(
        "3.14.2", {}, TABLE.cases[:1], (replace(TABLE.mistakes[0], column=(known((0.0, 0.5), "x\n"),)),)
    )
    document = json.loads(table_to_json(loud))
    assert document["cases"][0]["mistakes"]["liste"]["stdout"] == "x\n"
    assert table_from_json(table_to_json(loud)) == loud


def test_nan_in_a_column_differs_from_itself_no_more_than_on_paper() -> None:
    nan = known((float("nan"), 0.5))
    case = replace(TABLE.cases[0], expected=nan)
    table = Table("3.14.2", {}, (case,), (replace(TABLE.mistakes[0], column=(known((float("nan"), 0.5)),)),))
    assert json.loads(table_to_json(table))["cases"][0]["mistakes"] == {}


def test_columns_that_do_not_differ_share_the_expected_observation() -> None:
    table = table_from_json(table_to_json(TABLE))
    assert table.mistakes[1].column[0] is table.cases[0].expected
    assert table.mistakes[0].column[1] is table.cases[1].expected


def test_a_probe_becomes_what_the_table_keeps() -> None:
    assert case_observation(gave((0.0, 0.5), "x")) == CaseObservation(value_of((0.0, 0.5)), None, "x")
    assert case_observation(raised("KeyError", "'a'")) == CaseObservation(raised="KeyError")
    with pytest.raises(ValueError, match="unfinished"):
        case_observation(UNFINISHED)


def test_arguments_can_be_written_from_here_too() -> None:
    assert arguments_to_wire([Case((1, "A"))]) == ((1, "A"),)


def test_a_hash_is_that_of_the_text() -> None:
    assert text_hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert text_hash("ä") != text_hash("a")
    assert len(text_hash("\ud800")) == 64


CASE: dict[str, object] = {"check": "c", "name": None, "args": [], "expected": {"value": 1}, "mistakes": {}}
DOCUMENT: dict[str, object] = {"format": 1, "python": "3.14.2", "hashes": {}, "mistakes": {}, "cases": [CASE]}
MALFORMED = {
    "no JSON": ("{", "not JSON"),
    "nan": ('{"format": NaN}', "not JSON"),
    "nesting without end": ("[" * 100_000, "not JSON"),
    "no object": ("[]", "no object"),
    "another format": (DOCUMENT | {"format": 2}, "format is 2"),
    "no format": ({}, "format is None"),
    "no cases": (DOCUMENT | {"cases": []}, "no cases"),
    "cases that are no list": (DOCUMENT | {"cases": {}}, "cases is no list"),
    "a case that is no object": (DOCUMENT | {"cases": [1]}, "case 0 is no object"),
    "a check that is no text": (DOCUMENT | {"cases": [CASE | {"check": 1}]}, "case 0: its check"),
    "arguments that are no list": (DOCUMENT | {"cases": [CASE | {"args": 1}]}, "case 0: args is no list"),
    "nothing expected": (DOCUMENT | {"cases": [CASE | {"expected": None}]}, "case 0: expected is no object"),
    "neither value nor exception": (DOCUMENT | {"cases": [CASE | {"expected": {}}]}, "neither a value"),
    "both": (DOCUMENT | {"cases": [CASE | {"expected": {"value": 1, "raised": "X"}}]}, "or both"),
    "a value that is none": (
        DOCUMENT | {"cases": [CASE | {"expected": {"value": {"t": "tuple"}}}]},
        "case 0: expected: keys",
    ),
    "a column of no mistake": (
        DOCUMENT | {"cases": [CASE | {"mistakes": {"x": {"value": 1}}}]},
        "a column 'x' that is no mistake",
    ),
    "hashes that are no texts": (DOCUMENT | {"hashes": {"exercise.py": 5}}, "hashes: exercise.py is no text"),
    "no Python": ({key: found for key, found in DOCUMENT.items() if key != "python"}, "python is no text"),
}


@pytest.mark.parametrize(("document", "words"), MALFORMED.values(), ids=MALFORMED)
def test_anything_else_is_refused_and_said_where(document: object, words: str) -> None:
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(MalformedTable, match=words):
        table_from_json(text)
