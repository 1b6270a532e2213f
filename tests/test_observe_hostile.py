from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from apart import Apart, observe_apart
from hostile import CHAOS, ENDLESS, ERRORS, FATAL, FLOODS, LIARS, REFUSED, RIGHT, VALUE_LIARS

from checker.model import Ended, Plan, Probe, ProbeKind, RunPlan
from checker.observation import assemble
from checker.observe import observe
from checker.plan import plan_to_json

CASES: tuple[tuple[list[Any], int, list[float]], ...] = (
    ([{"erwartet": "kapitel1", "gefunden": ["kapitel2", "kapitel1"]}], 1, [0.0, 0.5]),
    ([{"erwartet": "kapitel1", "gefunden": ["kapitel2", "kapitel1"]}], 2, [1.0, 0.5]),
    ([], 3, [0.0, 0.0]),
    ([{"erwartet": None, "gefunden": ["kapitel3"]}], 1, [0.0, 0.0]),
)
METRIKEN = Plan(
    "retrieval_metriken.py",
    (RunPlan(tuple(Probe(ProbeKind.CALL, "retrieval_metriken", (faelle, k)) for faelle, k, _ in CASES)),),
)
ANTWORT = Plan("accuracy.py", (RunPlan((Probe(ProbeKind.VALUE, "antwort"),)),))


def numbers(wire: object) -> list[float]:
    """The numbers of a tuple, whatever kind of tuple and of number."""
    assert isinstance(wire, dict), wire
    assert wire["t"] == "tuple"
    return [number(item) for item in wire["v"]]


def number(wire: object) -> float:
    if isinstance(wire, dict) and wire["t"] == "fraction":
        return int(wire["v"][0], 16) / int(wire["v"][1], 16)
    if isinstance(wire, dict):
        return float(wire["v"])
    assert isinstance(wire, float)
    return wire


def check_is_taken(plan: Plan, apart: Apart, ended: Ended = Ended.COMPLETE) -> None:
    """The judging side takes every event for what it is."""
    assert assemble(plan, apart.events, Ended.COMPLETE, 1.0).ended is ended


def check_is_right(source: str, times: int = 1) -> None:
    apart = observe_apart(source, METRIKEN, times=times)
    check_is_taken(METRIKEN, apart)
    events = [json.loads(event) for event in apart.events]
    assert apart.orderly, events[-3:]
    assert events[1]["outcome"] == "ran", events[1]
    results = [event for event in events if event["e"] == "result"]
    assert [event["outcome"] for event in results] == ["value"] * len(CASES), results
    assert [numbers(event["value"]) for event in results] == [expected for *_, expected in CASES]
    assert all(event["mutated"] == [] for event in results)
    assert all(event["seconds"] >= 0 for event in results)
    assert events[-1]["e"] == "end"


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_is_seen_to_be_right(name: str) -> None:
    check_is_right(RIGHT[name])


@pytest.mark.parametrize("name", CHAOS)
def test_a_right_program_is_right_whatever_else_it_does(name: str) -> None:
    check_is_right(CHAOS[name])


@pytest.mark.parametrize("name", CHAOS)
def test_it_is_right_when_observed_once_more_in_the_same_interpreter(name: str) -> None:
    check_is_right(CHAOS[name], times=3)


def bounded_results(source: str, plan: Plan) -> list[Mapping[str, Any]]:
    apart = observe_apart(source, plan)
    assert apart.orderly
    assert all(len(event) < 500_000 for event in apart.events)
    check_is_taken(plan, apart)
    events = [json.loads(event) for event in apart.events]
    assert events[-1]["e"] == "end"
    return [event for event in events if event["e"] == "result"]


@pytest.mark.parametrize("name", LIARS)
def test_no_result_hangs_crashes_or_looks_right(name: str) -> None:
    results = bounded_results(LIARS[name], METRIKEN)
    assert len(results) == len(CASES)
    for event, (*_, expected) in zip(results, CASES, strict=True):
        assert event.get("value") != {"t": "tuple", "v": expected, "n": 2}


