from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest
from handmade import ONE, PAIR, value_of

from checker.compare import comparable, compare, equal, within
from checker.model import Component, Kind, Value, ValueKind

# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        (1, 1.0, True),
        (10**400, 10**400, True),
        (10**400, 10**400 + 1, False),
        (10**400, float("inf"), False),
        (Fraction(1, 3), 1 / 3, True),
        (10**300 + 0.0, 10**300, False),
        (float("inf"), float("inf"), True),
        (float("inf"), Decimal("Infinity"), True),
        (float("inf"), -float("inf"), False),
        (float("inf"), 1e308, False),
        (1.0, float("inf"), False),
        (float("nan"), float("nan"), True),
        (float("nan"), 1.0, False),
        (1.0, float("nan"), False),
        (Decimal("1e-999999"), 0, True),
        (-1e308, 1e308, False),
    ],
)
def test_numbers_are_compared_exactly_and_never_overflow(expected: object, got: object, same: bool) -> None:
    assert within(value_of(expected), value_of(got), 1e-9) is same


# --- what other lessons expect ------------------------------------------------------------------

NESTED = {"a": [1, 2.5], "b": ("x", None)}


@pytest.mark.parametrize(
    ("expected", "got", "kind"),
    [
        ("kap1", "kap1", None),
        ("kap1", "kap10", Kind.WRONG_VALUE),
        ("kap1", b"kap1", Kind.WRONG_TYPE),
        ("0", 0, Kind.WRONG_TYPE),
        (0, "0", Kind.TEXT_NOT_NUMBER),
        (None, None, None),
        (None, 0, Kind.WRONG_TYPE),
        (0, None, Kind.NONE_RETURNED),
        ("", None, Kind.NONE_RETURNED),
        (True, True, None),
        (True, False, Kind.WRONG_VALUE),
        (True, 1, Kind.WRONG_TYPE),
        (1, True, Kind.BOOL_NOT_NUMBER),
        (b"ab", b"ab", None),
        (1 + 1j, 1 + 1j, None),
        ([], [], None),
        (["a", "b"], ["a", "b"], None),
        (["a", "b"], ["b", "a"], Kind.WRONG_VALUE),
        (["a"], ["a", "b"], Kind.WRONG_VALUE),
        (["a"], ("a",), Kind.WRONG_TYPE),
        ([0.1 + 0.2], [0.3], None),
        ([1], [True], Kind.WRONG_VALUE),
        ((1, ("x", 2)), (1.0, ("x", 2)), None),
        ((1, 2), [1, 2], Kind.LIST_NOT_TUPLE),
        ((1, 2), "12", Kind.NOT_A_TUPLE),
        (NESTED, {"b": ("x", None), "a": [1.0, 2.5]}, None),
        (NESTED, {"a": [1, 2.5]}, Kind.WRONG_VALUE),
        (NESTED, {"a": [1, 2.5], "c": ("x", None)}, Kind.WRONG_VALUE),
        ({1: "a"}, {1.0: "a"}, None),
        ({1: "a"}, {True: "a"}, Kind.WRONG_VALUE),
        ({(1, 2): "a"}, {(1, 2): "a"}, None),
        ({1, 2}, {2, 1}, None),
        ({0.1 + 0.2}, {0.3}, None),
        ({1, 2}, {1}, Kind.WRONG_VALUE),
        ({1}, {1, 2}, Kind.WRONG_VALUE),
        ({1}, frozenset({1}), Kind.WRONG_TYPE),
        ({float(n) for n in range(500)}, {float(n) for n in range(500, 1_000)}, Kind.WRONG_VALUE),
    ],
)
def test_the_expected_value_says_what_is_due(expected: object, got: object, kind: Kind | None) -> None:
    compared = compare(value_of(expected), value_of(got), ONE)
    assert compared.passed is (kind is None)
    assert compared.kinds == (frozenset() if kind is None else frozenset({kind}))


def test_a_counter_is_a_dict_and_a_text_of_ones_own_class_a_text() -> None:
    counter = Value(ValueKind.DICT, None, value_of({"a": 1}).items, "Counter", 1)
    name = Value(ValueKind.STR, "a", class_name="Name", length=1)
    assert equal(value_of({"a": 1}), counter, 1e-9)
    assert equal(value_of("a"), name, 1e-9)


def test_what_was_cut_is_never_equal() -> None:
    for cut in (
        Value(ValueKind.LIST, None, value_of([1]).items, None, 9, cut=True),
        Value(ValueKind.DICT, None, value_of({"a": 1}).items, None, 9, cut=True),
        Value(ValueKind.STR, "a", length=9, cut=True),
        Value(ValueKind.SET, None, value_of({1}).items, None, 9, cut=True),
        Value(ValueKind.INT, None, length=400_000, cut=True),
    ):
        assert not equal(cut, cut, 1e-9)
        assert not comparable(cut)


def test_an_object_without_content_is_never_equal_and_cannot_be_expected() -> None:
    for kind in (ValueKind.OBJECT, ValueKind.CYCLE, ValueKind.CUT):
        bare = Value(kind, class_name="Ding")
        assert not equal(bare, bare, 1e-9)
        assert not comparable(Value(ValueKind.LIST, None, (bare,), None, 1))
    assert comparable(value_of(NESTED))


def test_every_component_is_compared_with_its_own_tolerance() -> None:
    components = (Component("genau"), Component("grob", 0.1), Component("name"))
    compared = compare(value_of((1.0, 1.0, "x")), value_of((1.05, 1.05, "y")), components)
    assert [(part.name, part.kind) for part in compared.parts] == [
        ("genau", Kind.WRONG_VALUE),
        ("grob", None),
        ("name", Kind.WRONG_VALUE),
    ]


def test_numbers_within_a_component_have_its_tolerance() -> None:
    components = (Component("liste", 0.1), Component("name"))
    assert compare(value_of(([1.0], "x")), value_of(([1.05], "x")), components).passed


@pytest.mark.parametrize(
    ("got", "names"), [([0.0, 0.5], ["recall", "mrr"]), ({0.0, 0.5}, []), ((0.0,), []), (None, []), (5, [])]
)
def test_parts_are_there_where_the_result_can_be_taken_apart(got: object, names: Sequence[str]) -> None:
    compared = compare(value_of((0.0, 0.5)), value_of(got), PAIR)
    assert [part.name for part in compared.parts] == names
    assert not compared.passed
