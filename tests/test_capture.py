from __future__ import annotations

import collections
import enum
import sys
import threading
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hostile import VALUE_LIARS

from checker.capture import bounded, capture, plain, type_name
from checker.jsontext import json_text, parse_json
from checker.wire import read


def lying(name: str, base: type) -> Any:
    """A subclass of a builtin that fails when anything at all is asked of it itself."""

    def asked(*_: object) -> Any:
        raise AssertionError("asked")

    methods = """__eq__ __hash__ __len__ __iter__ __getitem__ __repr__ __str__ __format__ __float__ __int__
        __index__ __bool__ __contains__ __getattribute__ __sub__ __add__ __lt__ __getattr__"""
    return type(name, (base,), dict.fromkeys(methods.split(), asked))


Text = lying("Text", str)
Number = lying("Number", float)
Whole = lying("Whole", int)
Point = lying("Point", collections.namedtuple("Pair", "x y"))
Row = lying("Row", list)
Table = lying("Table", dict)
Group = lying("Group", set)
Third = lying("Third", Fraction)


class Color(enum.IntEnum):
    RED = 3


def tagged(tag: str, content: object, **more: object) -> dict[str, object]:
    return {"t": tag, "v": content, **more}


@pytest.mark.parametrize(
    "value", [None, True, False, 0, -7, 2**53 - 1, 0.5, -0.0, 1e308, "", "ä\n", "\ud83d"]
)
def test_scalars_that_json_keeps_are_themselves(value: object) -> None:
    wire = capture(value)
    assert wire == value
    assert type(wire) is type(value)


@pytest.mark.parametrize(
    ("text", "wire"),
    [
        ("2**53", tagged("int", "0x20000000000000")),
        ("-(2**53)", tagged("int", "-0x20000000000000")),
        ("1 << 10_000_000", {"t": "int", "cut": True, "bits": 10_000_001}),
        ("Whole(1 << 200_000)", {"t": "int", "cut": True, "bits": 200_001, "c": "Whole"}),
        ("Whole(5)", tagged("int", "0x5", c="Whole")),
        ("Color.RED", tagged("int", "0x3", c="Color")),
        ("float('nan')", tagged("float", "nan")),
        ("float('-inf')", tagged("float", "-inf")),
        ("Number(0.5)", tagged("float", "0.5", c="Number")),
        ("1 - 2j", tagged("complex", [1.0, -2.0])),
        ("complex('nan')", tagged("complex", [tagged("float", "nan"), 0.0])),
        ("Fraction(-1, 3)", tagged("fraction", ["-0x1", "0x3"])),
        ("Third(1, 3)", tagged("fraction", ["0x1", "0x3"], c="Third")),
        ("Decimal('0.10')", tagged("decimal", "0.10")),
        ("Decimal('sNaN')", tagged("decimal", "sNaN")),
        ("type('Money', (Decimal,), {'__str__': None})('1.50')", tagged("decimal", "1.50", c="Money")),
        ("Text('ab')", tagged("str", "ab", n=2, c="Text")),
        ("b'\\x00\\xff'", tagged("bytes", "00ff", n=2)),
        ("bytearray(b'\\x01')", tagged("bytes", "01", n=1, c="bytearray")),
        ("memoryview(b'\\x01\\x02')", tagged("bytes", "0102", n=2, c="memoryview")),
        ("memoryview(b'abcd')[::2]", {"t": "object", "c": "memoryview"}),
    ],
)
def test_other_scalars_carry_a_tag(text: str, wire: object) -> None:
    assert capture(eval(text)) == wire


