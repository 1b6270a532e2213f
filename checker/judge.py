"""The judge: what to ask a submission, and what to say of what was seen. Pure functions of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checker.calls import arguments_alone
from checker.diagnosis import Seen, kind_of_difference, recognise
from checker.exercise import LoadedExercise
from checker.feedback import report
from checker.model import (
    Ended,
    Kind,
    Mistake,
    Observation,
    Outcome,
    Plan,
    Probe,
    ProbeKind,
    ProgramOutcome,
    Report,
    RunPlan,
    Wire,
)
from checker.outcome import CaseResult, Findings, case_result, case_results, check_results, size, verdict

__all__ = ["first_plan", "follow_up", "judge"]

_RERUNS = 5
"""Most cases that are run again, each alone."""

_NO_ERRORS = frozenset(
    {"BaseException", "BaseExceptionGroup", "GeneratorExit", "KeyboardInterrupt", "SystemExit"}
)
"""Exceptions that a timer, a thread or the program itself may bring about, whatever is called."""


def first_plan(loaded: LoadedExercise) -> Plan:
    """The question to begin with: the name's value, or every case of the table in one run."""
    exercise = loaded.exercise
    if exercise.parameters is None:
        return Plan(loaded.filename, (RunPlan((Probe(ProbeKind.VALUE, exercise.name),)),))
    probes = [Probe(ProbeKind.CALL, exercise.name, case.args) for case in loaded.table.cases]
    return Plan(loaded.filename, (RunPlan(tuple(probes)),))


def follow_up(loaded: LoadedExercise, observation: Observation) -> Plan | None:
    """The smallest failing cases, each alone in a run of its own; None when that can tell nothing.

    That is so after an end before time, when the very first call fails (it was alone already, so that
    more than kept state is wrong), and after an exception that is no error of the call's.
    """
    indices = _rerun(loaded, observation, case_results(loaded, observation))
    if not indices:
        return None
    calls = [case.args for case in loaded.table.cases]
    name = loaded.exercise.name
    runs = [RunPlan((Probe(ProbeKind.CALL, name, arguments_alone(calls, index)),)) for index in indices]
    return Plan(loaded.filename, tuple(runs))


def judge(
    loaded: LoadedExercise,
    observation: Observation,
    alone: Observation | None = None,
    language: str = "de",
) -> Report:
    """The Report of a submission from what was seen of `first_plan` and, if asked, of `follow_up`."""
    cases = case_results(loaded, observation)
    checks = check_results(loaded, cases)
    outcome = verdict(observation, checks)
    findings = Findings(outcome, checks)
    if outcome in (Outcome.FAILED, Outcome.ERROR) and _ran(observation):
        mistake = _mistake(loaded, cases)
        kind = _kept(loaded, cases, observation, alone)
        if kind is None and outcome is Outcome.FAILED:
            kind = _difference(loaded, cases, observation)
        findings = Findings(outcome, checks, mistake, kind)
    said = report(loaded, observation, findings, language)
    return said if alone is None else replace(said, seconds=observation.seconds + alone.seconds)


def _ran(observation: Observation) -> bool:
    whole = observation.ended is Ended.COMPLETE
    return whole and observation.runs[0].program.outcome is ProgramOutcome.RAN


def _mistake(loaded: LoadedExercise, cases: Sequence[CaseResult]) -> Mistake | None:
    expected = [case.expected for case in loaded.table.cases]
    results = [case.result for case in cases]
    return recognise(loaded.table.mistakes, expected, results, loaded.exercise.components)


def _difference(loaded: LoadedExercise, cases: Sequence[CaseResult], observation: Observation) -> Kind | None:
    # Where nothing is called, what the program printed is all that was printed.
    begin = observation.runs[0].program.stdout if loaded.exercise.parameters is None else ""
    seen = [
        Seen(expected, case.comparison, begin + case.result.stdout)
        for case in cases
        if case.comparison is not None
        and (expected := loaded.table.cases[case.index].expected.value) is not None
    ]
    return kind_of_difference(seen, loaded.exercise.components)


# --- state and changed arguments --------------------------------------------------------------


def _rerun(loaded: LoadedExercise, observation: Observation, cases: Sequence[CaseResult]) -> list[int]:
    """The cases to run again, by size."""
    if not _ran(observation) or loaded.exercise.parameters is None:
        return []
    failing = [case for case in cases if case.outcome in (Outcome.FAILED, Outcome.ERROR)]
    if not failing or failing[0].index == 0 or any(_is_no_error(case) for case in failing):
        return []
    return [case.index for case in sorted(failing, key=lambda case: size(loaded, case))[:_RERUNS]]


def _is_no_error(case: CaseResult) -> bool:
    raised = case.result.raised
    return case.outcome is Outcome.ERROR and raised is not None and raised.type in _NO_ERRORS


def _kept(
    loaded: LoadedExercise, cases: Sequence[CaseResult], observation: Observation, alone: Observation | None
) -> Kind | None:
    """STATE or MUTATED when every case run again passed alone; the smallest one's reason counts."""
    if alone is None or alone.ended is not Ended.COMPLETE:
        return None
    indices = _rerun(loaded, observation, cases)
    for index, run in zip(indices, alone.runs, strict=True):
        if case_result(loaded, index, run.probes[0], alone.ended).outcome is not Outcome.PASSED:
            return None
    calls = [case.args for case in loaded.table.cases]
    changed = _changed_before(calls, cases, indices[0])
    return Kind.MUTATED if changed else Kind.STATE


def _changed_before(calls: Sequence[tuple[Wire, ...]], cases: Sequence[CaseResult], index: int) -> bool:
    """Whether an argument of call `index` is an object that an earlier call had and changed."""
    own = {_origin(calls, index, arg) for arg in range(len(calls[index]))}
    return any(
        _origin(calls, case.index, arg) in own for case in cases[:index] for arg in case.result.mutated
    )


def _origin(calls: Sequence[tuple[Wire, ...]], probe: int, arg: int) -> tuple[int, int]:
    """The call and argument that an object was first given as."""
    match calls[probe][arg]:
        case {"t": "same", "probe": int(earlier), "arg": int(other)}:
            return _origin(calls, earlier, other)
    return probe, arg
