"""What a rehearsal leaves behind: nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from checker import rehearsal
from checker.observe import observe

_OBSERVED = """
import re, sys
from checker.observe import observe
from checker.plan import plan_to_json
from checker.model import Plan, Probe, ProbeKind, RunPlan
from checker.rehearsal import rehearse
PLAN = plan_to_json(Plan("p.py", (RunPlan((Probe(ProbeKind.CALL, "f", ([3, 1, 2],)),)),)))
CODE = '''
import sys
print('__main__' in sys.modules, sorted(vars()), sys.argv)
def f(a):
    a.sort()
    return a
'''
def seen():
    events = []
    observe(CODE, PLAN, events.append)
    return [re.sub('"seconds":[^,}]+', "", event) for event in events]
if sys.argv[1] == "rehearsed":
    modules, main = set(sys.modules), sys.modules["__main__"]
    streams = sys.stdout, sys.stderr, sys.stdin
    assert rehearse() is None
    assert set(sys.modules) == modules, set(sys.modules) - modules
    assert sys.modules["__main__"] is main
    assert (sys.stdout, sys.stderr, sys.stdin) == streams
sys.argv = ["p.py"]
print(seen())
"""


def test_a_program_is_observed_alike_after_a_rehearsal() -> None:
    told = {
        first: subprocess.run(
            [sys.executable, "-c", _OBSERVED, first], capture_output=True, text=True, check=True
        ).stdout
        for first in ("rehearsed", "plain")
    }
    assert told["rehearsed"] == told["plain"]
    assert '"e":"result"' in told["plain"]


def test_a_rehearsal_does_all_that_an_observation_does(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []

    def observed(source: str, plan: str, _emit: object) -> None:
        observe(source, plan, events.append)

    monkeypatch.setattr(rehearsal, "observe", observed)
    rehearsal.rehearse()
    told = "".join(events)
    for outcome in ('"ran"', '"value"', '"raised"', '"end"', "[1, 2.5, 'drei']", "ValueError"):
        assert outcome in told, outcome
