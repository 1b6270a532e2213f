from __future__ import annotations

from dataclasses import replace

import pytest
from handmade import (
    ALL_RIGHT,
    NOT_RUN,
    ONE,
    UNFINISHED,
    function,
    gave,
    raised,
    seen,
    simple,
    three_checks,
    value,
    value_of,
)

from checker.judge import follow_up, judge
from checker.model import (
    Case,
    Ended,
    Kind,
    Outcome,
    ProbeOutcome,
    ProbeResult,
    ProgramOutcome,
    ProgramResult,
    Value,
    ValueKind,
)

BOTH = simple((0.0, 0.5), (1.0, 0.25))
RIGHT = (gave((0.0, 0.5)), gave((1.0, 0.25)))

# --- what is shown ------------------------------------------------------------------------------


def test_differing_components_are_marked() -> None:
    report = judge(BOTH, seen(RIGHT[0], gave((1.0, 0.75))))
    assert [(part.name, part.expected, part.got, part.passed) for part in report.checks[0].components] == [
        ("recall", "1.0", "1.0", True),
        ("mrr", "0.25", "0.75", False),
    ]
    assert "Richtig: `recall`. Noch falsch: `mrr`." in report.message


def test_a_value_exercise_has_one_check_a_component() -> None:
    report = judge(value(0.95, 0.25, 1.0, components="abc"), seen(gave((0.95, 0.5, 1.0))))
    assert (report.verdict, report.passed, report.total) == (Outcome.FAILED, 2, 3)
    assert [check.outcome for check in report.checks] == [Outcome.PASSED, Outcome.FAILED, Outcome.PASSED]
    wrong = report.checks[1]
    assert (wrong.call, wrong.expected, wrong.got) == ("antwort", "0.25", "0.5")
    assert [(part.name, part.passed) for part in wrong.components] == [("b", False)]
    assert (wrong.cases, wrong.cases_passed) == (1, 0)
    assert report.shown == "b"


def test_a_list_instead_of_a_tuple_fails_every_check_of_a_value_exercise() -> None:
    report = judge(value(0.95, 0.25), seen(gave([0.95, 0.25])))
    assert [(check.outcome, check.kind) for check in report.checks] == [
        (Outcome.FAILED, Kind.LIST_NOT_TUPLE)
    ] * 2
    assert [check.got for check in report.checks] == ["[0.95, 0.25]"] * 2
    assert [check.expected for check in report.checks] == ["(0.95, 0.25)"] * 2
    assert (report.mistake, report.kind) == ("list_not_tuple", Kind.LIST_NOT_TUPLE)
    assert report.message.endswith("Die Werte darin stimmen.")


def test_a_value_that_cannot_be_taken_apart_is_shown_whole() -> None:
    report = judge(value(0.95, 0.25), seen(gave((0.95, 0.25, 1.0))))
    assert [check.got for check in report.checks] == ["(0.95, 0.25, 1.0)"] * 2
    assert report.kind is Kind.WRONG_LENGTH
    assert "nämlich `a`, `b`; im gezeigten Fall hat dein Ergebnis 3" in report.message


def test_a_single_value_is_no_tuple() -> None:
    report = judge(value("kap1", components=["quelle"]), seen(gave("kap2")))
    assert [(check.expected, check.got) for check in report.checks] == [("'kap1'", "'kap2'")]


def test_large_arguments_and_results_are_shortened() -> None:
    loaded = function({"alle": [(Case((list(range(10_000)),)), (0.0, 0.5))]})
    report = judge(loaded, seen(gave(tuple(range(5_000)))))
    check = report.checks[0]
    assert check.call is not None
    assert check.got is not None
    assert len(check.call) < 650
    assert check.call.endswith(", 9999])")
    assert len(check.got) < 330


def test_ints_of_five_thousand_digits_and_lone_surrogates_can_be_shown() -> None:
    report = judge(simple((0.0, 0.5)), seen(gave((10**5000, "\ud800"))))
    assert report.checks[0].got == "(100000000000…000000000000, '\\ud800')"


def test_an_argument_that_is_an_earlier_object_is_told() -> None:
    report = judge(three_checks(), seen(*ALL_RIGHT[:3], gave((0.0, 0.0))))
    check = report.checks[2]
    assert (check.call, check.remarks) == (
        "f([1, 2])",
        ("`faelle` ist hier dasselbe Objekt wie in einem früheren Aufruf.",),
    )


def test_what_was_printed_is_kept_whole_and_by_case() -> None:
    program = ProgramResult(ProgramOutcome.RAN, stdout="los\n", stderr="e0")
    probes = (gave((0.0, 0.5), "eins\n"), replace(gave((9.0, 9.0), "zwei\n"), stderr="e1"))
    report = judge(BOTH, seen(*probes, program=program))
    assert (report.stdout, report.stderr, report.checks[0].printed) == ("los\neins\nzwei\n", "e0e1", "zwei\n")


def test_output_that_was_cut_is_remarked() -> None:
    assert judge(BOTH, seen(*RIGHT, output_cut=True)).remarks == (
        "Es wurde mehr ausgegeben, als hier behalten wird.",
    )


