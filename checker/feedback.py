"""Puts into words what was found: the Report with its checks, for the learner to read."""

from __future__ import annotations

from checker.calls import argument_values
from checker.compare import Part
from checker.exercise import LoadedExercise
from checker.explain import own_line, python_message
from checker.literal import call_source, source
from checker.message import message
from checker.model import (
    CheckReport,
    ComponentReport,
    Kind,
    Observation,
    Outcome,
    ProbeOutcome,
    Raised,
    Report,
)
from checker.outcome import CaseResult, CheckResult, Findings, size
from checker.texts import say

__all__ = ["report"]

_COMPONENT_LIMIT = 120
_PRINTED = 64 * 1024


def report(loaded: LoadedExercise, observation: Observation, findings: Findings, language: str) -> Report:
    """The Report of `findings`; all words in `language` but a mistake's, which are the author's."""
    shown = _shown(loaded, findings)
    checks = tuple([_check_report(loaded, check, findings, language) for check in findings.checks])
    case = _told_case(findings, shown)
    raised = _raised(observation, findings, case)
    kind, mistake = findings.kind, findings.mistake
    named = None if kind is None or kind is Kind.WRONG_VALUE else kind.value
    run = observation.runs[0]
    return Report(
        exercise=loaded.name,
        verdict=findings.verdict,
        passed=sum(check.outcome is Outcome.PASSED for check in findings.checks),
        total=len(findings.checks),
        checks=checks,
        mistake=named if mistake is None else mistake.name,
        kind=kind,
        message=message(loaded, observation, findings, case, language),
        shown=_shown_name(shown, checks),
        line=None if raised is None else own_line(raised),
        column=None if raised is None else raised.column,
        python_message=None if raised is None else python_message(raised),
        frames=() if raised is None else raised.frames,
        remarks=_remarks(loaded, observation, findings, language),
        stdout="".join([run.program.stdout, *[probe.stdout for probe in run.probes]])[:_PRINTED],
        stderr="".join([run.program.stderr, *[probe.stderr for probe in run.probes]])[:_PRINTED],
        seconds=observation.seconds,
        python=observation.python,
    )


def _shown(loaded: LoadedExercise, findings: Findings) -> CheckResult | None:
    """The check whose counterexample is the smallest of those that came to the verdict."""
    found = [
        (size(loaded, check.shown), number)
        for number, check in enumerate(findings.checks)
        if check.shown is not None and check.outcome is findings.verdict
    ]
    return findings.checks[min(found)[1]] if found else None


def _shown_name(shown: CheckResult | None, checks: tuple[CheckReport, ...]) -> str | None:
    """The check to show first, unless there is no call to show of it."""
    name = None if shown is None else shown.check.name
    return name if any(check.name == name and check.call is not None for check in checks) else None


def _told_case(findings: Findings, shown: CheckResult | None) -> CaseResult | None:
    """The case that the message is about: the one shown, or else the first that came to the verdict.

    They differ where a check failed at another case first, but the verdict weighs more.
    """
    if shown is not None:
        return shown.shown
    cases = [case for check in findings.checks for case in check.cases]
    return next((case for case in cases if case.outcome is findings.verdict), None)


def _raised(observation: Observation, findings: Findings, case: CaseResult | None) -> Raised | None:
    """The exception that the Report is about: at the start, or in the case told of."""
    program = observation.runs[0].program
    if program.raised is not None or case is None:
        return program.raised
    return case.result.raised if findings.verdict in (Outcome.ERROR, Outcome.MEMORY_LIMIT) else None


def _remarks(
    loaded: LoadedExercise, observation: Observation, findings: Findings, language: str
) -> tuple[str, ...]:
    remarks: list[str] = []
    changed = {index for probe in observation.runs[0].probes for index in probe.mutated}
    if changed and findings.kind is not Kind.MUTATED:
        parameters = [name for i, name in enumerate(loaded.exercise.parameters or ()) if i in changed]
        names = ", ".join(f"`{name}`" for name in parameters)
        remarks.append(say(language, "remark.mutated", parameters=names))
    if observation.output_cut:
        remarks.append(say(language, "remark.output_cut"))
    if observation.detail:
        remarks.append(say(language, "remark.detail", detail=observation.detail))
    return tuple(remarks)


# --- one check --------------------------------------------------------------------------------


