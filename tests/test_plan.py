from __future__ import annotations

import json
from typing import Any

import pytest

from checker.model import Plan, Probe, ProbeKind, RunPlan
from checker.plan import plan_from_json, plan_to_json

PLAN = Plan(
    "aufgabe.py",
    (
        RunPlan((Probe(ProbeKind.CALL, "f", ([1, 1.0, None, "ä"], {"t": "float", "v": "nan"})),)),
        RunPlan((Probe(ProbeKind.VALUE, "antwort"),)),
        RunPlan(()),
    ),
)


def test_a_plan_comes_back_as_it_was() -> None:
    text = plan_to_json(PLAN)
    assert text.isascii()
    again = plan_from_json(text)
    assert again == PLAN
    assert type(again.runs[0].probes[0].args[0][1]) is float  # type: ignore[index]
    assert plan_to_json(again) == text


def test_a_plan_without_runs_is_a_plan() -> None:
    assert plan_from_json(plan_to_json(Plan("a.py", ()))) == Plan("a.py", ())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format 1"),
        ({"filename": None}, "names the file"),
        ({"filename": ""}, "names the file"),
        ({"runs": None}, "runs"),
        ({"runs": [1]}, "probes"),
        ({"runs": [{"probes": [1]}]}, "args"),
        ({"runs": [{"probes": [{"kind": "call", "args": []}]}]}, "kind, a name and args"),
        ({"runs": [{"probes": [{"kind": "guess", "name": "f", "args": []}]}]}, "guess"),
        ({"runs": [{"probes": [{"kind": 3, "name": "f", "args": []}]}]}, "kind, a name and args"),
    ],
)
def test_a_malformed_plan_is_refused_with_the_reason(change: dict[str, Any], said: str) -> None:
    document = json.loads(plan_to_json(PLAN)) | change
    with pytest.raises(ValueError, match=said):
        plan_from_json(json.dumps(document))


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '"plan"'])
def test_what_is_no_plan_at_all_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"plan|JSON|Expecting"):
        plan_from_json(text)
