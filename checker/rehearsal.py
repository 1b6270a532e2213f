"""Observing a program of our own for nothing: what is done for the first time takes longer.

In the page the machine code of a function is made when it is first called, so whoever has time rehearses
before the program arrives that somebody waits for.
"""

from __future__ import annotations

from checker.model import Plan, Probe, ProbeKind, RunPlan, Wire
from checker.observe import observe
from checker.plan import plan_to_json

__all__ = ["rehearse"]

_PROGRAM = """
def both(items, number):
    print(items)
    return {"items": [item for item in items], "number": (number / 2, str(number), None, True)}

def neither(items, number):
    items.append(number)
    raise ValueError(number)
"""

_ARGS: tuple[Wire, ...] = ([1, 2.5, "drei"], 4)
_PROBES = tuple(Probe(ProbeKind.CALL, name, _ARGS) for name in ("both", "neither") * 12)
_PLAN = plan_to_json(Plan("probe.py", (RunPlan(_PROBES), RunPlan((Probe(ProbeKind.VALUE, "both"),)))))


def rehearse() -> None:
    """Do what an observation does; nothing of it is told, and the interpreter is as before."""
    observe(_PROGRAM, _PLAN, lambda _event: None)
