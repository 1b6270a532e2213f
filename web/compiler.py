"""Compiling: an exercise's cases through its solution and every mistake, into cases.json."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

from checker.exercise import ExerciseFault, load_exercise
from checker.model import (
    Case,
    CaseObservation,
    Ended,
    Exercise,
    Mistake,
    Observation,
    Plan,
    Probe,
    ProbeKind,
    ProgramOutcome,
    RunPlan,
    Value,
    Wire,
)
from checker.observation import assemble
from checker.plan import plan_to_json
from checker.table import (
    Table,
    TableCase,
    Unwritable,
    arguments_to_wire,
    case_observation,
    table_to_json,
    text_hash,
)
from checker.wire import read, source
from web.authored import AuthoredExercise, read_every_authored
from web.columns import FUNCTION_MARGIN, VALUE_MARGIN, apart, values_apart
from web.faults import LessonFault
from web.node import find_node
from web.python_parts import build_wheel
from web.reference import Reference, ReferencePython
from web.steps import Steps

__all__ = ["compile_command", "compile_exercise", "is_stale"]

_ROOT = Path(__file__).parent.parent
_PARTS = (
    "web/compiler.py",
    "web/authored.py",
    "web/columns.py",
    "checker/capture.py",
    "checker/program.py",
    "checker/table.py",
)


def compile_command(root: Path, arguments: Sequence[str]) -> int:
    """`build.py compile [LESSON[/NAME] …] [--force]`: write the tables that are stale; gives 0."""
    parser = argparse.ArgumentParser(
        prog="build.py compile", description="Write cases.json of every exercise whose files have changed."
    )
    parser.add_argument("only", nargs="*", metavar="LESSON[/NAME]", help="only these")
    parser.add_argument("--force", action="store_true", help="also those that are up to date")
    options = parser.parse_args(arguments)
    steps = Steps(sys.stdout)
    exercises = [found for found in read_every_authored(root / "exercises") if _wanted(found, options.only)]
    if not exercises:
        parser.error(f"there is no exercise called {' or '.join(options.only) or 'anything'}")
    due = [exercise for exercise in exercises if options.force or is_stale(exercise)]
    if not due:
        steps.say("All tables are up to date.")
        return 0
    reference = Reference(find_node().program, build_wheel(root))
    for exercise in due:
        with steps.step(f"Compiling {exercise.name} (solution and {len(exercise.messages)} mistakes)"):
            text = compile_exercise(exercise, reference)
            partial = exercise.table_file.with_suffix(".partial")
            partial.write_text(text, "utf-8")
            partial.replace(exercise.table_file)
    return 0


def _wanted(exercise: AuthoredExercise, only: Sequence[str]) -> bool:
    return not only or any(name in (exercise.name, exercise.name.split("/")[0]) for name in only)


def is_stale(exercise: AuthoredExercise) -> bool:
    """Whether the table is missing, or was made from other files or by another compiler than these."""
    try:
        hashes = json.loads(exercise.table_file.read_text("utf-8"))["hashes"]
    except (OSError, ValueError, KeyError, TypeError):
        return True
    return bool(hashes != _hashes(exercise))


def _hashes(exercise: AuthoredExercise) -> dict[str, str]:
    made_from = {name: text_hash(text) for name, text in exercise.texts.items() if name != "starter.py"}
    made_from["compiler"] = text_hash("".join((_ROOT / part).read_text("utf-8") for part in _PARTS))
    return made_from


def compile_exercise(exercise: AuthoredExercise, reference: ReferencePython, hash_seed: int = 0) -> str:
    """The text of cases.json, the same for every hash seed; raises LessonFault for what can't be compiled."""
    try:
        declared = load_exercise(exercise.texts["exercise.py"], f"{exercise.name}/exercise.py")
    except ExerciseFault as fault:
        raise LessonFault(
            exercise.folder / "exercise.py", fault.line, f"{fault.problem} ({fault.remedy})"
        ) from fault
    rows = _rows(exercise, declared)
    plan = Plan(
        f"{exercise.folder.name}.py", (RunPlan(tuple(_probe(declared, args) for _, _, args in rows)),)
    )
    programs = {"solution": exercise.solution, **exercise.mistakes}
    events = reference.observe([(text, plan_to_json(plan)) for text in programs.values()], hash_seed)
    seen = {
        name: assemble(plan, told, Ended.COMPLETE, 0.0) for name, told in zip(programs, events, strict=True)
    }
    columns = {name: _column(exercise, name, observation) for name, observation in seen.items()}
    expected = columns.pop("solution")
    _prove_expected(exercise, declared, expected)
    _prove_separate(exercise, declared, expected, columns)
    table = Table(
        python=seen["solution"].python,
        hashes=_hashes(exercise),
        cases=tuple(
            TableCase(check, name, args, given)
            for (check, name, args), given in zip(rows, expected, strict=True)
        ),
        mistakes=tuple(Mistake(name, exercise.messages[name], column) for name, column in columns.items()),
    )
    return table_to_json(table)


