from __future__ import annotations

import pytest
from handmade import (
    ALL_RIGHT,
    NOT_RUN,
    UNFINISHED,
    function,
    gave,
    raised,
    seen,
    seen_alone,
    simple,
    three_checks,
    value,
)

from checker.judge import first_plan, follow_up, judge
from checker.model import (
    Case,
    CheckReport,
    Ended,
    Kind,
    Outcome,
    Plan,
    Probe,
    ProbeKind,
    ProbeOutcome,
    ProbeResult,
    ProgramOutcome,
    ProgramResult,
    Raised,
    RunPlan,
    SameObject,
)

BOTH = simple((0.0, 0.5), (1.0, 0.25))
RIGHT = (gave((0.0, 0.5)), gave((1.0, 0.25)))
SYNTAX_ERROR = ProgramResult(
    ProgramOutcome.SYNTAX_ERROR, Raised("SyntaxError", "expected ':'", (), 2, 9, "def f(x)\n")
)
UNFINISHED_START = ProgramResult(ProgramOutcome.UNFINISHED)


def by_name(checks: tuple[CheckReport, ...], name: str) -> CheckReport:
    return next(check for check in checks if check.name == name)


# --- what is asked ------------------------------------------------------------------------------


def test_a_value_exercise_asks_for_its_name() -> None:
    plan = first_plan(value(0.95, 0.25))
    assert plan == Plan("werte.py", (RunPlan((Probe(ProbeKind.VALUE, "antwort"),)),))


def test_a_function_exercise_asks_for_every_case_in_one_run() -> None:
    plan = first_plan(three_checks())
    assert plan.filename == "f.py"
    (run,) = plan.runs
    assert [probe.args for probe in run.probes] == [
        ([1, 2],),
        ([1] * 9,),
        ([3],),
        ({"t": "same", "probe": 0, "arg": 0},),
    ]
    assert {(probe.kind, probe.name) for probe in run.probes} == {(ProbeKind.CALL, "f")}


def test_nothing_more_is_asked_when_all_is_right() -> None:
    assert follow_up(BOTH, seen(*RIGHT)) is None


def test_nothing_more_is_asked_when_the_first_call_failed_alone_already() -> None:
    assert follow_up(BOTH, seen(gave((0.5, 0.0)), gave((0.25, 1.0)))) is None


def test_nothing_more_is_asked_of_a_value() -> None:
    assert follow_up(value(0.95, 0.25), seen(gave((0.1, 0.2)))) is None


@pytest.mark.parametrize("ended", [Ended.TIMEOUT, Ended.CRASHED, Ended.MEMORY_LIMIT, Ended.OUTPUT_LIMIT])
def test_nothing_more_is_asked_after_an_end_before_time(ended: Ended) -> None:
    assert follow_up(BOTH, seen(RIGHT[0], gave((0.0, 0.0)), ended=ended)) is None


def test_nothing_more_is_asked_of_a_function_that_is_missing() -> None:
    absent = ProbeResult(ProbeOutcome.NO_NAME)
    assert follow_up(BOTH, seen(absent, absent)) is None


def test_failing_cases_are_asked_again_each_alone_smallest_first() -> None:
    observation = seen(ALL_RIGHT[0], gave((0.0, 0.0)), raised("ValueError"), gave((0.0, 0.0)))
    plan = follow_up(three_checks(), observation)
    assert plan is not None
    assert [[probe.args for probe in run.probes] for run in plan.runs] == [
        [([3],)],
        [([1] * 9,)],
        [({"t": "def", "id": 1, "v": [1, 2]},)],
    ]


def test_at_most_five_cases_are_asked_again() -> None:
    loaded = simple(*[(0.0, float(n)) for n in range(20)])
    observation = seen(gave((0.0, 0.0)), *[gave((9.0, 9.0))] * 19)
    plan = follow_up(loaded, observation)
    assert plan is not None
    assert [run.probes[0].args for run in plan.runs] == [(list(range(n)),) for n in range(1, 6)]


# --- outcomes in order of weight ----------------------------------------------------------------


def test_all_right_is_passed() -> None:
    report = judge(three_checks(), seen(*ALL_RIGHT))
    assert (report.verdict, report.passed, report.total) == (Outcome.PASSED, 3, 3)
    assert (report.mistake, report.kind, report.shown, report.message) == (None, None, None, "Alles richtig.")
    assert (report.exercise, report.python, report.seconds) == ("lektion/f", "3.14.2", 0.25)
    assert [(check.cases, check.cases_passed) for check in report.checks] == [(1, 1), (2, 2), (1, 1)]


