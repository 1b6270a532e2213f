"""What came of each case, each check and the whole submission; decided here, put into words elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.calls import arguments_alone, arguments_size
from checker.compare import Comparison, compare
from checker.exercise import LoadedExercise
from checker.model import (
    Check,
    Ended,
    Kind,
    Mistake,
    Observation,
    Outcome,
    ProbeOutcome,
    ProbeResult,
    ProgramOutcome,
    ProgramResult,
    Raised,
)

__all__ = [
    "CaseResult",
    "CheckResult",
    "Findings",
    "case_result",
    "case_results",
    "check_results",
    "size",
    "verdict",
]

_BY_END = {
    Ended.COMPLETE: Outcome.CRASHED,
    Ended.CRASHED: Outcome.CRASHED,
    Ended.TIMEOUT: Outcome.TIMEOUT,
    Ended.MEMORY_LIMIT: Outcome.MEMORY_LIMIT,
    Ended.OUTPUT_LIMIT: Outcome.OUTPUT_LIMIT,
    Ended.FAULT: Outcome.CHECKER_ERROR,
}
_MISSING = frozenset({ProbeOutcome.NO_NAME, ProbeOutcome.NOT_CALLABLE, ProbeOutcome.WRONG_PARAMETERS})
_HEAVIEST = (Outcome.CRASHED, Outcome.TIMEOUT, Outcome.MEMORY_LIMIT, Outcome.OUTPUT_LIMIT)
"""In order of weight: these weigh more than all that a program itself can come to."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of one case; `comparison` is there when values could be compared."""

    index: int
    outcome: Outcome
    result: ProbeResult
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What came of one check.

    `component` is the one that a value exercise's check is about. `shown` is the smallest case that
    came to the check's own outcome, None when the check passed or nothing of it was run.
    """

    check: Check
    cases: tuple[CaseResult, ...]
    outcome: Outcome
    shown: CaseResult | None
    component: int | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """What the judge found: the verdict, the checks, and why, where that is known."""

    verdict: Outcome
    checks: tuple[CheckResult, ...]
    mistake: Mistake | None = None
    kind: Kind | None = None


# --- cases ------------------------------------------------------------------------------------


def case_results(loaded: LoadedExercise, observation: Observation) -> tuple[CaseResult, ...]:
    """What came of every case of the table, in its order.

    Raises ValueError for an observation of anything else.
    """
    probes = observation.runs[0].probes
    if len(probes) != len(loaded.table.cases):
        raise ValueError(f"{len(probes)} probes were observed, the table has {len(loaded.table.cases)} cases")
    return tuple(
        [case_result(loaded, index, result, observation.ended) for index, result in enumerate(probes)]
    )


def case_result(loaded: LoadedExercise, index: int, result: ProbeResult, ended: Ended) -> CaseResult:
    """What came of case `index` when its probe gave `result`."""
    expected = loaded.table.cases[index].expected
    if result.outcome in _MISSING:
        return CaseResult(index, Outcome.MISSING, result)
    if result.outcome is ProbeOutcome.NOT_RUN:
        return CaseResult(index, Outcome.NOT_RUN, result)
    if result.outcome is ProbeOutcome.RAISED and result.raised is not None:
        if expected.raised == result.raised.type:
            return CaseResult(index, Outcome.PASSED, result)
        return CaseResult(index, _raised_outcome(result.raised), result)
    if result.value is None:
        return CaseResult(index, _BY_END[ended], result)
    if expected.value is None:
        return CaseResult(index, Outcome.FAILED, result)
    comparison = compare(expected.value, result.value, loaded.exercise.components)
    outcome = Outcome.PASSED if comparison.passed else Outcome.FAILED
    return CaseResult(index, outcome, result, comparison)


def _raised_outcome(raised: Raised) -> Outcome:
    return Outcome.MEMORY_LIMIT if raised.type == "MemoryError" else Outcome.ERROR


def size(loaded: LoadedExercise, case: CaseResult) -> tuple[int, int]:
    """What cases are ordered by: the size of their arguments, then their place in the table.

    The object of an earlier call counts with its content: it is what a reader has to take in.
    """
    calls = [row.args for row in loaded.table.cases]
    return arguments_size(arguments_alone(calls, case.index)), case.index


# --- checks -----------------------------------------------------------------------------------


def check_results(loaded: LoadedExercise, cases: Sequence[CaseResult]) -> tuple[CheckResult, ...]:
    """What came of every check that the exercise declares, in its order."""
    exercise = loaded.exercise
    if exercise.parameters is None:
        return tuple(
            [_component_result(check, cases[0], number) for number, check in enumerate(exercise.checks)]
        )
    return tuple([_check_result(loaded, check, cases) for check in exercise.checks])


def _check_result(loaded: LoadedExercise, check: Check, cases: Sequence[CaseResult]) -> CheckResult:
    own = tuple([case for case in cases if loaded.table.cases[case.index].check == check.name])
    outcome = next((case.outcome for case in own if case.outcome is not Outcome.PASSED), Outcome.PASSED)
    candidates = [case for case in own if case.outcome is outcome]
    if outcome in (Outcome.PASSED, Outcome.NOT_RUN):
        return CheckResult(check, own, outcome, None)
    return CheckResult(check, own, outcome, min(candidates, key=lambda case: size(loaded, case)))


def _component_result(check: Check, case: CaseResult, component: int) -> CheckResult:
    outcome = case.outcome
    comparison = case.comparison
    if comparison is not None and comparison.kind is None and comparison.parts[component].kind is None:
        outcome = Outcome.PASSED
    shown = None if outcome in (Outcome.PASSED, Outcome.NOT_RUN) else case
    return CheckResult(check, (case,), outcome, shown, component)


# --- the whole --------------------------------------------------------------------------------


def verdict(observation: Observation, checks: Sequence[CheckResult]) -> Outcome:
    """The heaviest outcome; among checks the first that is not passed."""
    if observation.ended is not Ended.COMPLETE:
        return _BY_END[observation.ended]
    program = observation.runs[0].program
    found = {case.outcome for check in checks for case in check.cases} | {_program_outcome(program)}
    for outcome in (*_HEAVIEST, Outcome.SYNTAX_ERROR):
        if outcome in found:
            return outcome
    if program.outcome is not ProgramOutcome.RAN:
        return _program_outcome(program)
    if Outcome.MISSING in found:
        return Outcome.MISSING
    return next((check.outcome for check in checks if check.outcome is not Outcome.PASSED), Outcome.PASSED)


def _program_outcome(program: ProgramResult) -> Outcome:
    """What a program came to that did not run to its end; passed when it did."""
    if program.outcome is ProgramOutcome.RAN:
        return Outcome.PASSED
    if program.outcome is ProgramOutcome.SYNTAX_ERROR:
        return Outcome.SYNTAX_ERROR
    if program.raised is None:
        return Outcome.CRASHED
    return _raised_outcome(program.raised)