def _rows(
    exercise: AuthoredExercise, declared: Exercise
) -> tuple[tuple[str | None, str | None, tuple[Wire, ...]], ...]:
    """Check, name and arguments of every case, in the order of the table."""
    if declared.parameters is None:
        return ((None, None, ()),)
    cases = [(check.name, case) for check in declared.checks for case in check.cases]
    try:
        calls = arguments_to_wire([case for _, case in cases])
    except Unwritable as fault:
        raise LessonFault(
            exercise.folder / "exercise.py", None, f"A case can't be written: {fault}"
        ) from fault
    return tuple((check, case.name, args) for (check, case), args in zip(cases, calls, strict=True))


def _probe(declared: Exercise, args: tuple[Wire, ...]) -> Probe:
    kind = ProbeKind.VALUE if declared.parameters is None else ProbeKind.CALL
    return Probe(kind, declared.name, args)


def _column(exercise: AuthoredExercise, name: str, observation: Observation) -> tuple[CaseObservation, ...]:
    file = exercise.folder / ("solution.py" if name == "solution" else f"mistakes/{name}.py")
    run = observation.runs[0]
    if run.program.outcome is not ProgramOutcome.RAN:
        told = run.program.raised
        said = f"{told.type}: {told.message}" if told else str(run.program.outcome)
        raise LessonFault(file, told.line if told else None, f"It does not start: {said}")
    try:
        return tuple(case_observation(result) for result in run.probes)
    except ValueError as fault:
        raise LessonFault(file, None, f"It can't be a column of the table: {fault}") from fault


def _prove_expected(
    exercise: AuthoredExercise, declared: Exercise, expected: Sequence[CaseObservation]
) -> None:
    """What the author worked out by hand is what the solution gives."""
    by_hand = [case.expected for check in declared.checks for case in check.cases]
    for index, (hand, given) in enumerate(zip(by_hand, expected, strict=False)):
        if hand is None:
            continue
        wanted = _as_value(hand[0])
        if given.value is None or values_apart(wanted, given.value, declared.components, 1.0):
            got = source(given.value) if given.value is not None else f"the exception {given.raised}"
            raise LessonFault(
                exercise.folder / "exercise.py",
                None,
                f"Case {index} (from 0) expects {hand[0]!r} by hand, but solution.py gives {got}.",
            )


def _as_value(hand: object) -> Value:
    ((wire,),) = arguments_to_wire([Case((hand,))])
    return read(wire)


def _prove_separate(
    exercise: AuthoredExercise,
    declared: Exercise,
    expected: Sequence[CaseObservation],
    columns: Mapping[str, Sequence[CaseObservation]],
) -> None:
    """Every mistake differs from the solution and from every other mistake, safely beyond the tolerance."""
    margin = VALUE_MARGIN if declared.parameters is None else FUNCTION_MARGIN
    for name, column in columns.items():
        if not apart(expected, column, declared.components, margin):
            raise LessonFault(
                exercise.folder / f"mistakes/{name}.py",
                None,
                "No case tells this mistake from the solution. Add one to exercise.py that does.",
            )
    for one, other in combinations(columns, 2):
        if not apart(columns[one], columns[other], declared.components, margin):
            raise LessonFault(
                exercise.folder / f"mistakes/{other}.py",
                None,
                f"No case tells this mistake from {one}.py. Add one that does, or drop one.",
            )
