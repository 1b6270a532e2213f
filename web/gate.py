"""The gate: no lesson is published whose exercises do not prove themselves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from checker.exercise import ExerciseFault, load
from checker.model import Outcome
from web.authored import AuthoredExercise, read_every_authored
from web.compiler import compile_exercise, is_stale
from web.faults import LessonFault
from web.lesson import read_lessons
from web.node import find_node
from web.python_parts import build_wheel, read_pyodide
from web.reference import Reference, ReferencePython
from web.steps import Steps

__all__ = ["check_command", "exercise_faults", "report_faults"]

# Under both, everything must come out the same: nothing may hang on the order of a set.
_HASH_SEEDS = (0, 1)
_PASSED = Outcome.PASSED.value


def check_command(root: Path, arguments: Sequence[str]) -> int:
    """`build.py check`: validate all lessons and exercises; gives 0, or 1 with every fault told."""
    parser = argparse.ArgumentParser(
        prog="build.py check",
        description="Validate every lesson, and have every exercise prove itself: the solution passes, "
        "starter and empty file do not, every mistake is rejected in its own words.",
    )
    parser.parse_args(arguments)
    steps = Steps(sys.stdout)
    faults: list[LessonFault] = []
    exercises: tuple[AuthoredExercise, ...] = ()
    try:
        with steps.step("Reading lessons"):
            exercises = read_every_authored(root / "exercises")
            read_lessons(root / "exercises", read_pyodide(root).python)
    except LessonFault as fault:
        faults.append(fault)
    reference = Reference(find_node().program, build_wheel(root))
    for exercise in exercises:
        with steps.step(f"Proving {exercise.name} ({len(exercise.messages)} mistakes)"):
            faults += exercise_faults(exercise, reference)
    for found in faults:
        sys.stderr.write(f"{found}\n")
    steps.say(_summary(exercises, len(faults)))
    return 1 if faults else 0


def _summary(exercises: Sequence[AuthoredExercise], faults: int) -> str:
    if faults:
        return f"{faults} fault{'s' if faults > 1 else ''} found, told above."
    mistakes = sum(len(exercise.messages) for exercise in exercises)
    return f"All is well: {len(exercises)} exercises, {mistakes} mistakes, each rejected in its own words."


def exercise_faults(exercise: AuthoredExercise, reference: ReferencePython) -> Iterator[LessonFault]:
    """What keeps an exercise from being published, the first stage that fails alone."""
    if is_stale(exercise):
        yield LessonFault(
            exercise.table_file, None, "It is missing, or older than its exercise: run build.py compile."
        )
        return
    table = exercise.table_file.read_text("utf-8")
    try:
        load({**exercise.texts, "cases.json": table}, exercise.name)
        again = compile_exercise(exercise, reference, hash_seed=_HASH_SEEDS[1])
    except LessonFault as fault:
        yield fault
        return
    except ExerciseFault as fault:
        yield LessonFault(exercise.folder.parent.parent / fault.file, fault.line, fault.problem)
        return
    if again != table:
        yield LessonFault(
            exercise.table_file,
            None,
            "Compiled once more it has other contents: was it edited by hand, or does a program in "
            "mistakes/ depend on the order of a set?",
        )
        return
    sources = {"exercise.py": exercise.texts["exercise.py"], "cases.json": table}
    programs = {"solution.py": exercise.solution, "starter.py": exercise.starter, "an empty file": ""}
    programs |= {f"mistakes/{name}.py": text for name, text in exercise.mistakes.items()}
    for seed in _HASH_SEEDS:
        reports = reference.check(sources, exercise.name, list(programs.values()), seed)
        yield from report_faults(exercise, dict(zip(programs, reports, strict=True)))


def report_faults(
    exercise: AuthoredExercise, reports: Mapping[str, Mapping[str, object]]
) -> Iterator[LessonFault]:
    """What is wrong with the Reports of solution, starter, empty file and mistakes, by file name."""
    for file, report in reports.items():
        place = exercise.folder / (file if file.endswith(".py") else "exercise.py")
        verdict = report["verdict"]
        if verdict == Outcome.CHECKER_ERROR:
            yield LessonFault(place, None, f"Checking {file} failed: {report['message']}")
        elif file == "solution.py":
            if verdict != _PASSED:
                yield LessonFault(place, None, f"The solution does not pass ({verdict}): {report['message']}")
        elif verdict == _PASSED:
            yield LessonFault(place, None, f"{file} passes, and must not.")
        elif file.startswith("mistakes/"):
            name = Path(file).stem
            if (report["mistake"], report["message"]) != (name, exercise.messages[name]):
                yield LessonFault(
                    place,
                    None,
                    f"It is rejected, but told as {report['mistake']!r} instead of in its own words.",
                )
        elif report["mistake"] in exercise.messages:
            yield LessonFault(place, None, f"{file} is told as the mistake {report['mistake']!r}.")
