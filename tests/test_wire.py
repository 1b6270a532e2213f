from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction

import pytest

from checker.model import Value, ValueKind
from checker.wire import MAX_DEPTH, MAX_NODES, MalformedWire, read, write

WIRES = [
    None,
    True,
    False,
    0,
    -7,
    2**53 - 1,
    1.0,
    -0.5,
    1e308,
    "",
    "Grüße \ud800",
    [],
    [1, [2.0, None]],
    {},
    {"erwartet": None, "gefunden": ["B", "A"]},
    {"t": "int", "v": "-0x1fffffffffffffffff"},
    {"t": "int", "v": "0x5", "c": "Zahl"},
    {"t": "int", "cut": True, "bits": 400_000},
    {"t": "float", "v": "inf"},
    {"t": "float", "v": "-inf"},
    {"t": "float", "v": "1e-05", "c": "Anteil"},
    {"t": "complex", "v": [1.0, {"t": "float", "v": "inf"}]},
    {"t": "fraction", "v": ["-0x1", "0x3"]},
    {"t": "decimal", "v": "0.10"},
    {"t": "decimal", "v": "-Infinity", "c": "Geld"},
    {"t": "str", "v": "abc", "n": 3, "c": "Name"},
    {"t": "str", "v": "abc", "n": 90_000, "cut": True},
    {"t": "bytes", "v": "00ff", "n": 2},
    {"t": "bytes", "v": "00", "n": 5_000, "cut": True},
    {"t": "tuple", "v": [0.0, 0.5], "n": 2},
    {"t": "tuple", "v": [0.0], "n": 1, "c": "Paar"},
    {"t": "list", "v": [1], "n": 70_000, "cut": True},
    {"t": "set", "v": [1, 2], "n": 2},
    {"t": "frozenset", "v": [], "n": 0},
    {"t": "dict", "v": [[1, "a"], [{"t": "tuple", "v": [], "n": 0}, None]], "n": 2},
    {"t": "dict", "v": [["t", 1]], "n": 1},
    {"t": "iterator", "v": [1, 2], "cut": True, "c": "generator"},
    {"t": "iterator", "v": [], "c": "map"},
    {"t": "object", "c": "modul.Klasse"},
    {"t": "cycle"},
    {"t": "cut"},
]


@pytest.mark.parametrize("wire", WIRES, ids=json.dumps)
def test_what_is_read_is_written_back_the_same(wire: object) -> None:
    text = json.dumps(write(read(wire)), sort_keys=True)
    assert text == json.dumps(wire, sort_keys=True)
    assert read(json.loads(text)) == read(wire)


def test_values_have_the_scalar_that_was_meant() -> None:
    assert read({"t": "int", "v": "0x20000000000000"}) == Value(ValueKind.INT, 2**53)
    assert read({"t": "fraction", "v": ["0x1", "0x3"]}).scalar == Fraction(1, 3)
    assert read({"t": "decimal", "v": "0.1"}).scalar == Decimal("0.1")
    assert read({"t": "complex", "v": [1.0, -2.0]}).scalar == complex(1, -2)
    nan = read({"t": "float", "v": "nan"}).scalar
    assert isinstance(nan, float)
    assert math.isnan(nan)


def test_items_of_a_dict_alternate_between_keys_and_values() -> None:
    value = read({"a": 1})
    assert [item.scalar for item in value.items] == ["a", 1]
    assert (value.kind, value.length) == (ValueKind.DICT, 1)


def test_a_cut_int_keeps_its_number_of_bits() -> None:
    value = read({"t": "int", "cut": True, "bits": 400_000})
    assert (value.kind, value.scalar, value.length, value.cut) == (ValueKind.INT, None, 400_000, True)


MALFORMED = {
    "an unknown tag": {"t": "tupel", "v": [], "n": 0},
    "a tag that is no text": {"t": ["tuple"], "v": [], "n": 0},
    "a tag that cannot be hashed": {"t": {"t": "int"}},
    "a reference outside of arguments": {"t": "ref", "id": 1},
    "a definition outside of arguments": {"t": "def", "id": 1, "v": []},
    "a key too many": {"t": "cycle", "v": 1},
    "a key too few": {"t": "tuple", "v": []},
    "a tuple of no list": {"t": "tuple", "v": {"0": 1}, "n": 1},
    "a length below what is there": {"t": "tuple", "v": [1, 2], "n": 1},
    "a length above what is there, uncut": {"t": "tuple", "v": [1], "n": 2},
    "a length that is a bool": {"t": "tuple", "v": [1], "n": True},
    "a length that is negative": {"t": "set", "v": [], "n": -1},
    "cut that is a number": {"t": "tuple", "v": [], "n": 9, "cut": 1},
    "a class name that is a number": {"t": "tuple", "v": [], "n": 0, "c": 5},
    "an object without a class": {"t": "object"},
    "a pair of three": {"t": "dict", "v": [[1, 2, 3]], "n": 1},
    "a pair that is no list": {"t": "dict", "v": ["ab"], "n": 1},
    "an int in decimal": {"t": "int", "v": "12"},
    "an int in words": {"t": "int", "v": "0xzz"},
    "an int too long": {"t": "int", "v": "0x" + "f" * 25_002},
    "an int as a number": {"t": "int", "v": 12},
    "bits of an int that is not cut": {"t": "int", "cut": False, "bits": 9},
    "a plain int that JSON does not keep": 2**53,
    "a plain nan": math.nan,
    "a plain inf": math.inf,
    "a float with underscores": {"t": "float", "v": "1_0.0"},
    "a float in Arabic digits": {"t": "float", "v": "\u0661.0"},
    "a float as a number": {"t": "float", "v": 1.5},
    "a complex of one part": {"t": "complex", "v": [1.0]},
    "a complex of ints": {"t": "complex", "v": [1, 2]},
    "a complex of tagged ints": {"t": "complex", "v": [{"t": "int", "v": "nan"}, 1.0]},
    "a fraction over zero": {"t": "fraction", "v": ["0x1", "0x0"]},
    "a fraction over less than zero": {"t": "fraction", "v": ["0x1", "-0x2"]},
    "a decimal that is none": {"t": "decimal", "v": "1.2.3"},
    "a decimal with spaces": {"t": "decimal", "v": " 1"},
    "bytes that are no hex": {"t": "bytes", "v": "0g", "n": 1},
    "half a byte": {"t": "bytes", "v": "0", "n": 1},
    "a text that is a number": {"t": "str", "v": 5, "n": 1},
    "a Python tuple": (1, 2),
    "a Python set": {1},
    "a dict with a key that is no text": {1: 2},
}


@pytest.mark.parametrize("wire", MALFORMED.values(), ids=MALFORMED)
def test_anything_else_is_refused(wire: object) -> None:
    with pytest.raises(MalformedWire):
        read(wire)


def test_nesting_is_refused_beyond_its_limit_and_never_a_recursion_error() -> None:
    fine: object = []
    for _ in range(MAX_DEPTH):
        fine = [fine]
    read(fine)
    deep = fine
    for _ in range(2_000):
        deep = [deep]
    with pytest.raises(MalformedWire):
        read(deep)


def test_more_values_than_are_ever_captured_are_refused() -> None:
    read([0] * (MAX_NODES - 1))
    with pytest.raises(MalformedWire):
        read([0] * MAX_NODES)
