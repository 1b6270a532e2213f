from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest

from checker.calls import Unwritable, argument_values, arguments_alone, arguments_size, arguments_to_wire
from checker.literal import source
from checker.model import Case, SameObject


def shared_twice() -> Case:
    both = ["A"]
    return Case(([{"gefunden": both}, {"gefunden": both}], 1), name="geteilt")


def test_plain_arguments_are_plain_json() -> None:
    (args,) = arguments_to_wire([Case(([{"erwartet": None, "gefunden": ["A"]}], 1, 0.5, True))])
    assert args == ([{"erwartet": None, "gefunden": ["A"]}], 1, 0.5, True)


def test_what_json_lacks_carries_a_tag() -> None:
    ((args),) = arguments_to_wire(
        [Case(((1, 2), {1: "a"}, {"t": 1}, b"\x01", float("nan"), 2**60, 1j, Fraction(1, 3), Decimal("0.1")))]
    )
    assert json.dumps(args) == json.dumps(
        [
            {"t": "tuple", "v": [1, 2], "n": 2},
            {"t": "dict", "v": [[1, "a"]], "n": 1},
            {"t": "dict", "v": [["t", 1]], "n": 1},
            {"t": "bytes", "v": "01", "n": 1},
            {"t": "float", "v": "nan"},
            {"t": "int", "v": hex(2**60)},
            {"t": "complex", "v": [0.0, 1.0]},
            {"t": "fraction", "v": ["0x1", "0x3"]},
            {"t": "decimal", "v": "0.1"},
        ]
    )


def test_a_set_is_written_in_an_order_that_no_hash_decides() -> None:
    words = {f"kap{number}" for number in range(50)}
    ((first,),) = arguments_to_wire([Case((words,))])
    ((second,),) = arguments_to_wire([Case(({*list(words)[::-1]},))])
    assert json.dumps(first) == json.dumps(second)


def test_one_object_in_two_places_is_written_once() -> None:
    (args,) = arguments_to_wire([shared_twice()])
    assert args == ([{"gefunden": {"t": "def", "id": 1, "v": ["A"]}}, {"gefunden": {"t": "ref", "id": 1}}], 1)


def test_equal_objects_that_are_not_the_same_are_written_each() -> None:
    (args,) = arguments_to_wire([Case((["A"], ["A"]))])
    assert args == (["A"], ["A"])


def test_an_object_that_holds_itself_can_be_written_and_shown() -> None:
    ring: list[object] = [1]
    ring.append(ring)
    calls = arguments_to_wire([Case((ring,))])
    assert calls == (({"t": "def", "id": 1, "v": [1, {"t": "ref", "id": 1}]},),)
    assert source(argument_values(calls, 0)[0]) == "[1, [...]]"


def test_the_object_of_an_earlier_case_is_named_by_its_call() -> None:
    calls = arguments_to_wire([Case((1, [2]), name="zuerst"), Case((3, SameObject("zuerst", 1)))])
    assert calls[1] == (3, {"t": "same", "probe": 0, "arg": 1})
    assert [source(value) for value in argument_values(calls, 1)] == ["3", "[2]"]


@pytest.mark.parametrize(
    ("cases", "words"),
    [
        ([Case((SameObject("später", 0),)), Case(([],), name="später")], "no earlier case"),
        ([Case((SameObject("selbst", 0),), name="selbst")], "no earlier case"),
        ([Case((SameObject("nie", 0),))], "no earlier case"),
        ([Case(([],), name="eins"), Case((SameObject("eins", 1),))], "has none such"),
        ([Case(([],), name="eins"), Case(([SameObject("eins", 0)],))], "whole argument only"),
        ([Case((object(),))], "type object"),
        ([Case((range(3),))], "type range"),
        ([Case((type("Liste", (list,), {})(),))], "type Liste"),
        ([Case((2**100_001,))], "bits"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words(cases: list[Case], words: str) -> None:
    with pytest.raises(Unwritable, match=words):
        arguments_to_wire(cases)


def test_arguments_nested_too_deep_are_refused() -> None:
    deep: object = 1
    for _ in range(2_000):
        deep = [deep]
    with pytest.raises(Unwritable, match="deep"):
        arguments_to_wire([Case((deep,))])


def test_alone_the_object_of_an_earlier_call_is_given_anew() -> None:
    calls = arguments_to_wire([Case(([1], 1), name="a"), Case((SameObject("a", 0), 2), name="b")])
    assert arguments_alone(calls, 1) == ({"t": "def", "id": 1, "v": [1]}, 2)
    chained = arguments_to_wire(
        [Case(([1], 1), name="a"), Case((SameObject("a", 0), 2), name="b"), Case((SameObject("b", 0), 3))]
    )
    assert arguments_alone(chained, 2) == ({"t": "def", "id": 1, "v": [1]}, 3)


def test_alone_what_was_one_object_stays_one() -> None:
    calls = arguments_to_wire([Case(([1],), name="a"), Case((SameObject("a", 0), SameObject("a", 0)))])
    assert arguments_alone(calls, 1) == ({"t": "def", "id": 1, "v": [1]}, {"t": "ref", "id": 1})


def test_alone_ids_of_two_calls_do_not_meet() -> None:
    own = ["B"]
    calls = arguments_to_wire([shared_twice(), Case((SameObject("geteilt", 0), [own, own]))])
    assert arguments_alone(calls, 1) == (
        {
            "t": "def",
            "id": 1,
            "v": [{"gefunden": {"t": "def", "id": 2, "v": ["A"]}}, {"gefunden": {"t": "ref", "id": 2}}],
        },
        [{"t": "def", "id": 3, "v": ["B"]}, {"t": "ref", "id": 3}],
    )
    assert source(argument_values(calls, 1)[0]) == "[{'gefunden': ['A']}, {'gefunden': ['A']}]"


def test_alone_a_plain_value_stays_plain() -> None:
    calls = arguments_to_wire([Case((7,), name="a"), Case((SameObject("a", 0),))])
    assert arguments_alone(calls, 1) == (7,)


def test_references_in_tuples_and_dicts_are_followed() -> None:
    inner = [1]
    calls = arguments_to_wire([Case(((inner, {2: inner}),))])
    assert source(argument_values(calls, 0)[0]) == "([1], {2: [1]})"


def test_the_size_of_a_call_is_that_of_its_text() -> None:
    assert arguments_size(("A", 1)) == len('["A", 1]')
