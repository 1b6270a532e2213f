"""Plans as JSON text: the only thing that the untrusted side is told."""

from __future__ import annotations

from checker.jsontext import json_text, parse_json
from checker.model import FORMAT, Plan, Probe, ProbeKind, RunPlan, Wire

__all__ = ["plan_from_json", "plan_to_json"]


def plan_to_json(plan: Plan) -> str:
    """The JSON text of a plan; `plan_from_json` gives an equal plan back."""
    document: dict[str, Wire] = {
        "format": FORMAT,
        "filename": plan.filename,
        "runs": [
            {
                "probes": [
                    {"kind": probe.kind.value, "name": probe.name, "args": list(probe.args)}
                    for probe in run.probes
                ]
            }
            for run in plan.runs
        ],
    }
    return json_text(document)


def plan_from_json(text: str) -> Plan:
    """The plan of a JSON text; raises ValueError that says what is wrong with it."""
    document = parse_json(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"a plan is a JSON object with format {FORMAT}")
    filename = document.get("filename")
    if not isinstance(filename, str) or not filename:
        raise ValueError("a plan names the file that the program runs as")
    return Plan(filename, tuple(_run(run) for run in _list(document, "runs")))


def _run(run: Wire) -> RunPlan:
    return RunPlan(tuple(_probe(probe) for probe in _list(run, "probes")))


def _probe(probe: Wire) -> Probe:
    args = tuple(_list(probe, "args"))
    name, kind = (probe.get("name"), probe.get("kind")) if isinstance(probe, dict) else (None, None)
    if isinstance(name, str) and isinstance(kind, str):
        return Probe(ProbeKind(kind), name, args)
    raise ValueError(f"a probe has a kind, a name and args: {probe!r}")


def _list(document: Wire, key: str) -> list[Wire]:
    found = document.get(key) if isinstance(document, dict) else None
    if isinstance(found, list):
        return found
    raise ValueError(f"a list of {key} is missing in the plan")