@pytest.mark.parametrize(
    ("text", "wire"),
    [
        ("[1, [2.0]]", [1, [2.0]]),
        ("()", tagged("tuple", [], n=0)),
        ("(1, 'a')", tagged("tuple", [1, "a"], n=2)),
        ("Point(1, 2)", tagged("tuple", [1, 2], n=2, c="Point")),
        ("Row([1])", tagged("list", [1], n=1, c="Row")),
        ("{'a': 1}", {"a": 1}),
        ("{}", {}),
        ("{'t': 1}", tagged("dict", [["t", 1]], n=1)),
        ("{1: 2, 'a': 3}", tagged("dict", [[1, 2], ["a", 3]], n=2)),
        ("{(1,): 2}", tagged("dict", [[tagged("tuple", [1], n=1), 2]], n=1)),
        ("Table(a=1)", tagged("dict", [["a", 1]], n=1, c="Table")),
        ("collections.Counter('aa')", tagged("dict", [["a", 2]], n=1, c="Counter")),
        ("{3, 1, 20}", tagged("set", [1, 20, 3], n=3)),
        ("frozenset('ba')", tagged("frozenset", ["a", "b"], n=2)),
        ("Group([1])", tagged("set", [1], n=1, c="Group")),
        ("(x for x in 'ab')", tagged("iterator", ["a", "b"], c="generator")),
        ("map(abs, [-1])", tagged("iterator", [1], c="map")),
        ("zip([1], [2], strict=True)", tagged("iterator", [tagged("tuple", [1, 2], n=2)], c="zip")),
        ("iter([1])", tagged("iterator", [1], c="list_iterator")),
        ("iter(int, 1)", tagged("iterator", [0] * 20, cut=True, c="callable_iterator")),
        ("range(3)", tagged("iterator", [0, 1, 2], c="range")),
        ("{1: 2}.keys()", tagged("iterator", [1], c="dict_keys")),
        ("{1: 2}.items()", tagged("iterator", [tagged("tuple", [1, 2], n=2)], c="dict_items")),
    ],
)
def test_containers_and_iterators_hold_their_items(text: str, wire: object) -> None:
    assert capture(eval(text)) == wire


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (object(), "object"),
        (len, "builtin_function_or_method"),
        (lying, "function"),
        (int, "type"),
        (sys, "module"),
        (..., "ellipsis"),
        (collections.deque([1]), "collections.deque"),
        (ValueError("a"), "ValueError"),
        (enum.Enum("E", "A").A, "test_capture.E"),  # type: ignore[attr-defined]
    ],
)
def test_anything_else_is_the_name_of_its_class(value: object, name: str) -> None:
    assert capture(value) == {"t": "object", "c": name}


def test_a_class_of_the_program_itself_goes_without_its_module() -> None:
    assert capture(type("K", (), {"__module__": "__main__"})()) == {"t": "object", "c": "K"}


def test_twenty_items_of_an_iterator_are_all_when_there_are_no_more() -> None:
    assert capture(iter(range(20))) == tagged("iterator", list(range(20)), c="range_iterator")
    assert capture(iter(range(21))) == tagged("iterator", list(range(20)), cut=True, c="range_iterator")


@pytest.mark.parametrize("error", [ValueError, StopIteration, KeyboardInterrupt, SystemExit, RuntimeError])
def test_an_iterator_that_raises_keeps_what_came_before(error: type[BaseException]) -> None:
    class Raising:
        def __init__(self) -> None:
            self.left = 2

        def __next__(self) -> int:
            self.left -= 1
            if self.left < 0:
                raise error
            return 7

    wire = capture(Raising())
    assert isinstance(wire, dict)
    assert wire["v"] == [7, 7]
    assert wire.get("cut", False) is (error is not StopIteration)


# --- limits -----------------------------------------------------------------------------------


def test_a_cycle_is_told_where_it_closes() -> None:
    ring: list[object] = [1]
    ring.append({"a": (ring,)})
    assert capture(ring) == [1, {"a": tagged("tuple", [{"t": "cycle"}], n=1)}]


def test_one_object_in_two_places_is_no_cycle() -> None:
    shared = [1]
    assert capture([shared, shared]) == [[1], [1]]


@pytest.mark.parametrize("depth", [49, 50, 51, 100_000])
def test_nesting_is_kept_to_a_depth_of_fifty(depth: int) -> None:
    nested: object = 7
    for _ in range(depth):
        nested = [nested]
    wire, seen = capture(nested), 0
    while isinstance(wire, list):
        (wire,), seen = wire, seen + 1
    assert seen == min(depth, 50)
    assert wire == (7 if depth <= 50 else {"t": "cut"})


