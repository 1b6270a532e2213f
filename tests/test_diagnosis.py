from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest
from handmade import GENERATOR, ONE, PAIR, gave, known, raised, value_of

from checker.compare import compare
from checker.diagnosis import Seen, kind_of_difference, recognise
from checker.model import Component, Kind, Mistake, Value, ValueKind

THIRD, SIXTH = 1 / 3, 1 / 6
FIVE = tuple(Component(name, 0.005) for name in "abcde")


def kind(
    *pairs: tuple[object, object], components: Sequence[Component] = PAIR, printed: Sequence[str] = ()
) -> Kind | None:
    """The kind of difference of these results: (expected, got) each."""
    lines = [*printed, *[""] * len(pairs)]
    seen = [
        Seen(value_of(due), compare(value_of(due), value_of(got), components), line)
        for (due, got), line in zip(pairs, lines, strict=False)
    ]
    return kind_of_difference(seen, components)


def test_right_results_differ_in_no_way() -> None:
    assert kind(((0.0, 0.5), (0, 0.5))) is None
    assert kind() is None


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        ([0.5, THIRD], Kind.LIST_NOT_TUPLE),
        ({0.5, THIRD}, Kind.SET_NOT_TUPLE),
        ({"recall": 0.5}, Kind.DICT_NOT_TUPLE),
        (GENERATOR, Kind.GENERATOR_NOT_TUPLE),
        ("0.5", Kind.NOT_A_TUPLE),
        ((0.5,), Kind.WRONG_LENGTH),
        (None, Kind.NONE_RETURNED),
        ((True, True), Kind.BOOL_NOT_NUMBER),
        (("0.5", THIRD), Kind.TEXT_NOT_NUMBER),
        ((0.5, float("nan")), Kind.NAN),
        ((0.5, 1j), Kind.COMPLEX_NOT_NUMBER),
        ((0.5, None), Kind.NOT_A_NUMBER),
        ((0.7, 0.1), Kind.WRONG_VALUE),
    ],
)
def test_a_kind_is_named_when_every_wrong_result_shows_it(got: object, expected: Kind) -> None:
    due = (0.5, THIRD)
    assert kind((due, got)) is expected
    assert kind((due, got), ((0.0, 0.0), (0.0, 0.0)), (due, got)) is expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([0.5, THIRD], (0.7, 0.1)),
        (None, (0.7, 0.1)),
        ((True, THIRD), ("0.5", THIRD)),
        (("0.5", 0.1), (0.5, THIRD)),
        ((0.5,), [0.5, THIRD]),
    ],
)
def test_no_kind_is_named_when_results_are_wrong_in_different_ways(one: object, other: object) -> None:
    assert kind(((0.5, THIRD), one), ((0.5, THIRD), other)) is None


# --- swapped ------------------------------------------------------------------------------------


def test_swapped_components_are_seen() -> None:
    assert kind(((0.0, 0.5), (0.5, 0.0)), ((1.0, 0.25), (0.25, 1.0)), ((1, 1), (1, 1))) is Kind.SWAPPED


def test_a_right_result_that_swapping_would_have_spoilt_speaks_against_it() -> None:
    assert kind(((0.0, 0.5), (0.5, 0.0)), ((1.0, 0.25), (1.0, 0.25))) is Kind.WRONG_VALUE


def test_zeros_and_ones_alone_may_as_well_be_shares_turned_round() -> None:
    assert kind(((1.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (1.0, 0.0))) is Kind.WRONG_VALUE


def test_of_five_components_two_or_more_may_be_swapped() -> None:
    due = (0.95, 0.0, 0.85, 0.25, 1.0)
    assert kind((due, (0.85, 0.0, 0.95, 0.25, 1.0)), components=FIVE) is Kind.SWAPPED
    assert kind((due, (1.0, 0.95, 0.0, 0.85, 0.25)), components=FIVE) is Kind.SWAPPED
    assert kind((due, (0.95, 0.95, 0.85, 0.25, 1.0)), components=FIVE) is Kind.WRONG_VALUE
    assert kind((due, (0.95, 1.0, 0.85, 0.25, 0.0)), components=FIVE) is Kind.WRONG_VALUE
    assert kind((due, (0.85, 0.0, 0.95, 0.75, 1.0)), components=FIVE) is Kind.WRONG_VALUE


def test_texts_may_be_swapped_too() -> None:
    assert kind((("A", "B"), ("B", "A")), (("C", "D"), ("D", "C"))) is Kind.SWAPPED


# --- percent and rounded ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pairs",
    [
        [((0.5, 0.25), (50, 25.0))],
        [((0.5, THIRD), (50.0, 100 / 3)), ((0.0, 0.0), (0, 0))],
        [((0.5, THIRD), (50.0, 33.33)), ((1.0, SIXTH), (100, 16.67))],
        [((0.5, THIRD), (50, 33)), ((1.0, SIXTH), (100, 17))],
        [((0.5, THIRD), (0.5, 100 / 3)), ((1.0, SIXTH), (1.0, 100 / 6))],
        [((1.0, 0.0), (100.0, 0.0))],
        [((0.5, 0.25), (Decimal(50), Decimal(25)))],
    ],
)
def test_percent_is_seen_rounded_or_not_and_in_one_component_too(
    pairs: list[tuple[object, object]],
) -> None:
    assert kind(*pairs) is Kind.PERCENT


