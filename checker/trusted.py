"""Observing and judging in one interpreter, for programs that are trusted: an author's own.

Tables are compiled and exercises prove themselves this way. Never for a learner's program: it would
run beside the expected values.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress

from checker.exercise import LoadedExercise, load
from checker.model import Ended, Observation, Plan, Report
from checker.observation import assemble
from checker.observe import observe
from checker.plan import plan_to_json
from checker.report import report_to_json
from checker.session import step

__all__ = [
    "check_trusted",
    "check_trusted_json",
    "observe_trusted",
    "observe_trusted_json",
]


def observe_trusted_json(source: str, plan: str) -> list[str]:
    """The events of `source` under a plan given as JSON text."""
    events: list[str] = []
    with suppress(MemoryError):  # then they are without an end
        observe(source, plan, events.append)
    return events


def observe_trusted(source: str, plan: Plan) -> Observation:
    """What is seen of `source` under `plan`; a program that never ends never returns."""
    begin = time.perf_counter()
    events = observe_trusted_json(source, plan_to_json(plan))
    return assemble(plan, events, Ended.COMPLETE, time.perf_counter() - begin)


def check_trusted(loaded: LoadedExercise, source: str, language: str = "de") -> Report:
    """The Report of `source`, by the same steps that page and command line take."""
    rounds: list[Observation] = []
    while True:
        following = step(loaded, rounds, language)
        if isinstance(following, Report):
            return following
        rounds.append(observe_trusted(source, following))


def check_trusted_json(sources: Mapping[str, str], exercise: str, source: str, language: str = "de") -> str:
    """The Report as JSON text; `sources` hold exercise.py and cases.json."""
    return report_to_json(check_trusted(load(sources, exercise), source, language))
