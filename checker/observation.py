"""Events of the untrusted side to an Observation: read strictly, bounded, never raising.

Whatever a program did to the interpreter that it ran in, only what fits the plan, in its order and
form, is taken. At the first event that does not, reading stops: what was good before it stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from checker.model import (
    Ended,
    Frame,
    Observation,
    Plan,
    ProbeOutcome,
    ProbeResult,
    ProgramOutcome,
    ProgramResult,
    Raised,
    RunPlan,
    RunResult,
)
from checker.parsing import parse
from checker.wire import read

__all__ = ["MAX_EVENT", "assemble"]

MAX_EVENT = 4 * 1024 * 1024
"""Longest text of one event, in characters."""

_MAX_TOTAL = 64 * 1024 * 1024
_PRINTED = 64 * 1024
_MESSAGE = 2_000
_NAME = 300
_NAMES = 100
_FRAMES = 20
_LINE_TEXT = 1_000
_LONGEST = 1e9
_LIMITS = frozenset({Ended.TIMEOUT, Ended.MEMORY_LIMIT, Ended.OUTPUT_LIMIT})


class _MalformedEventError(ValueError):
    """An event that the observing side never writes, or not here."""


def assemble(
    plan: Plan, events: Iterable[str], ended: Ended, seconds: float, detail: str = ""
) -> Observation:
    """What was seen: exactly a result a run and a probe of `plan`, whatever `events` are.

    A malformed or misplaced event, or a complete end without its events, is Ended.CRASHED. An
    interpreter that was killed at a limit may leave half an event behind: as the last, it is
    ignored. `ended`, `seconds` and `detail` are the trusted host's own words, but that observing
    failed it has from the interpreter itself: once a run has begun, Ended.FAULT is Ended.CRASHED and
    its detail is dropped.
    """
    reading = _Reading(plan)
    incoming = iter(events)
    for text in incoming:
        try:
            reading.take(text)
        except (ValueError, RecursionError, MemoryError):
            # Half an event is no sign of anything when it is the last before the kill.
            if ended not in _LIMITS or next(incoming, None) is not None:
                reading.broken = True
            break
    ended = _end(reading, ended)
    return Observation(
        ended=ended,
        runs=tuple([run.result() for run in reading.runs]),
        python=reading.python,
        seconds=seconds,
        output_cut=reading.output_cut,
        detail=detail if ended is Ended.FAULT else "",
    )


def _end(reading: _Reading, ended: Ended) -> Ended:
    if ended is Ended.FAULT:
        if not reading.begun:
            return ended
        # From here on the program may have said so, or made our own code fail.
        ended = Ended.CRASHED
    if reading.broken:
        return Ended.CRASHED
    if reading.output_limit:
        return Ended.OUTPUT_LIMIT
    if ended is Ended.COMPLETE and not reading.complete:
        return Ended.CRASHED
    return ended


class _Run:
    """What was seen so far of one run."""

    __slots__ = ("asked", "plan", "probes", "program")

    def __init__(self, plan: RunPlan) -> None:
        self.plan = plan
        self.program = ProgramResult(ProgramOutcome.UNFINISHED)
        self.probes: list[ProbeResult] = []
        self.asked = False

    @property
    def over(self) -> bool:
        """Whether nothing more can come of this run."""
        if self.program.outcome is ProgramOutcome.UNFINISHED:
            return False
        failed = self.program.outcome is not ProgramOutcome.RAN
        return failed or len(self.probes) == len(self.plan.probes)

    def result(self) -> RunResult:
        probes = list(self.probes)
        if self.asked:
            probes.append(ProbeResult(ProbeOutcome.UNFINISHED))
        missing = len(self.plan.probes) - len(probes)
        return RunResult(self.program, tuple(probes + [ProbeResult(ProbeOutcome.NOT_RUN)] * missing))


class _Reading:
    """Takes one event after the other, each only where it is due."""

    __slots__ = (
        "broken",
        "complete",
        "current",
        "output_cut",
        "output_limit",
        "python",
        "runs",
        "size",
    )

    def __init__(self, plan: Plan) -> None:
        self.runs = [_Run(run) for run in plan.runs]
        self.current = -1
        self.size = 0
        self.python = ""
        self.output_cut = False
        self.output_limit = False
        self.complete = False
        self.broken = False

    @property
    def begun(self) -> bool:
        """Whether the program may have been at work."""
        return self.current >= 0

    def take(self, text: object) -> None:
        """Take in the next event; raises ValueError where it is malformed or not due."""
        if not isinstance(text, str) or len(text) > MAX_EVENT or self.complete or self.output_limit:
            raise _MalformedEventError("no text, too long, or after the end")
        self.size += len(text)
        if self.size > _MAX_TOTAL:
            raise _MalformedEventError("more than can honestly be observed")
        event = parse(text)
        if not isinstance(event, dict):
            raise _MalformedEventError("no object")
        match event.get("e"):
            case "run":
                self.run(event)
            case "program":
                self.program(event)
            case "call":
                self.call(event)
            case "result":
                self.result(event)
            case "output_limit":
                self.output_limit = True
            case "end":
                self.end(event)
            case _:
                raise _MalformedEventError("an unknown event")

    def run(self, event: Mapping[str, object]) -> None:
        due = self.current + 1
        _due(due < len(self.runs) and (due == 0 or self.runs[self.current].over))
        _due(_integer(event.get("run")) == due)
        self.current = due

    def running(self, event: Mapping[str, object]) -> _Run:
        _due(self.current >= 0 and _integer(event.get("run")) == self.current)
        run = self.runs[self.current]
        _due(not run.over)
        return run

    def program(self, event: Mapping[str, object]) -> None:
        run = self.running(event)
        _due(run.program.outcome is ProgramOutcome.UNFINISHED)
        outcome = ProgramOutcome(_text(event.get("outcome"), _NAME))
        raised = _raised(event.get("raised"))
        _due(outcome is not ProgramOutcome.UNFINISHED and (raised is None) is (outcome is ProgramOutcome.RAN))
        run.program = ProgramResult(
            outcome=outcome,
            raised=raised,
            names=tuple([_name(name) for name in _list(event.get("names", []), _NAMES)]),
            stdout=_text(event.get("stdout", ""), _PRINTED),
            stderr=_text(event.get("stderr", ""), _PRINTED),
            seconds=_seconds(event.get("seconds", 0.0)),
        )

    def call(self, event: Mapping[str, object]) -> None:
        run = self.running(event)
        _due(run.program.outcome is ProgramOutcome.RAN and not run.asked)
        _due(_integer(event.get("probe")) == len(run.probes))
        run.asked = True

    def result(self, event: Mapping[str, object]) -> None:
        run = self.running(event)
        _due(run.asked and _integer(event.get("probe")) == len(run.probes))
        args = len(run.plan.probes[len(run.probes)].args)
        outcome = ProbeOutcome(_text(event.get("outcome"), _NAME))
        raised = _raised(event.get("raised"))
        _due(outcome not in (ProbeOutcome.UNFINISHED, ProbeOutcome.NOT_RUN))
        _due(("value" in event) is (outcome is ProbeOutcome.VALUE))
        _due(raised is not None if outcome is ProbeOutcome.RAISED else True)
        mutated = [_integer(index) for index in _list(event.get("mutated", []), args)]
        _due(all(index < args for index in mutated))
        result = ProbeResult(
            outcome=outcome,
            value=read(event["value"]) if "value" in event else None,
            raised=raised,
            stdout=_text(event.get("stdout", ""), _PRINTED),
            stderr=_text(event.get("stderr", ""), _PRINTED),
            mutated=tuple(sorted(set(mutated))),
            seconds=_seconds(event.get("seconds", 0.0)),
        )
        run.probes.append(result)
        run.asked = False

    def end(self, event: Mapping[str, object]) -> None:
        _due(self.current == len(self.runs) - 1 and all(run.over for run in self.runs))
        self.python = _text(event.get("python"), _NAME)
        output_cut = event.get("output_cut", False)
        _due(type(output_cut) is bool)
        self.output_cut = output_cut is True
        self.complete = True


# --- one event --------------------------------------------------------------------------------


def _due(holds: bool) -> None:
    if not holds:
        raise _MalformedEventError("not in its place or not in its form")


def _integer(number: object) -> int:
    if type(number) is not int or not 0 <= number < 2**31:
        raise _MalformedEventError("no count")
    return number


def _place(number: object) -> int | None:
    """A line or column, from 1; none where Python itself does not know it."""
    return None if number is None or number in (0, -1) else _integer(number)


def _seconds(number: object) -> float:
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not 0 <= number < _LONGEST:
        raise _MalformedEventError("no time")
    return float(number)


def _text(text: object, limit: int) -> str:
    if type(text) is not str:
        raise _MalformedEventError("no text")
    return text[:limit]


def _name(text: object) -> str:
    """A name on one line: a class may be called anything, and what is told of it must not look like more."""
    name = _text(text, _NAME)
    if name.isprintable():
        return name
    shown = [each if each.isprintable() else each.encode("unicode_escape").decode() for each in name]
    return "".join(shown)[:_NAME]


def _list(found: object, limit: int) -> list[object]:
    if type(found) is not list or len(found) > limit:
        raise _MalformedEventError("no list, or too long")
    return found


def _raised(found: object) -> Raised | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise _MalformedEventError("no exception")
    text = found.get("text")
    return Raised(
        type=_name(found.get("type")),
        message=_text(found.get("message"), _MESSAGE),
        frames=tuple([_frame(frame) for frame in _list(found.get("frames", []), _FRAMES)]),
        line=_place(found.get("line")),
        column=_place(found.get("column")),
        text=None if text is None else _text(text, _LINE_TEXT),
    )


def _frame(found: object) -> Frame:
    if not isinstance(found, dict):
        raise _MalformedEventError("no frame")
    return Frame(
        line=_integer(found.get("line")),
        function=_name(found.get("function")),
        text=_text(found.get("text"), _LINE_TEXT),
    )
