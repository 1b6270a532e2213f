"""Hostile programs get the same verdict offline, in a child process, and in the shipped Pyodide."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hostile import CHAOS, ERRORS, LIARS, REFUSED, RIGHT, VALUE_LIARS

from checker.cli import main
from checker.exercise import load
from checker.model import Ended, Observation, Plan
from checker.observation import assemble
from checker.plan import plan_to_json
from checker.session import step
from web.authored import read_authored
from web.node import find_node
from web.python_parts import build_wheel
from web.reference import Reference

ROOT = Path(__file__).parents[1]
PASSED = {"passed"}
REJECTED = {"failed", "error", "missing"}

TABLES: dict[str, tuple[str, Mapping[str, str], set[str]]] = {
    "right": ("retrieval_metriken", RIGHT, PASSED),
    "chaos": ("retrieval_metriken", CHAOS, PASSED),
    "liars": ("retrieval_metriken", LIARS, REJECTED),
    "value liars": ("accuracy", VALUE_LIARS, REJECTED),
    "errors": ("retrieval_metriken", ERRORS, {"error", "memory_limit"}),
    "refused": ("retrieval_metriken", REFUSED, {"syntax_error"}),
}


def offline(
    exercise: str, programs: Mapping[str, str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> dict[str, str]:
    """The verdict of each program on the command line."""
    for number, text in enumerate(programs.values()):
        encoding = "latin-1" if "coding: latin-1" in text else "utf-8"
        (folder / f"{number:03}.py").write_bytes(text.encode(encoding, "surrogatepass"))
    place = ("--exercises", str(ROOT / "exercises"), "--exercise", f"metriken/{exercise}")
    main(["check", str(folder), *place, "--format", "json", "--timeout", "60"])
    reports = json.loads(capsys.readouterr().out)["reports"]
    return dict(zip(programs, [report["verdict"] for report in reports], strict=True))


def in_pyodide(exercise: str, programs: Mapping[str, str]) -> dict[str, str]:
    """The verdict of each program as the reference Python sees it; judged here, out of its reach."""
    authored = read_authored(ROOT / "exercises" / "metriken" / exercise)
    table = authored.table_file.read_text("utf-8")
    loaded = load({**authored.texts, "cases.json": table}, authored.name)
    reference = Reference(find_node().program, build_wheel(ROOT))
    rounds: dict[str, list[Observation]] = {name: [] for name in programs}
    verdicts: dict[str, str] = {}
    while len(verdicts) < len(programs):
        plans: dict[str, Plan] = {}
        for name in programs.keys() - verdicts.keys():
            following = step(loaded, rounds[name])
            if isinstance(following, Plan):
                plans[name] = following
            else:
                verdicts[name] = following.verdict
        jobs = [(programs[name], plan_to_json(plan)) for name, plan in plans.items()]
        for (name, plan), events in zip(plans.items(), reference.observe(jobs), strict=True):
            rounds[name].append(assemble(plan, events, Ended.COMPLETE, 0.0))
    return verdicts


def unexpected(verdicts: Mapping[str, str], allowed: set[str]) -> dict[str, str]:
    return {name: verdict for name, verdict in verdicts.items() if verdict not in allowed}


@pytest.mark.parametrize("table", TABLES)
def test_a_hostile_program_gets_the_verdict_it_deserves_everywhere(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exercise, programs, allowed = TABLES[table]
    here = offline(exercise, programs, tmp_path, capsys)
    there = in_pyodide(exercise, programs)
    assert unexpected(here, allowed) == {}
    assert unexpected(there, allowed) == {}
    assert [name for name in programs if here[name] != there[name]] == []
