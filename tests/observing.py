"""Observing small programs in this process, with events as data."""

from __future__ import annotations

import json
from typing import Any

from checker.model import Plan, Probe, ProbeKind, RunPlan
from checker.observe import observe
from checker.plan import plan_to_json

__all__ = ["Event", "call", "plan", "program", "result", "seen", "value"]

Event = dict[str, Any]


def call(name: str, *args: object) -> Probe:
    return Probe(ProbeKind.CALL, name, args)


def value(name: str) -> Probe:
    return Probe(ProbeKind.VALUE, name)


def plan(*runs: tuple[Probe, ...]) -> Plan:
    return Plan("aufgabe.py", tuple(RunPlan(probes) for probes in runs))


def seen(source: str, *runs: tuple[Probe, ...]) -> list[Event]:
    """The events of a program, in this process."""
    events: list[str] = []
    observe(source, plan_to_json(plan(*runs)), events.append)
    return [json.loads(event) for event in events]


def program(source: str) -> Event:
    """What came of starting a program."""
    return next(event for event in seen(source, ()) if event["e"] == "program")


def result(source: str, probe: Probe) -> Event:
    """What came of one probe."""
    return next(event for event in seen(source, (probe,)) if event["e"] == "result")