def _check_report(
    loaded: LoadedExercise, check: CheckResult, findings: Findings, language: str
) -> CheckReport:
    passed = sum(case.outcome is Outcome.PASSED for case in check.cases)
    if check.component is not None:
        passed = int(check.outcome is Outcome.PASSED)
    case = check.shown
    if case is None:
        not_run = check.outcome is Outcome.NOT_RUN
        return CheckReport(
            name=check.check.name,
            title=check.check.title,
            outcome=check.outcome,
            message=say(language, "check.not_run") if not_run else "",
            cases=len(check.cases),
            cases_passed=passed,
        )
    raised = case.result.raised if check.outcome is not Outcome.MISSING else None
    kind = _kind(check, case, findings)
    call, expected = _question(loaded, check, case)
    return CheckReport(
        name=check.check.name,
        title=check.check.title,
        outcome=check.outcome,
        message=_short(loaded, check, case, kind, language),
        call=call,
        expected=expected,
        got=_answer(check, case),
        components=_components(loaded, check, case),
        kind=kind,
        line=None if raised is None else own_line(raised),
        column=None if raised is None else raised.column,
        python_message=None if raised is None else python_message(raised),
        printed=case.result.stdout,
        frames=() if raised is None else raised.frames,
        remarks=() if call is None else _case_remarks(loaded, case, language),
        cases=len(check.cases),
        cases_passed=passed,
    )


def _question(loaded: LoadedExercise, check: CheckResult, case: CaseResult) -> tuple[str | None, str | None]:
    """The call (or name) and what was expected of it, as source text."""
    name = loaded.exercise.name
    if case.result.outcome in (ProbeOutcome.NO_NAME, ProbeOutcome.NOT_CALLABLE):
        return None, None
    expected = loaded.table.cases[case.index].expected
    if expected.value is None:
        due = expected.raised
    elif check.component is None or len(loaded.exercise.components) == 1 or _is_whole(case):
        due = source(expected.value)
    else:
        due = source(expected.value.items[check.component])
    if loaded.exercise.parameters is None:
        return name, due
    calls = [row.args for row in loaded.table.cases]
    return call_source(name, argument_values(calls, case.index)), due


def _answer(check: CheckResult, case: CaseResult) -> str | None:
    """What was got, as source text: the whole, or the part that the check is about."""
    part = _part(check, case)
    if part is not None:
        return source(part.got)
    return None if case.result.value is None else source(case.result.value)


def _is_whole(case: CaseResult) -> bool:
    """Whether the result as a whole is wrong (a list, say): its parts alone could look right."""
    return case.comparison is not None and case.comparison.kind is not None


def _part(check: CheckResult, case: CaseResult) -> Part | None:
    parts = () if case.comparison is None or _is_whole(case) else case.comparison.parts
    return parts[check.component] if parts and check.component is not None else None


def _components(loaded: LoadedExercise, check: CheckResult, case: CaseResult) -> tuple[ComponentReport, ...]:
    part = _part(check, case)
    parts = () if case.comparison is None else case.comparison.parts
    if part is not None:
        parts = (part,)
    elif len(loaded.exercise.components) == 1:
        return ()
    return tuple(
        [
            ComponentReport(
                name=part.name,
                expected=source(part.expected, _COMPONENT_LIMIT),
                got=source(part.got, _COMPONENT_LIMIT),
                passed=part.kind is None,
            )
            for part in parts
        ]
    )


def _kind(check: CheckResult, case: CaseResult, findings: Findings) -> Kind | None:
    """The kind that all results bear out, or else that of the case shown."""
    if check.outcome is Outcome.ERROR and findings.kind in (Kind.STATE, Kind.MUTATED):
        return findings.kind
    if check.outcome is not Outcome.FAILED:
        return None
    if findings.kind is not None:
        return findings.kind
    if case.comparison is None:
        return Kind.WRONG_VALUE
    part = _part(check, case)
    if part is not None and case.comparison.kind is None:
        return part.kind
    kinds = case.comparison.kinds
    return next(iter(kinds)) if len(kinds) == 1 else Kind.WRONG_VALUE


def _short(
    loaded: LoadedExercise, check: CheckResult, case: CaseResult, kind: Kind | None, language: str
) -> str:
    """What came of the check, in a few words; why is said once, for the whole."""
    expected = loaded.table.cases[case.index].expected
    raised = case.result.raised
    if check.outcome is Outcome.FAILED and expected.value is None:
        return say(language, "check.should_raise", type=expected.raised)
    if check.outcome is Outcome.FAILED:
        return say(language, f"kind.{(kind or Kind.WRONG_VALUE).value}.short")
    if check.outcome is Outcome.ERROR and raised is not None:
        line = own_line(raised)
        key = "check.error" if line is None else "check.error_in_line"
        return say(language, key, type=raised.type, line=line)
    if check.outcome is Outcome.MISSING:
        return say(language, f"check.{case.result.outcome.value}", name=loaded.exercise.name)
    return say(language, f"check.{check.outcome.value}")


def _case_remarks(loaded: LoadedExercise, case: CaseResult, language: str) -> tuple[str, ...]:
    """That an argument is an object of an earlier call, which its source text cannot show."""
    parameters = loaded.exercise.parameters or ()
    args = loaded.table.cases[case.index].args
    again = [
        name
        for name, arg in zip(parameters, args, strict=False)
        if isinstance(arg, dict) and arg.get("t") == "same"
    ]
    return tuple([say(language, "remark.same_object", parameter=name) for name in again])