@pytest.mark.parametrize(
    ("ended", "verdict"),
    [
        (Ended.TIMEOUT, Outcome.TIMEOUT),
        (Ended.CRASHED, Outcome.CRASHED),
        (Ended.MEMORY_LIMIT, Outcome.MEMORY_LIMIT),
        (Ended.OUTPUT_LIMIT, Outcome.OUTPUT_LIMIT),
        (Ended.FAULT, Outcome.CHECKER_ERROR),
    ],
)
def test_an_end_before_time_decides_and_what_came_after_was_not_run(ended: Ended, verdict: Outcome) -> None:
    report = judge(three_checks(), seen(ALL_RIGHT[0], UNFINISHED, NOT_RUN, NOT_RUN, ended=ended))
    assert report.verdict is verdict
    assert [check.outcome for check in report.checks] == [Outcome.PASSED, verdict, Outcome.NOT_RUN]
    assert (report.passed, report.total) == (1, 3)
    assert report.checks[2].message == "nicht ausgeführt"


@pytest.mark.parametrize("ended", [Ended.TIMEOUT, Ended.CRASHED, Ended.OUTPUT_LIMIT, Ended.FAULT])
def test_an_end_before_time_decides_though_every_case_was_right(ended: Ended) -> None:
    report = judge(three_checks(), seen(*ALL_RIGHT, ended=ended))
    assert report.verdict is not Outcome.PASSED
    assert report.message


def test_a_timeout_names_the_call_that_did_not_end() -> None:
    report = judge(three_checks(), seen(ALL_RIGHT[0], UNFINISHED, NOT_RUN, NOT_RUN, ended=Ended.TIMEOUT))
    assert "`f([1, 1, 1, 1, 1, 1, 1, 1, 1])` wird nicht fertig" in report.message
    assert (report.shown, report.checks[1].call) == ("mehr", "f([1, 1, 1, 1, 1, 1, 1, 1, 1])")
    assert report.mistake is None


def test_a_timeout_at_the_start_says_so() -> None:
    probes = [NOT_RUN] * 4
    report = judge(three_checks(), seen(*probes, ended=Ended.TIMEOUT, program=UNFINISHED_START))
    assert (report.verdict, report.shown) == (Outcome.TIMEOUT, None)
    assert "beim Start" in report.message


def test_a_timeout_of_a_value_exercise_says_so() -> None:
    report = judge(value(1.0, 0.5), seen(NOT_RUN, ended=Ended.TIMEOUT))
    assert (report.verdict, report.message) == (
        Outcome.TIMEOUT,
        "Dein Programm ist nicht rechtzeitig zu Ende gekommen.",
    )


def test_a_syntax_error_shows_its_line_and_runs_nothing() -> None:
    report = judge(BOTH, seen(NOT_RUN, NOT_RUN, program=SYNTAX_ERROR))
    assert (report.verdict, report.line, report.column) == (Outcome.SYNTAX_ERROR, 2, 9)
    assert report.python_message == "SyntaxError: expected ':'"
    assert report.message.startswith("Zeile 2: Am Ende dieser Zeile fehlt ein Doppelpunkt")
    assert [check.outcome for check in report.checks] == [Outcome.NOT_RUN]
    assert (report.passed, report.total) == (0, 1)


def test_an_error_at_the_start_is_told_as_one() -> None:
    error = Raised("NameError", "name 'null' is not defined", raised("X", line=4).raised.frames)  # type: ignore[union-attr]
    program = ProgramResult(ProgramOutcome.RAISED, error)
    report = judge(BOTH, seen(NOT_RUN, NOT_RUN, program=program))
    assert (report.verdict, report.line, report.frames) == (Outcome.ERROR, 4, error.frames)
    assert report.message == (
        "Zeile 4: `null` gibt es in Python nicht. Hier heißt es `None`. "
        "Das passiert schon beim Start, deshalb konnte noch nichts geprüft werden."
    )


