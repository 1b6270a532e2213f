"""The one way from a submission to its Report, driven alike by the page and the command line.

Whoever hosts interpreters asks `step` what to observe next, observes it, and asks again with all that
was seen so far, until a Report comes back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from checker.exercise import ExerciseFault, LoadedExercise, load
from checker.judge import first_plan, follow_up, judge
from checker.model import Ended, Observation, Plan, Report
from checker.observation import assemble
from checker.parsing import parse
from checker.plan import plan_to_json
from checker.report import fault_report, report_to_dict

__all__ = ["judge_step", "step"]

_LONGEST = 1e9


def step(loaded: LoadedExercise, rounds: Sequence[Observation], language: str = "de") -> Plan | Report:
    """What to observe next, or the Report, given what was observed under the plans so far.

    A fault of exercise or checker comes back as a Report with the verdict checker_error.
    """
    try:
        return _step(loaded, rounds, language)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is not the learner's fault
        return fault_report(loaded.name, _told(error), language, len(loaded.exercise.checks))


def _step(loaded: LoadedExercise, rounds: Sequence[Observation], language: str) -> Plan | Report:
    if not rounds:
        return first_plan(loaded)
    if len(rounds) == 1:
        following = follow_up(loaded, rounds[0])
        return judge(loaded, rounds[0], None, language) if following is None else following
    return judge(loaded, rounds[0], rounds[1], language)


def judge_step(sources_json: str, exercise: str, rounds_json: str, language: str) -> str:
    """`step` in JSON texts, for the page: `{"plan": …}` or `{"report": …}`; never raises.

    `sources_json` is an object of the exercise's files and their texts; `rounds_json` a list of
    `{"events": [texts], "ended": …, "seconds": …}`, one a plan given so far, as the hosts of the
    interpreters saw them (and "detail" with the end "fault").
    """
    try:
        following = _judge_step(sources_json, exercise, rounds_json, language)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is not the learner's fault
        following = fault_report(exercise, _told(error), language)
    if isinstance(following, Plan):
        return f'{{"plan": {plan_to_json(following)}}}'
    return json.dumps({"report": report_to_dict(following)})


def _judge_step(sources_json: str, exercise: str, rounds_json: str, language: str) -> Plan | Report:
    loaded = _loaded(sources_json, exercise)
    rounds: list[Observation] = []
    told = parse(rounds_json)
    if not isinstance(told, list):
        raise TypeError("rounds are a list")
    for seen in told:
        plan = step(loaded, rounds, language)
        if isinstance(plan, Report):
            return plan
        rounds.append(_observation(plan, seen))
    return step(loaded, rounds, language)


@lru_cache(maxsize=32)
def _loaded(sources_json: str, exercise: str) -> LoadedExercise:
    """An exercise from its texts, kept: every step of every check asks for it anew."""
    sources = parse(sources_json)
    if not isinstance(sources, dict) or not all(isinstance(text, str) for text in sources.values()):
        raise TypeError("sources are file names with their texts")
    return load(sources, exercise)


def _observation(plan: Plan, seen: Mapping[str, object]) -> Observation:
    events, seconds, detail = seen["events"], seen["seconds"], seen.get("detail", "")
    if not isinstance(events, list) or not isinstance(seconds, (int, float)):
        raise TypeError("a round has a list of events and its seconds")
    if not 0 <= seconds < _LONGEST:
        raise ValueError("a round takes some seconds")
    return assemble(plan, events, Ended(str(seen["ended"])), float(seconds), str(detail))


def _told(error: Exception) -> str:
    """A fault in one line: an author's as it stands, any other with its type."""
    return str(error) if isinstance(error, ExerciseFault) else f"{type(error).__name__}: {error}"