@pytest.mark.parametrize("name", VALUE_LIARS)
def test_a_value_is_seen_as_the_result_of_a_call_is(name: str) -> None:
    (by_value,) = bounded_results(VALUE_LIARS[name], ANTWORT)
    assert by_value["outcome"] == "value"


@pytest.mark.parametrize("name", ERRORS)
def test_whatever_is_raised_at_the_start_is_data(name: str) -> None:
    apart = observe_apart(ERRORS[name], METRIKEN)
    events = [json.loads(event) for event in apart.events]
    assert apart.orderly
    check_is_taken(METRIKEN, apart)
    assert [event["e"] for event in events] == ["run", "program", "end"]
    raised = events[1]["raised"]
    assert events[1]["outcome"] == "raised"
    assert len(raised["message"]) <= 2000
    assert 1 <= len(raised["frames"]) <= 20
    assert all(frame["text"] for frame in raised["frames"])


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_does_not_accept_is_a_syntax_error(name: str) -> None:
    apart = observe_apart(REFUSED[name], METRIKEN)
    check_is_taken(METRIKEN, apart)
    events = [json.loads(event) for event in apart.events]
    assert [event["e"] for event in events] == ["run", "program", "end"]
    raised = events[1]["raised"]
    assert events[1]["outcome"] == "syntax_error"
    assert raised["type"] in {"SyntaxError", "IndentationError", "TabError"}
    assert raised["message"]
    lines = REFUSED[name].replace("\r", "\n").split("\n")
    assert lines[raised["line"] - 1].startswith(raised["text"][:1])


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_left_to_the_deadline(name: str) -> None:
    apart = observe_apart(ENDLESS[name], METRIKEN, seconds=0.5)
    events = [json.loads(event) for event in apart.events]
    assert not apart.ended
    assert events[-1]["e"] in {"run", "program", "call"}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_told_once_and_nothing_after_it(name: str) -> None:
    apart = observe_apart(FLOODS[name], METRIKEN)
    check_is_taken(METRIKEN, apart, Ended.OUTPUT_LIMIT)
    events = [json.loads(event) for event in apart.events]
    assert events[-1] == {"e": "output_limit"}
    assert [event["e"] for event in events].count("output_limit") == 1
    assert "end" not in [event["e"] for event in events]


def test_nothing_is_told_after_a_flood_that_is_swallowed() -> None:
    events: list[str] = []
    source = FLOODS["swallows once"] + "antwort = 1\n"
    observe(source, plan_to_json(Plan("accuracy.py", ANTWORT.runs * 2)), events.append)
    assert [json.loads(event)["e"] for event in events] == ["run", "output_limit"]


MEMORY = {
    "in large pieces": "while True: x.append(bytearray(10_000_000))",
    "in small pieces": "while True: x.append(object())",
    "in one piece": "x.append('x' * 10**12)",
}


@pytest.mark.parametrize("where", ["at start", "in a call", "of a call, kept by the program"])
@pytest.mark.parametrize("name", MEMORY)
def test_using_all_memory_is_told_as_a_memory_error(name: str, where: str) -> None:
    if where == "at start":
        source = f"x = []\n{MEMORY[name]}\n"
    elif where == "in a call":
        source = f"def retrieval_metriken(faelle, k):\n    x = []\n    {MEMORY[name]}\n"
    else:
        source = f"x = []\ndef retrieval_metriken(faelle, k):\n    global x\n    {MEMORY[name]}\n"
    apart = observe_apart(source, METRIKEN, memory=40 * 2**20)
    events = [json.loads(event) for event in apart.events]
    told = [event["raised"]["type"] for event in events if event.get("raised")]
    assert told[:1] == ["MemoryError"], events
    assert events[-1]["e"] == "end" or len(told) > 0


@pytest.mark.parametrize("name", FATAL)
def test_a_process_that_ends_has_told_all_until_then(name: str) -> None:
    apart = observe_apart(FATAL[name], METRIKEN)
    assert apart.ended
    assert json.loads(apart.events[-1])["e"] in {"run", "call"}
