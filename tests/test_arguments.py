from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from checker.arguments import Pool, build, numbers_in
from checker.capture import capture
from checker.jsontext import json_text
from checker.model import Wire


def built(wire: Wire) -> Any:
    return build(wire, Pool(numbers_in(json_text(wire))))


def changed(before: Wire, change: Any) -> bool:
    arguments = Pool().arguments(0, json_text([before]))
    change(arguments.values[0])
    return arguments.changed() == [0]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        5,
        10**30,
        0.5,
        float("inf"),
        1 + 2j,
        "ä",
        b"ab",
        Fraction(1, 3),
        Decimal("0.10"),
        [1, [2], ()],
        (1, (2,)),
        {"a": [1]},
        {"t": 1},
        {1: 2, (1,): 3},
        {1, 2},
        frozenset({"a"}),
    ],
)
def test_what_is_captured_is_built_again(value: object) -> None:
    made = built(capture(value))
    assert made == value
    assert type(made) is type(value)


def test_every_building_makes_new_objects() -> None:
    pool = Pool()
    text = json_text([["kapitel1", "kapitel1"], {"a": "kapitel1"}])
    first, second = pool.arguments(0, text).values, pool.arguments(1, text).values
    assert first == second
    assert first[0] is not second[0]
    inner: Any = first[0]
    one, other = inner
    assert one == other
    assert one is not other


def test_an_object_is_shared_across_the_arguments_of_one_call() -> None:
    pool = Pool()
    text = json_text([{"t": "def", "id": 1, "v": ["a"]}, [{"t": "ref", "id": 1}]])
    values: list[Any] = pool.arguments(0, text).values
    first, (second,) = values
    assert first is second
    assert pool.arguments(1, text).values[0] is not first


@pytest.mark.parametrize("wire", [["a"], {"a": 1}, {"t": "dict", "v": [[1, 2]], "n": 1}])
def test_a_shared_object_may_hold_itself(wire: Any) -> None:
    if isinstance(wire, list):
        made = built({"t": "def", "id": 1, "v": [*wire, {"t": "ref", "id": 1}]})
        assert made[-1] is made
    else:
        inner = {**wire, "ich": {"t": "ref", "id": 1}}
        if "t" in wire:
            inner = {**wire, "v": [*wire["v"], ["ich", {"t": "ref", "id": 1}]]}
        made = built({"t": "def", "id": 1, "v": inner})
        assert made["ich"] is made


def test_the_object_of_an_earlier_probe_is_that_very_object() -> None:
    pool = Pool()
    first = pool.arguments(0, json_text([["a"], 1])).values
    again = pool.arguments(1, json_text([{"t": "same", "probe": 0, "arg": 0}])).values
    third = pool.arguments(2, json_text([{"t": "same", "probe": 1, "arg": 0}])).values
    assert first[0] is again[0] is third[0]


@pytest.mark.parametrize(
    "wire",
    [
        {"t": "object", "c": "X"},
        {"t": "cut"},
        {"t": "ref", "id": 1},
        {"t": "same", "probe": 0, "arg": 0},
        {"t": "same", "probe": "0", "arg": 0},
        {"t": "int", "v": "zwölf"},
        {"t": "int", "v": 5},
        {"t": "fraction", "v": ["0x1", "0x0"]},
        {"t": "decimal", "v": "zwölf"},
        {"t": "complex", "v": [1, 2]},
        {"t": "dict", "v": [[[], 1]]},
        {"t": "set", "v": [[]]},
        {"t": "tuple"},
        {"t": None, "v": 1},
        {"t": [], "v": []},
    ],
)
def test_what_stands_for_no_argument_is_refused(wire: Wire) -> None:
    with pytest.raises(ValueError, match="stands for no argument"):
        built(wire)


def test_arguments_come_as_a_list() -> None:
    with pytest.raises(ValueError, match="stands for no argument"):
        Pool().arguments(0, '{"a":1}')


@pytest.mark.parametrize(
    ("before", "change"),
    [
        ([1, 2], lambda value: value.reverse()),
        ([1], lambda value: value.__setitem__(0, True)),
        ([1], lambda value: value.__setitem__(0, 1.0)),
        ([[]], lambda value: value[0].append(value)),
        ({"a": 1}, lambda value: value.update(a=2)),
        ({"a": 1, "b": 2}, lambda value: value.update(a=value.pop("a"))),
        ({"a": 1}, lambda value: value.clear()),
        ({"t": "set", "v": [1], "n": 1}, lambda value: value.add(2)),
        ({"t": "tuple", "v": [[1]], "n": 1}, lambda value: value[0].clear()),
        (["a"], lambda value: value.__setitem__(0, type("Text", (str,), {})("a"))),
    ],
)
def test_every_change_of_content_is_seen(before: Wire, change: Any) -> None:
    assert changed(before, change)


@pytest.mark.parametrize(
    "before",
    [
        [1, 2.5, None, True, "a", {"b": []}],
        {"t": "float", "v": "nan"},
        [{"t": "float", "v": "nan"}, {"t": "complex", "v": [{"t": "float", "v": "nan"}, 0.0]}],
        {"t": "set", "v": ["a", "b"], "n": 2},
        {"t": "def", "id": 1, "v": [{"t": "ref", "id": 1}]},
        {"t": "tuple", "v": [{"t": "int", "v": "0x20000000000000"}], "n": 1},
    ],
)
def test_what_is_not_changed_is_not_told(before: Wire) -> None:
    assert not changed(before, lambda value: None)


def test_a_change_and_its_undoing_are_no_change() -> None:
    assert not changed([1], lambda value: value.append(value.pop()))


def test_an_object_from_before_is_compared_with_what_it_was_before_this_call() -> None:
    pool = Pool()
    first: Any = pool.arguments(0, json_text([[1]]))
    first.values[0].append(2)
    again: Any = pool.arguments(1, json_text([{"t": "same", "probe": 0, "arg": 0}]))
    assert again.changed() == []
    again.values[0].append(3)
    assert again.changed() == [0]


def test_comparing_runs_nothing_of_the_program() -> None:
    class Trap:
        def __eq__(self, other: object) -> bool:
            raise AssertionError("asked")

        __hash__ = None  # type: ignore[assignment]

    assert changed(["a"], lambda value: value.__setitem__(0, Trap()))
    assert changed([["a"]], lambda value: value.__setitem__(0, Trap()))