def test_ten_thousand_values_are_kept_and_the_true_length_is_told() -> None:
    wire: Any = capture([0] * 3_000_000)
    assert (wire["t"], wire["n"], wire["cut"], len(wire["v"])) == ("list", 3_000_000, True, 9999)
    wire = capture(dict.fromkeys(range(20_000), 0))
    assert (wire["t"], wire["n"], wire["cut"], len(wire["v"])) == ("dict", 20_000, True, 4999)
    assert len(wire["v"][-1]) == 2


def test_texts_are_kept_to_sixteen_kib_a_value() -> None:
    wire: Any = capture(["x" * 10_000, "y" * 10_000, "z", ""])
    assert wire[0] == "x" * 10_000
    assert wire[1:] == [
        tagged("str", "y" * (16 * 1024 - 10_000), n=10_000, cut=True),
        tagged("str", "", n=1, cut=True),
        "",
    ]


def test_a_key_that_is_cut_is_no_plain_key() -> None:
    wire: Any = capture({"x" * 20_000: 1})
    assert wire["t"] == "dict"
    assert wire["v"][0][0]["cut"] is True


def test_bytes_are_kept_to_four_kib_a_value() -> None:
    wire: Any = capture([bytes(5000), b"a"])
    assert [len(item["v"]) // 2 for item in wire] == [4096, 0]
    assert [(item["n"], item["cut"]) for item in wire] == [(5000, True), (1, True)]


def test_many_large_ints_are_kept_to_a_million_bits() -> None:
    wire: Any = capture([1 << 90_000] * 20)
    assert [item["t"] for item in wire] == ["int"] * 11 + ["cut"] * 9
    assert capture(Fraction(1, 1 << 200_000)) == {"t": "cut"}
    assert capture(Decimal("1" * 20_000)) == {"t": "cut"}


def test_sets_do_not_depend_on_the_order_of_hashes() -> None:
    words = [f"wort{number}" for number in range(100)]
    backwards = words[::-1]
    assert json_text(capture(set(words))) == json_text(capture(set(backwards)))


def test_a_container_that_a_thread_changes_is_still_read() -> None:
    changing: dict[int, int] = dict.fromkeys(range(100), 0)
    done = threading.Event()

    def change() -> None:
        number = 100
        while not done.is_set():
            changing[number] = changing.pop(number - 100, 0)
            number += 1

    thread = threading.Thread(target=change)
    thread.start()
    try:
        assert all(isinstance(capture(changing), dict) for _ in range(200))
    finally:
        done.set()
        thread.join()


def test_near_the_limit_of_recursion_something_is_still_said() -> None:
    def deeper() -> object:
        try:
            return deeper()
        except RecursionError:
            return capture([[[[[[[1]]]]]]])

    assert isinstance(deeper(), (list, dict))


@pytest.mark.parametrize("name", VALUE_LIARS)
def test_the_judging_side_reads_whatever_is_captured(name: str) -> None:
    if "sys.modules" in VALUE_LIARS[name]:
        return  # observed in a process of its own, in test_observe
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(VALUE_LIARS[name], namespace)
    text = json_text(capture(namespace["antwort"]))
    assert len(text) < 400_000
    assert read(parse_json(text))
    for left in ("wert", "antwort"):
        if type(namespace[left]) is tuple and hasattr(namespace[left][0], "close"):
            namespace[left][0].close()


# --- names and texts --------------------------------------------------------------------------


def test_plain_text_is_an_exact_str_that_can_be_encoded() -> None:
    assert plain("abc", 2) == "ab"
    assert type(plain(Text("abc"), 10)) is str
    assert plain("a\udc80", 10) == "a\\udc80"
    assert plain("\udc80" * 10, 10) == "\\udc80\\udc"


def test_bounded_text_says_that_there_is_more() -> None:
    assert bounded("abc", 3) == "abc"
    assert bounded("abcd", 3) == "ab…"


def test_the_name_of_a_class_is_asked_of_type_alone() -> None:
    class Meta(type):
        def __getattribute__(cls, name: str) -> Any:
            raise AssertionError("asked")

    assert type_name(Meta("K", (), {})) == "K"
    assert type_name(collections.OrderedDict, qualified=True) == "collections.OrderedDict"
    assert type_name(int, qualified=True) == "int"
