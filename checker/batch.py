"""Checking many files: one unit of work a file, plain data in, a report out, in a stable order."""

from __future__ import annotations

import contextlib
import json
import platform
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, wait
from dataclasses import dataclass, replace
from functools import partial

from checker import isolate
from checker.exercise import LoadedExercise
from checker.handins import Program
from checker.isolate import Interrupted, Isolation
from checker.model import (
    Ended,
    Observation,
    Outcome,
    Plan,
    ProbeOutcome,
    ProbeResult,
    ProgramOutcome,
    ProgramResult,
    Raised,
    Report,
    RunResult,
)
from checker.observation import assemble
from checker.plan import plan_to_json
from checker.report import fault_report
from checker.session import step
from checker.texts import say
from checker.versions import with_version_remark

__all__ = ["LEAST_SECONDS", "Candidate", "Checked", "Job", "check_all", "check_file", "not_judged"]

LEAST_SECONDS = 0.05
"""Time that a program gets at least, also for cases that are run again when nearly none is left."""

_NAMING_SECONDS = 10.0
_TICK_SECONDS = 0.2
_AHEAD = 4
_NAMED = 8


@dataclass(frozen=True, slots=True)
class Candidate:
    """An exercise that a file may answer; `language` is that of its report."""

    loaded: LoadedExercise
    language: str


@dataclass(frozen=True, slots=True)
class Job:
    """All that is needed to check one file, wherever that is done.

    With `by_names` those of the `candidates` count whose name the program defines. `seconds` and
    `memory` (MiB) limit the program, `hide` are paths of which it must see nothing. `language` is for
    what is said when no exercise is found.
    """

    file: str
    program: Program
    candidates: tuple[Candidate, ...]
    by_names: bool
    language: str
    seconds: float
    memory: int
    hide: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The report of one file, and what isolation was in effect; None when no program was run."""

    report: Report
    isolation: Isolation | None = None


def not_judged(file: str, message: str) -> Report:
    """The report of a file that could not be judged, with the reason."""
    return Report(
        exercise="",
        verdict=Outcome.NOT_RUN,
        passed=0,
        total=0,
        checks=(),
        message=message,
        python=platform.python_version(),
        file=file,
    )


# --- one file ---------------------------------------------------------------------------------


def check_file(job: Job, stop: threading.Event | None = None) -> Checked:
    """Find out which exercise the file answers, observe it in processes of its own, judge it.

    Raises Interrupted when `stop` is set meanwhile. A fault of ours becomes the file's report, so
    that it does not end a batch.
    """
    try:
        found = _candidates(job, stop)
        if len(found) != 1:
            return Checked(not_judged(job.file, _no_exercise(job, found)))
        return _check(job, found[0], stop)
    except Interrupted:
        raise
    except Exception as fault:  # noqa: BLE001 - one file must not end the batch, and must not be blamed
        report = fault_report("", f"{type(fault).__name__}: {fault}", job.language)
        return Checked(replace(report, file=job.file, python=platform.python_version()))


def _candidates(job: Job, stop: threading.Event | None) -> tuple[Candidate, ...]:
    if not job.by_names:
        return job.candidates
    seen = isolate.run(
        job.program.text,
        "",
        seconds=_NAMING_SECONDS,
        memory=job.memory,
        hide=job.hide,
        observer="checker.names:observe_names",
        stop=stop,
    )
    names: set[object] = set()
    for event in seen.events:
        names |= _names(event)
    return tuple([candidate for candidate in job.candidates if candidate.loaded.exercise.name in names])


def _names(event: str) -> set[object]:
    try:
        told = json.loads(event)
    except (ValueError, RecursionError):
        return set()
    names = told.get("names") if isinstance(told, dict) else None
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()


def _no_exercise(job: Job, found: tuple[Candidate, ...]) -> str:
    names = ", ".join(candidate.loaded.name for candidate in (found or job.candidates)[:_NAMED])
    if len(found or job.candidates) > _NAMED:
        names = f"{names} …"
    return say(job.language, "offline.several_exercises" if found else "offline.no_exercise", names=names)


def _check(job: Job, candidate: Candidate, stop: threading.Event | None) -> Checked:
    rounds: list[Observation] = []
    isolation: Isolation | None = None
    left = job.seconds
    while True:
        following = step(candidate.loaded, rounds, candidate.language)
        if isinstance(following, Report):
            break
        if job.program.refused is not None:
            rounds.append(_refused(following, job.program.refused))
            continue
        seen = isolate.run(
            job.program.text,
            plan_to_json(following),
            seconds=max(left, LEAST_SECONDS),
            memory=job.memory,
            hide=job.hide,
            stop=stop,
        )
        left -= seen.seconds
        if seen.isolation is not None:
            isolation = seen.isolation if isolation is None else isolation.also(seen.isolation)
        detail = seen.detail if seen.ended is Ended.FAULT else ""
        rounds.append(assemble(following, seen.events, seen.ended, seen.seconds, detail))
    report = replace(
        following,
        file=job.file,
        seconds=sum(round_.seconds for round_ in rounds),
        python=following.python or platform.python_version(),
    )
    if job.program.refused is not None:
        return Checked(replace(report, message=say(candidate.language, "offline.encoding")))
    return Checked(with_version_remark(report, sys.version_info[:2], candidate.language), isolation)


def _refused(plan: Plan, raised: Raised) -> Observation:
    """What would be seen of a program whose bytes are no text: Python refuses it at the start."""
    unasked = tuple([ProbeResult(ProbeOutcome.NOT_RUN)] * len(plan.runs[0].probes))
    program = ProgramResult(ProgramOutcome.SYNTAX_ERROR, raised)
    return Observation(Ended.COMPLETE, (RunResult(program, unasked),), platform.python_version())


# --- many -------------------------------------------------------------------------------------


def check_all(
    work: Iterable[Job | Report], executor: Executor, *, jobs: int, stop: threading.Event | None = None
) -> Iterator[Checked]:
    """The results of all work in its order; a Report is a result already.

    At most a few times `jobs` units are held at a time. `stop` is for an executor of threads: once it
    is set, everything under way is ended, what was finished still comes, then Interrupted is raised.
    """
    unit: Callable[[Job], Checked] = check_file if stop is None else partial(check_file, stop=stop)
    waiting: deque[Future[Checked]] = deque()
    items = iter(work)
    while True:
        while len(waiting) < _AHEAD * jobs and (item := next(items, None)) is not None:
            waiting.append(_done(item) if isinstance(item, Report) else executor.submit(unit, item))
        if not waiting:
            return
        if _wait(waiting[0], stop):
            yield waiting.popleft().result()
            continue
        executor.shutdown(wait=True, cancel_futures=True)
        for future in waiting:
            with contextlib.suppress(CancelledError, Interrupted):
                yield future.result()
        raise Interrupted


def _done(report: Report) -> Future[Checked]:
    future: Future[Checked] = Future()
    future.set_result(Checked(report))
    return future


def _wait(future: Future[Checked], stop: threading.Event | None) -> bool:
    """Wait for a result; False when `stop` was set meanwhile."""
    while stop is None or not stop.is_set():
        # Not for longer at a time: a wait without end cannot be interrupted everywhere.
        if wait([future], timeout=_TICK_SECONDS).done:
            return True
    return False