@pytest.mark.parametrize(
    "pairs",
    [
        [((0.5, 0.25), (50, 20))],
        [((0.5, 0.25), (50, 25)), ((1.0, 0.0), (1.0, 0.0))],
        [((0.0, 0.5), (0.3, 0.5))],
        [((0.02, 0.0), (2.3, 0.0))],
        [((2.5, 0.25), (250.0, 25.0))],
    ],
)
def test_percent_is_not_said_when_a_result_speaks_against_it(pairs: list[tuple[object, object]]) -> None:
    assert kind(*pairs) is Kind.WRONG_VALUE


@pytest.mark.parametrize("digits", range(1, 7))
def test_rounded_results_are_seen_by_their_digits(digits: int) -> None:
    pairs = [((n / 7, n / 13), (round(n / 7, digits), round(n / 13, digits))) for n in range(1, 7)]
    assert kind(*pairs) is Kind.ROUNDED


def test_halves_may_be_rounded_up_or_down() -> None:
    assert kind(((0.125, 1.0), (0.13, 1.0)), ((0.375, 1.0), (0.38, 1.0))) is Kind.ROUNDED
    assert kind(((0.125, 1.0), (0.12, 1.0)), ((0.375, 1.0), (0.38, 1.0))) is Kind.ROUNDED


def test_one_component_may_be_rounded_and_the_other_not() -> None:
    assert kind(((0.5, THIRD), (0.5, 0.33)), ((THIRD, SIXTH), (THIRD, 0.17))) is Kind.ROUNDED


@pytest.mark.parametrize(
    "pairs",
    [
        [((0.5, 0.4583), (0.5, 0.5))],
        [((0.5, THIRD), (0.5, 0.33)), ((0.5, SIXTH), (0.5, SIXTH))],
        [((0.5, THIRD), (0.5, 0.33)), ((0.5, SIXTH), (0.5, 0.16))],
        [((0.5, THIRD), (0.5, 0.4)), ((0.5, SIXTH), (0.5, 0.2))],
        [((0.5, THIRD), (0.5, THIRD + 2e-9))],
        [((0.5, THIRD), (0.5, 1e308))],
        [((0.5, THIRD), (0.5, float("inf")))],
        [((0.5, THIRD), (0.5, 10**400))],
    ],
)
def test_rounded_is_not_said_by_one_digit_of_one_result_or_against_the_others(
    pairs: list[tuple[object, object]],
) -> None:
    assert kind(*pairs) is Kind.WRONG_VALUE


# --- printed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "printed",
    [
        "0.5 0.3333333333333333\n",
        "(0.5, 0.3333333333333333)",
        "recall = 0.50, mrr = 0.33",
        "Fall 7: 0.5; 0.333",
    ],
)
def test_what_is_due_may_be_printed_instead_of_returned(printed: str) -> None:
    assert kind(((0.5, THIRD), None), printed=[printed]) is Kind.PRINTED


@pytest.mark.parametrize("printed", ["", "los", "0.5", "0.3333333333333333 0.5", "0.5 0.3", "0.51 0.34"])
def test_printed_is_not_said_when_something_else_was_printed(printed: str) -> None:
    assert kind(((0.5, THIRD), None), printed=[printed]) is Kind.NONE_RETURNED


def test_printed_is_said_only_when_all_cases_print_what_is_due() -> None:
    pairs = [((0.5, THIRD), None), ((0.25, SIXTH), None)]
    assert kind(*pairs, printed=["0.5 0.33", "0.25 0.17"]) is Kind.PRINTED
    assert kind(*pairs, printed=["0.5 0.33", ""]) is Kind.NONE_RETURNED


