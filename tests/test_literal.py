from __future__ import annotations

import ast

import pytest
from handmade import value_of

from checker.literal import call_source, source
from checker.model import Value, ValueKind
from checker.wire import read

WHOLE = [
    (None, "None"),
    (True, "True"),
    (1.0, "1.0"),
    (-3, "-3"),
    ("A'B", '"A\'B"'),
    ([1, 2.5], "[1, 2.5]"),
    ((), "()"),
    ((1,), "(1,)"),
    ((0.0, 0.5), "(0.0, 0.5)"),
    ({}, "{}"),
    ({"erwartet": "A", "gefunden": ["B"]}, "{'erwartet': 'A', 'gefunden': ['B']}"),
    ({1: 2}, "{1: 2}"),
    (set(), "set()"),
    ({3}, "{3}"),
    (frozenset(), "frozenset()"),
    (frozenset({3}), "frozenset({3})"),
    (b"\x00a", "b'\\x00a'"),
    (float("nan"), "float('nan')"),
    (float("-inf"), "float('-inf')"),
    (1 + 2j, "(1+2j)"),
    ("\ud800", "'\\ud800'"),
    ("\u202e", "'\\u202e'"),
]


@pytest.mark.parametrize(("obj", "text"), WHOLE, ids=[text for _, text in WHOLE])
def test_small_values_are_written_as_python_writes_them(obj: object, text: str) -> None:
    assert source(value_of(obj)) == text


WIRES = [
    ({"t": "fraction", "v": ["0x1", "0x3"]}, "Fraction(1, 3)"),
    ({"t": "decimal", "v": "0.1"}, "Decimal('0.1')"),
    ({"t": "tuple", "v": [1, 2], "n": 2, "c": "Paar"}, "Paar((1, 2))"),
    ({"t": "float", "v": "0.5", "c": "Anteil"}, "Anteil(0.5)"),
    ({"t": "iterator", "v": [0.0, 0.5], "c": "generator"}, "<generator: 0.0, 0.5>"),
    ({"t": "iterator", "v": [1], "c": "count", "cut": True}, "<count: 1, …>"),
    ({"t": "iterator", "v": [], "c": "map"}, "<map>"),
    ({"t": "object", "c": "modul.Klasse"}, "<modul.Klasse>"),
    ({"t": "object", "c": "ellipsis"}, "..."),
    ({"t": "int", "cut": True, "bits": 400_000}, "<int, 400000 bit>"),
    ({"t": "list", "v": [1], "n": 9_000, "cut": True}, "[1, …]"),
    ({"t": "str", "v": "abc", "n": 9_000, "cut": True}, "'abc…'"),
    ([{"t": "cycle"}], "[[...]]"),
    ([{"t": "cut"}], "[…]"),
]


@pytest.mark.parametrize(("wire", "text"), WIRES, ids=[text for _, text in WIRES])
def test_what_python_has_no_literal_for_is_still_shown(wire: object, text: str) -> None:
    assert source(read(wire)) == text


HUGE = {
    "a power of ten": (10**5000, "100000000000…000000000000"),
    "below zero": (-(10**5000) - 7, "-100000000000…000000000007"),
    "just below a power of ten": (10**5000 - 1, "999999999999…999999999999"),
    "as many bits as are kept": (10**30_000 + 123, "100000000000…000000000123"),
    "just too long": (12 * 10**39 + 5, "120000000000…000000000005"),
}


@pytest.mark.parametrize(("number", "text"), HUGE.values(), ids=HUGE)
def test_a_huge_int_shows_its_first_and_last_digits_whatever_python_allows(number: int, text: str) -> None:
    assert source(Value(ValueKind.INT, number)) == text


def test_an_int_of_forty_digits_is_written_out() -> None:
    assert source(Value(ValueKind.INT, 10**39)) == str(10**39)


LONG = [
    list(range(1_000)),
    [{"erwartet": f"kap{i}", "gefunden": ["kap1", "kap2"]} for i in range(300)],
    ["x" * 1_000],
    "x" * 5_000 + "\ud800" * 5_000,
    "'\"" * 5_000,
    b"\xff" * 5_000,
    {f"kap{i}": i for i in range(1_000)},
    {"schlüssel" * 100: "wert" * 100},
    tuple("abc" for _ in range(500)),
    [[[[["tief"] * 50] * 50]]],
    10**3_000,
]


@pytest.mark.parametrize("obj", LONG, ids=[str(number) for number in range(len(LONG))])
@pytest.mark.parametrize("limit", [40, 120, 300])
def test_long_values_are_shortened_in_the_middle_to_about_the_limit(obj: object, limit: int) -> None:
    text = source(value_of(obj), limit)
    assert "…" in text
    assert len(text) <= limit + 20


def test_the_beginning_and_the_end_of_a_long_list_stay() -> None:
    text = source(value_of(list(range(1_000))), 60)
    assert text.startswith("[0, 1, 2, 3, ")
    assert text.endswith(", 998, 999]")
    cases = [{"erwartet": f"kap{i}", "gefunden": ["kap1"]} for i in range(300)]
    text = source(value_of(cases), 200)
    assert text.startswith("[{'erwartet': 'kap0', 'gefunden': ['kap1']}, ")
    assert text.endswith("{'erwartet': 'kap299', 'gefunden': ['kap1']}]")


def test_the_end_of_a_long_text_stays_and_its_quotes_are_escaped() -> None:
    text = source(value_of("it's " * 100 + "over"), 40)
    assert text.startswith("'it\\'s it")
    assert text.endswith("s over'")


def test_a_value_nested_to_its_limit_is_shortened_too() -> None:
    deep: object = 1
    for _ in range(50):
        deep = [deep, "abcdefghijkl"]
    assert len(source(value_of(deep))) <= 320


def test_a_call_with_small_arguments_can_be_copied() -> None:
    args = [value_of([{"erwartet": "A", "gefunden": ["B", "A"]}]), value_of(1)]
    text = call_source("retrieval_metriken", args)
    assert text == "retrieval_metriken([{'erwartet': 'A', 'gefunden': ['B', 'A']}], 1)"
    ast.parse(text)


def test_in_a_call_small_arguments_stay_whole_beside_large_ones() -> None:
    args = [value_of(list(range(5_000))), value_of("kap1"), value_of(7)]
    text = call_source("f", args, 100)
    assert text.endswith(", 4999], 'kap1', 7)")
    assert len(text) <= 110


def test_a_call_without_arguments_has_empty_brackets() -> None:
    assert call_source("f", []) == "f()"