def test_a_fault_of_the_observing_side_is_never_the_learners() -> None:
    report = judge(BOTH, seen(NOT_RUN, NOT_RUN, ended=Ended.FAULT, detail="no room"))
    assert report.verdict is Outcome.CHECKER_ERROR
    assert "nicht an deinem Code" in report.message
    assert report.remarks == ("Für die Autorin oder den Autor: no room",)


def test_printing_besides_is_passed() -> None:
    assert judge(BOTH, seen(gave((0, 0.5), "debug\n"), RIGHT[1])).verdict is Outcome.PASSED


def test_a_changed_argument_is_passed_with_a_remark() -> None:
    report = judge(BOTH, seen(gave((0.0, 0.5), mutated=(0,)), RIGHT[1]))
    assert report.verdict is Outcome.PASSED
    (remark,) = report.remarks
    assert "(`faelle`)" in remark


# --- why ----------------------------------------------------------------------------------------

WITH_MISTAKES = function(
    {"alle": [(Case(([1],)), (0.0, 0.5)), (Case(([2],)), (1.0, 0.25))]},
    mistakes={
        "vertauscht": ("Die Zahlen sind vertauscht.", [(0.5, 0.0), (0.25, 1.0)]),
        "index": ("Prüfe vorher mit in.", [ValueError, (1.0, 0.25)]),
    },
)


def test_a_known_mistake_is_told_in_its_own_words() -> None:
    report = judge(WITH_MISTAKES, seen(gave((0.5, 0.0)), gave((0.25, 1.0))))
    assert (report.verdict, report.mistake, report.message) == (
        Outcome.FAILED,
        "vertauscht",
        "Die Zahlen sind vertauscht.",
    )
    assert report.kind is Kind.SWAPPED


def test_a_known_mistake_may_be_an_exception() -> None:
    report = judge(WITH_MISTAKES, seen(raised("ValueError", "'A' is not in list", 7), RIGHT[1]))
    assert (report.verdict, report.mistake, report.message, report.line) == (
        Outcome.ERROR,
        "index",
        "Prüfe vorher mit in.",
        7,
    )


def test_what_was_not_seen_to_its_end_is_no_known_mistake() -> None:
    report = judge(WITH_MISTAKES, seen(gave((0.5, 0.0)), UNFINISHED, ended=Ended.TIMEOUT))
    assert report.mistake is None


def test_a_kind_of_difference_stands_for_a_mistake_but_a_plain_wrong_value_does_not() -> None:
    report = judge(BOTH, seen(gave([0.0, 0.5]), gave([1.0, 0.25])))
    assert (report.mistake, report.kind) == ("list_not_tuple", Kind.LIST_NOT_TUPLE)
    report = judge(BOTH, seen(gave((0.1, 0.2)), gave((0.3, 0.4))))
    assert (report.mistake, report.kind) == (None, Kind.WRONG_VALUE)


def test_where_results_are_wrong_in_different_ways_each_check_says_its_own() -> None:
    report = judge(three_checks(), seen(ALL_RIGHT[0], gave([0, 0]), gave([0, 0]), gave((0.0, 0.0))))
    assert (report.kind, report.mistake) == (None, None)
    assert [check.kind for check in report.checks] == [None, Kind.LIST_NOT_TUPLE, Kind.WRONG_VALUE]
    assert [check.message for check in report.checks] == ["", "Liste statt Tupel", "anderes Ergebnis"]


def test_right_examples_and_wrong_other_cases_are_told_apart() -> None:
    report = judge(three_checks(), seen(ALL_RIGHT[0], gave((9.0, 9.0)), gave((9.0, 9.0)), ALL_RIGHT[3]))
    assert report.message.startswith("Die Beispiele aus dem Text stimmen schon")
    report = judge(three_checks(), seen(gave((9.0, 9.0)), *ALL_RIGHT[1:]))
    assert "Beispiele" not in report.message


def test_printed_by_a_program_of_a_value_exercise_is_seen() -> None:
    program = ProgramResult(ProgramOutcome.RAN, names=("antwort",), stdout="0.95 0.25\n")
    report = judge(value(0.95, 0.25), seen(gave(None), program=program))
    assert report.kind is Kind.PRINTED
    assert "`antwort` ist `None`" in report.message


ELLIPSIS = Value(ValueKind.OBJECT, class_name="ellipsis")
COROUTINE = Value(ValueKind.OBJECT, class_name="coroutine")


def tuple_of(*items: object) -> Value:
    values = tuple(value_of(item) for item in items)
    return Value(ValueKind.TUPLE, items=values, length=len(values))