def test_a_text_may_be_printed_too() -> None:
    assert kind(("kap1", None), components=ONE, printed=["kap1\n"]) is Kind.PRINTED
    assert kind((["a", "b"], None), components=ONE, printed=["['a', 'b']"]) is Kind.PRINTED
    assert kind((True, None), components=ONE, printed=["True"]) is Kind.PRINTED
    assert kind((True, None), components=ONE, printed=["False"]) is Kind.NONE_RETURNED


# --- mistakes -----------------------------------------------------------------------------------

EXPECTED = [known((0.0, 0.5)), known((1.0, 0.25)), known((1.0, 1.0))]


def mistake(name: str, *column: object, message: str = "") -> Mistake:
    seen = tuple(due if item is ... else known(item) for item, due in zip(column, EXPECTED, strict=True))
    return Mistake(name, message or f"Worte zu {name}", seen)


SWAP = mistake("vertauscht", (0.5, 0.0), (0.25, 1.0), ...)
LIST = mistake("liste", [0.0, 0.5], [1.0, 0.25], [1.0, 1.0])
NOTHING = mistake("nichts", None, None, None)
ERROR = mistake("index", ValueError, ..., ...)


@pytest.mark.parametrize(
    ("results", "name"),
    [
        ([gave((0.5, 0.0)), gave((0.25, 1)), gave((1.0, 1.0))], "vertauscht"),
        ([gave((0.5 + 1e-10, 0.0)), gave((0.25, 1)), gave((1.0, 1.0))], "vertauscht"),
        ([gave([0.0, 0.5]), gave([1.0, 0.25]), gave([1, 1])], "liste"),
        ([gave(None)] * 3, "nichts"),
        ([raised("ValueError", "any words"), gave((1.0, 0.25)), gave((1.0, 1.0))], "index"),
        ([gave((0.5, 0.0)), gave((0.25, 1)), gave((1.0, 0.9))], None),
        ([gave((0.5, 0.0)), gave((1.0, 0.25)), gave((1.0, 1.0))], None),
        ([gave((0.0, 0.5)), gave([1.0, 0.25]), gave([1, 1])], None),
        ([raised("KeyError"), gave((1.0, 0.25)), gave((1.0, 1.0))], None),
        ([gave(None, "0.0 0.5\n"), gave(None), gave(None)], None),
        ([gave((0.0, 0.5)), gave((1.0, 0.25)), gave((1.0, 1.0))], None),
        ([gave([0.0, 0.5, 0.0]), gave([1.0, 0.25]), gave([1, 1])], None),
    ],
)
def test_a_mistake_is_recognised_when_all_results_equal_its_column(
    results: Sequence[object], name: str | None
) -> None:
    found = recognise([SWAP, LIST, NOTHING, ERROR], EXPECTED, results, PAIR)  # type: ignore[arg-type]
    assert (None if found is None else found.name) == name


def test_what_was_printed_belongs_to_a_column() -> None:
    seen = Mistake("gedruckt", "…", tuple(known(None, "0.5\n") for _ in EXPECTED))
    results = [gave(None, "0.5\n")] * 3
    assert recognise([NOTHING, seen], EXPECTED, results, PAIR) is seen
    assert recognise([NOTHING, seen], EXPECTED, [gave(None)] * 3, PAIR) is NOTHING


def test_of_twins_only_shared_words_are_said() -> None:
    twin = Mistake("zwilling", SWAP.message, SWAP.column)
    other = Mistake("anderer", "Andere Worte", SWAP.column)
    results = [gave((0.5, 0.0)), gave((0.25, 1)), gave((1.0, 1.0))]
    assert recognise([SWAP, twin], EXPECTED, results, PAIR) is SWAP
    assert recognise([SWAP, twin, other], EXPECTED, results, PAIR) is None


def test_every_component_of_a_column_has_its_own_tolerance() -> None:
    components = (Component("grob", 0.01), Component("genau"))
    results = [gave((0.505, 0.0)), gave((0.25, 1)), gave((1.0, 1.0))]
    assert recognise([SWAP], EXPECTED, results, components) is SWAP
    assert recognise([SWAP], EXPECTED, results, components[::-1]) is None


def test_a_function_where_a_value_is_due_can_be_a_mistake() -> None:
    function = Value(ValueKind.OBJECT, class_name="function")
    column = mistake("funktion", function, function, function)
    assert recognise([column], EXPECTED, [gave(function)] * 3, PAIR) is column
    other = Value(ValueKind.OBJECT, class_name="Klasse")
    assert recognise([column], EXPECTED, [gave(other)] * 3, PAIR) is None