@pytest.mark.parametrize("at_start", [True, False])
def test_running_out_of_memory_is_memory_limit(at_start: bool) -> None:
    error = Raised("MemoryError", "")
    if at_start:
        observation = seen(NOT_RUN, NOT_RUN, program=ProgramResult(ProgramOutcome.RAISED, error))
    else:
        observation = seen(gave((9.0, 9.0)), ProbeResult(ProbeOutcome.RAISED, raised=error))
    report = judge(BOTH, observation)
    assert (report.verdict, report.python_message) == (Outcome.MEMORY_LIMIT, "MemoryError")
    assert "Speicher" in report.message


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (ProbeOutcome.NO_NAME, "`def f(faelle):`. Du hast `F`"),
        (ProbeOutcome.NOT_CALLABLE, "`f` ist keine Funktion"),
        (ProbeOutcome.WRONG_PARAMETERS, "(1: faelle)"),
    ],
)
def test_a_missing_function_is_told_with_what_is_needed(outcome: ProbeOutcome, words: str) -> None:
    program = ProgramResult(ProgramOutcome.RAN, names=("F", "echt"))
    report = judge(BOTH, seen(*[ProbeResult(outcome)] * 2, program=program))
    assert (report.verdict, report.passed, report.total) == (Outcome.MISSING, 0, 1)
    assert words in report.message
    assert report.shown == (None if outcome is not ProbeOutcome.WRONG_PARAMETERS else "alle")


def test_a_missing_value_is_told_with_the_name_that_is_near() -> None:
    program = ProgramResult(ProgramOutcome.RAN, names=("antworten",))
    report = judge(value(0.5, 0.25), seen(ProbeResult(ProbeOutcome.NO_NAME), program=program))
    assert report.verdict is Outcome.MISSING
    assert "`antwort = …`" in report.message
    assert "Du hast `antworten`" in report.message
    assert [check.outcome for check in report.checks] == [Outcome.MISSING] * 2


def test_missing_weighs_more_than_a_wrong_result_before() -> None:
    absent = ProbeResult(ProbeOutcome.NO_NAME)
    report = judge(three_checks(), seen(gave((9.0, 9.0)), absent, absent, absent))
    assert report.verdict is Outcome.MISSING
    assert [check.outcome for check in report.checks] == [Outcome.FAILED, Outcome.MISSING, Outcome.MISSING]


def test_the_first_check_that_is_not_passed_gives_the_verdict() -> None:
    report = judge(three_checks(), seen(ALL_RIGHT[0], raised("KeyError", "'a'"), gave((0, 0)), gave((0, 0))))
    assert report.verdict is Outcome.ERROR
    assert [check.outcome for check in report.checks] == [Outcome.PASSED, Outcome.ERROR, Outcome.FAILED]
    assert (report.shown, report.line, report.python_message) == ("mehr", 3, "KeyError: 'a'")


def test_a_checks_outcome_is_that_of_its_first_case_not_passed() -> None:
    observation = seen(ALL_RIGHT[0], gave((0.0, 0.0)), raised("KeyError"), ALL_RIGHT[3])
    check = judge(three_checks(), observation).checks[1]
    assert (check.outcome, check.call) == (Outcome.FAILED, "f([1, 1, 1, 1, 1, 1, 1, 1, 1])")
    assert (check.cases, check.cases_passed) == (2, 0)


def test_the_counterexample_is_the_smallest_failing_case_not_the_first() -> None:
    report = judge(three_checks(), seen(ALL_RIGHT[0], gave((0.0, 0.0)), gave((0.0, 0.0)), ALL_RIGHT[3]))
    check = report.checks[1]
    assert (check.call, check.expected, check.got) == ("f([3])", "(1.0, 1.0)", "(0.0, 0.0)")
    assert report.shown == "mehr"


def test_the_check_shown_first_has_the_smallest_counterexample_of_all() -> None:
    report = judge(three_checks(), seen(*[gave((9.0, 9.0))] * 4))
    assert report.shown == "mehr"
    assert by_name(report.checks, "mehr").call == "f([3])"


def test_among_cases_of_one_size_the_first_in_the_table_is_shown() -> None:
    loaded = function({"alle": [(Case((n,)), (float(n), 0.0)) for n in range(1, 5)]})
    report = judge(loaded, seen(gave((1.0, 0.0)), *[gave((0.0, 0.0))] * 3))
    assert report.checks[0].call == "f(2)"


def test_an_expected_exception_passes_and_another_does_not() -> None:
    loaded = simple(ValueError, (1.0, 0.25))
    assert judge(loaded, seen(raised("ValueError", "whatever"), RIGHT[1])).verdict is Outcome.PASSED
    report = judge(loaded, seen(raised("KeyError"), RIGHT[1]))
    assert (report.verdict, report.checks[0].expected) == (Outcome.ERROR, "ValueError")
    report = judge(loaded, seen(gave((0.0, 0.0)), RIGHT[1]))
    assert (report.verdict, report.checks[0].message) == (Outcome.FAILED, "`ValueError` erwartet")
    assert "`ValueError` abbrechen" in report.message