def test_what_is_in_percent_or_rounded_is_named_and_nothing_else() -> None:
    report = judge(BOTH, seen(gave((0.0, 50.0)), gave((1.0, 25.0))))
    assert report.kind is Kind.PERCENT
    assert report.message.startswith("In Prozent steht bei dir: `mrr`. Verlangt")
    report = judge(BOTH, seen(gave((0.0, 50.0)), gave((100.0, 25.0))))
    assert "bei dir: `recall`, `mrr`." in report.message
    report = judge(simple((1 / 3, 1 / 3), (1.0, 1 / 7)), seen(gave((1 / 3, 0.33)), gave((1.0, 0.14))))
    assert report.kind is Kind.ROUNDED
    assert report.message.startswith("Gerundet ist bei dir: `mrr`.")
    report = judge(BOTH, seen(gave((0.0, "0.5")), gave((1.0, "0.25"))))
    assert "ein Text: `mrr`." in report.message


def test_the_dots_of_the_starter_are_told_as_what_they_are() -> None:
    report = judge(value(0.95, 0.25), seen(gave(tuple_of(ELLIPSIS, ELLIPSIS))))
    assert report.message.startswith("Statt der Punkte `...` fehlt noch, was verlangt ist: `a`, `b`.")
    report = judge(value(0.95, 0.25), seen(gave(tuple_of(0.5, ELLIPSIS))))
    assert "verlangt ist: `b`." in report.message
    report = judge(BOTH, seen(gave(ELLIPSIS), gave(ELLIPSIS)))
    assert "verlangt ist: `recall`, `mrr`." in report.message


def test_what_an_async_function_gives_is_told_as_that() -> None:
    assert "`async def`" in judge(BOTH, seen(gave(COROUTINE), gave(COROUTINE))).message
    report = judge(BOTH, seen(gave(COROUTINE), gave((0.0, 0.0))))
    assert "`async def`" not in report.message


def test_twice_as_many_ints_may_be_decimals_with_a_comma() -> None:
    report = judge(value(0.95, 0.25), seen(gave((0, 95, 0, 25))))
    assert report.kind is Kind.WRONG_LENGTH
    assert "mit einem Punkt: `0.95`" in report.message
    for other in ((0, 95, 0), (0, 95, 0, 0.25), (0, 95, 0, True)):
        assert "Punkt" not in judge(value(0.95, 0.25), seen(gave(other))).message


def test_words_for_what_gives_values_one_by_one_fit_a_view_of_a_dict_too() -> None:
    view = Value(ValueKind.ITERATOR, None, (value_of(0.95), value_of(0.25)), "dict_values", 2)
    message = judge(value(0.95, 0.25), seen(gave(view))).message
    assert "Objekt vom Typ `dict_values`" in message
    assert "for" not in message


def test_what_stands_within_a_function_is_not_said_to_be_nowhere() -> None:
    absent = seen(
        ProbeResult(ProbeOutcome.NO_NAME), program=ProgramResult(ProgramOutcome.RAN, names=("main",))
    )
    assert judge(value(0.5, 0.25), absent).message.startswith("Außerhalb von Funktionen und Klassen gibt es")
    absent = seen(*[ProbeResult(ProbeOutcome.NO_NAME)] * 2)
    assert judge(BOTH, absent).message.startswith("Außerhalb von anderen Funktionen und Klassen gibt es")


def test_a_memory_error_raised_by_hand_is_told_as_that() -> None:
    report = judge(BOTH, seen(RIGHT[0], raised("MemoryError", text="raise MemoryError")))
    assert report.verdict is Outcome.MEMORY_LIMIT
    assert "Hier löst dein Programm selbst die Ausnahme `MemoryError` aus" in report.message


def test_of_a_crash_nobody_is_blamed_for_certain() -> None:
    observation = seen(RIGHT[0], UNFINISHED, ended=Ended.CRASHED)
    for language, words in (("de", "muss es aber nicht"), ("en", "need not be")):
        assert words in judge(BOTH, observation, None, language).message


@pytest.mark.parametrize("kind", ["KeyboardInterrupt", "SystemExit", "GeneratorExit"])
def test_what_is_no_error_of_the_call_is_never_state(kind: str) -> None:
    observation = seen(RIGHT[0], raised(kind))
    assert follow_up(BOTH, observation) is None
    report = judge(BOTH, observation)
    assert (report.verdict, report.kind) == (Outcome.ERROR, None)


# --- languages ----------------------------------------------------------------------------------


def test_the_report_speaks_english_where_asked() -> None:
    report = judge(BOTH, seen(gave([0.0, 0.5]), gave([1.0, 0.25])), None, "en")
    assert report.message.startswith("Your result is a list; a tuple is expected")
    assert report.checks[0].message == "list instead of a tuple"


def test_other_lessons_may_expect_texts_and_lists_of_texts() -> None:
    loaded = simple(["zu wenige Fälle"], [], components=ONE)
    assert judge(loaded, seen(gave(["zu wenige Fälle"]), gave([]))).verdict is Outcome.PASSED
    report = judge(loaded, seen(gave(["zu wenig Fälle"]), gave([])))
    assert (report.verdict, report.kind) == (Outcome.FAILED, Kind.WRONG_VALUE)
    assert (report.checks[0].expected, report.checks[0].got) == ("['zu wenige Fälle']", "['zu wenig Fälle']")
    report = judge(loaded, seen(gave(("zu wenige Fälle",)), gave(())))
    assert (report.kind, report.mistake) == (Kind.WRONG_TYPE, "wrong_type")
