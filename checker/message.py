"""The Report's message: first why, as far as that is known, then what of it is right already."""

from __future__ import annotations

from collections.abc import Mapping

from checker.calls import argument_values
from checker.exercise import LoadedExercise
from checker.explain import explain, nearest
from checker.literal import call_source
from checker.model import (
    Kind,
    Observation,
    Outcome,
    ProbeOutcome,
    ProgramOutcome,
    ProgramResult,
    Raised,
    Value,
    ValueKind,
)
from checker.outcome import CaseResult, Findings
from checker.texts import say

__all__ = ["message"]

_CALL_LIMIT = 160
_STATE = frozenset({Kind.STATE, Kind.MUTATED})
_TWO_WORDINGS = frozenset({Kind.PRINTED, Kind.NONE_RETURNED})
_NO_TUPLE = frozenset(
    {Kind.LIST_NOT_TUPLE, Kind.SET_NOT_TUPLE, Kind.DICT_NOT_TUPLE, Kind.GENERATOR_NOT_TUPLE}
)


def message(
    loaded: LoadedExercise,
    observation: Observation,
    findings: Findings,
    case: CaseResult | None,
    language: str,
) -> str:
    """What the learner reads first below the verdict; `case` is the one that it is about."""
    verdict, kind = findings.verdict, findings.kind
    program = observation.runs[0].program
    raised = program.raised or (None if case is None else case.result.raised)
    if findings.mistake is not None:
        return findings.mistake.message
    if verdict is Outcome.TIMEOUT:
        return _timeout(loaded, observation, case, language)
    if verdict is Outcome.MISSING and case is not None:
        return _missing(loaded, observation, case, language)
    if kind in _STATE and kind is not None:
        return _kind(loaded, kind, case, findings, language)
    if verdict in (Outcome.SYNTAX_ERROR, Outcome.ERROR):
        return say(language, "message.error") if raised is None else _error(program, raised, language)
    if verdict is Outcome.MEMORY_LIMIT and raised is not None:
        return _error(program, raised, language)
    if verdict is Outcome.FAILED:
        return _wrong(loaded, findings, case, language)
    if verdict is Outcome.MEMORY_LIMIT and program.outcome is not ProgramOutcome.RAN:
        return say(language, "message.memory_limit_at_start")
    return say(language, f"message.{verdict.value}")


def _timeout(loaded: LoadedExercise, observation: Observation, case: CaseResult | None, language: str) -> str:
    if observation.runs[0].program.outcome is ProgramOutcome.UNFINISHED:
        return say(language, "message.timeout_at_start")
    if case is None or loaded.exercise.parameters is None:
        return say(language, "message.timeout")
    calls = [row.args for row in loaded.table.cases]
    call = call_source(loaded.exercise.name, argument_values(calls, case.index), _CALL_LIMIT)
    return say(language, "message.timeout_in_call", call=call)


def _missing(loaded: LoadedExercise, observation: Observation, case: CaseResult, language: str) -> str:
    name, parameters = loaded.exercise.name, loaded.exercise.parameters
    fields = {"name": name, "parameters": ", ".join(parameters or ()), "count": len(parameters or ())}
    if case.result.outcome is not ProbeOutcome.NO_NAME:
        return say(language, f"missing.{case.result.outcome.value}", **fields)
    text = say(language, "missing.value" if parameters is None else "missing.function", **fields)
    near = nearest(name, observation.runs[0].program.names)
    return text if near is None else f"{text} {say(language, 'missing.near', near=near, **fields)}"


def _error(program: ProgramResult, raised: Raised, language: str) -> str:
    text = explain(language, raised, program.names)
    at_start = program.outcome is ProgramOutcome.RAISED
    return f"{text} {say(language, 'message.error_at_start')}" if at_start else text


# --- wrong results ----------------------------------------------------------------------------