# --- state and changed arguments ----------------------------------------------------------------


def test_a_case_that_is_right_alone_is_state_kept_between_calls() -> None:
    observation = seen(ALL_RIGHT[0], gave((9.0, 9.0)), gave((9.0, 9.0)), gave((9.0, 9.0)))
    alone = seen_alone(gave((1.0, 1.0)), gave((1.0, 0.25)), gave((0.0, 0.5)))
    report = judge(three_checks(), observation, alone)
    assert (report.verdict, report.kind, report.mistake) == (Outcome.FAILED, Kind.STATE, "state")
    assert report.message.startswith("Für sich allein stimmt der gezeigte Aufruf, nach anderen")
    assert report.seconds == 0.75


def test_an_exception_that_does_not_come_alone_is_state_too() -> None:
    report = judge(BOTH, seen(RIGHT[0], raised("KeyError")), seen_alone(RIGHT[1]))
    assert (report.verdict, report.kind, report.mistake) == (Outcome.ERROR, Kind.STATE, "state")
    assert report.checks[0].kind is Kind.STATE
    assert report.python_message == "KeyError"


def test_an_object_changed_by_an_earlier_call_is_told_as_that() -> None:
    observation = seen(gave((0.0, 0.5), mutated=(0,)), ALL_RIGHT[1], ALL_RIGHT[2], gave((0.0, 0.0)))
    report = judge(three_checks(), observation, seen_alone(gave((0.0, 0.5))))
    assert (report.kind, report.mistake) == (Kind.MUTATED, "mutated")
    assert "Arbeite mit einer Kopie" in report.message
    assert report.remarks == ()


def test_another_changed_object_is_not_blamed() -> None:
    observation = seen(ALL_RIGHT[0], gave((1.0, 0.25), mutated=(0,)), ALL_RIGHT[2], gave((0.0, 0.0)))
    report = judge(three_checks(), observation, seen_alone(gave((0.0, 0.5))))
    assert report.kind is Kind.STATE


def test_an_object_handed_on_twice_is_traced_to_its_first_call() -> None:
    loaded = function(
        {
            "alle": [
                (Case((0, [1]), name="a"), (1.0, 1.0)),
                (Case((0, SameObject("a", 1)), name="b"), (1.0, 1.0)),
                (Case((0, SameObject("b", 1))), (1.0, 1.0)),
            ]
        },
        parameters=("k", "liste"),
    )
    fine = gave((1.0, 1.0))
    observation = seen(fine, gave((1.0, 1.0), mutated=(1,)), gave((0.0, 0.0)))
    assert judge(loaded, observation, seen_alone(fine)).kind is Kind.MUTATED


def test_a_case_that_is_wrong_alone_too_is_no_state() -> None:
    loaded = simple((0.0, 0.5), (1.0, 0.25), (1.0, 1.0))
    observation = seen(gave((0.0, 0.5)), gave((9.0, 9.0)), gave((9.0, 9.0)))
    alone = seen_alone(gave((1.0, 0.25)), gave((9.0, 9.0)))
    assert judge(loaded, observation, alone).kind is Kind.WRONG_VALUE


def test_a_rerun_that_did_not_come_to_its_end_says_nothing() -> None:
    alone = seen_alone(UNFINISHED, ended=Ended.TIMEOUT)
    report = judge(BOTH, seen(RIGHT[0], gave((9.0, 9.0))), alone)
    assert (report.verdict, report.kind) == (Outcome.FAILED, Kind.WRONG_VALUE)
    report = judge(BOTH, seen(RIGHT[0], gave((9.0, 9.0))), seen_alone(RIGHT[1], ended=Ended.CRASHED))
    assert (report.verdict, report.kind) == (Outcome.FAILED, Kind.WRONG_VALUE)


def test_the_object_of_an_earlier_call_counts_with_its_content_when_the_smallest_is_chosen() -> None:
    loaded = function(
        {
            "lang": [(Case((list(range(40)),), name="lang"), (1.0, 1.0))],
            "gleich": [(Case((SameObject("lang", 0),)), (1.0, 1.0))],
            "klein": [(Case((list(range(20)),)), (1.0, 1.0))],
        }
    )
    report = judge(loaded, seen(*[gave((0.0, 0.0))] * 3))
    assert report.shown == "klein"