def _wrong(loaded: LoadedExercise, findings: Findings, case: CaseResult | None, language: str) -> str:
    """Why results are wrong: the kind of difference, or else what is right and what is not."""
    kind = findings.kind
    if missing := _placeholders(loaded, findings):
        return say(language, "kind.not_a_number.placeholder", wrong=_listed(missing))
    if _all_coroutines(findings):
        return say(language, "kind.not_a_tuple.coroutine")
    if kind is not None and kind is not Kind.WRONG_VALUE:
        return _kind(loaded, kind, case, findings, language)
    due = None if case is None else loaded.table.cases[case.index].expected.raised
    if due is not None:
        return say(language, "wrong.should_raise", type=due)
    function = loaded.exercise.parameters is not None
    texts = [say(language, "wrong.function" if function else "wrong.value", name=loaded.exercise.name)]
    published = {check.check.name: check.outcome for check in findings.checks}
    if published.get(loaded.exercise.published or "") is Outcome.PASSED:
        texts = [say(language, "wrong.only_published")]
    right, wrong = _sides(loaded, findings)
    if right and wrong:
        texts.append(say(language, "wrong.components", right=_listed(right), wrong=_listed(wrong)))
    return " ".join(texts)


def _sides(loaded: LoadedExercise, findings: Findings) -> tuple[list[str], list[str]]:
    """The components that are right in every case, and the others; empty where some case has none."""
    cases = [case for check in findings.checks for case in check.cases]
    comparisons = [case.comparison for case in cases]
    if any(comparison is None or comparison.kind is not None for comparison in comparisons):
        return [], []
    parts = [part for comparison in comparisons if comparison is not None for part in comparison.parts]
    wrong = {part.name for part in parts if part.kind is not None}
    names = [component.name for component in loaded.exercise.components]
    return [name for name in names if name not in wrong], [name for name in names if name in wrong]


def _placeholders(loaded: LoadedExercise, findings: Findings) -> list[str]:
    """The components for which the program still has the starter's `...`."""
    cases = [case for check in findings.checks for case in check.cases]
    if any(_is_object(case.result.value, "ellipsis") for case in cases):
        return [component.name for component in loaded.exercise.components]
    parts = [part for case in cases if case.comparison is not None for part in case.comparison.parts]
    left = {part.name for part in parts if _is_object(part.got, "ellipsis")}
    return [component.name for component in loaded.exercise.components if component.name in left]


def _all_coroutines(findings: Findings) -> bool:
    """Whether every wrong result is what calling an `async def` gives."""
    cases = [case for check in findings.checks for case in check.cases]
    wrong = [case.result.value for case in cases if case.outcome is Outcome.FAILED]
    return bool(wrong) and all(_is_object(value, "coroutine") for value in wrong)


def _is_object(value: Value | None, class_name: str) -> bool:
    return value is not None and value.kind is ValueKind.OBJECT and value.class_name == class_name


def _looks_like_decimal_commas(loaded: LoadedExercise, got: Value | None) -> bool:
    """Whether a tuple is just twice as long as it should be, all of ints: `(0,95, 0,5)`."""
    if got is None or got.cut or len(got.items) != 2 * len(loaded.exercise.components):
        return False
    return all(item.kind is ValueKind.INT for item in got.items)


def _kind(
    loaded: LoadedExercise, kind: Kind, case: CaseResult | None, findings: Findings, language: str
) -> str:
    function = loaded.exercise.parameters is not None
    wording = "long" if kind not in _TWO_WORDINGS else "function" if function else "value"
    text = say(language, f"kind.{kind.value}.{wording}", **_fields(loaded, case, findings))
    got = None if case is None else case.result.value
    if kind is Kind.WRONG_LENGTH and _looks_like_decimal_commas(loaded, got):
        return f"{text} {say(language, 'kind.wrong_length.decimal_comma')}"
    if kind not in _NO_TUPLE:
        return text
    compared = [case.comparison for check in findings.checks for case in check.cases]
    right = all(comparison is None or comparison.content_right for comparison in compared)
    return f"{text} {say(language, 'content.right' if right else 'content.wrong')}"


def _fields(loaded: LoadedExercise, case: CaseResult | None, findings: Findings) -> Mapping[str, object]:
    names = [component.name for component in loaded.exercise.components]
    compared = [case.comparison for check in findings.checks for case in check.cases]
    parts = [part for comparison in compared if comparison is not None for part in comparison.parts]
    wrong = {part.name for part in parts if part.kind is not None}
    got = None if case is None else case.result.value
    return {
        "name": loaded.exercise.name,
        "names": _listed(names),
        "wrong": _listed([name for name in names if name in wrong]),
        "count": len(names),
        "got": _count(got),
        "type": "" if got is None else got.class_name,
    }


def _count(got: Value | None) -> object:
    return "" if got is None else got.length


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
