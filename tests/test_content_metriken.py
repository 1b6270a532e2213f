"""The programs of the lesson "Metriken", measured against its cases by hand.

Plain Python on purpose: what the checker makes of the same programs is tested elsewhere, and both have to
agree.
"""

from __future__ import annotations

import ast
import contextlib
import io
import itertools
import re
import runpy
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from programs_metriken import RIGHT, WRONG

from checker.model import Case, Exercise, SameObject

FOLDER = Path(__file__).parent.parent / "exercises" / "metriken"
NAMES = ("accuracy", "retrieval_metriken", "ohne_antwort_auswerten")
MISTAKES = {name: sorted(path.stem for path in (FOLDER / name / "mistakes").glob("*.py")) for name in NAMES}
EACH_MISTAKE = [(name, mistake) for name in NAMES for mistake in MISTAKES[name]]
# What the value exercise has to give stands nowhere else by hand.
ACCURACY = Case((), expected=((0.95, 0.0, 0.85, 0.25, 1.0),))

Seen = tuple[object, ...]
"""What came of one case: a number, a tuple …, or an exception, as plain comparable data."""


# --- running a program over the cases -------------------------------------------------------------


def exercise(name: str) -> Exercise:
    declared = runpy.run_path(str(FOLDER / name / "exercise.py"))["EXERCISE"]
    assert isinstance(declared, Exercise)
    return declared


EXERCISES = {name: exercise(name) for name in NAMES}


def cases(name: str) -> list[Case]:
    if EXERCISES[name].parameters is None:
        return [ACCURACY]
    return [case for check in EXERCISES[name].checks for case in check.cases]


def new(value: Any, built: dict[int, Any]) -> Any:
    """A copy in which no text is the same object as any other, but one list in two places stays one."""
    if isinstance(value, str):
        return value.encode().decode()
    if not isinstance(value, list | dict):
        return value
    if id(value) not in built:
        if isinstance(value, list):
            built[id(value)] = [new(item, built) for item in value]
        else:
            built[id(value)] = {new(key, built): new(item, built) for key, item in value.items()}
    return built[id(value)]


def plain(value: object) -> Seen:
    """A result as data that a later call can't change."""
    if isinstance(value, bool) or value is None or isinstance(value, str | complex):
        return (type(value).__name__, value)
    if isinstance(value, int | float | Fraction | Decimal):
        return ("number", float(value))
    if isinstance(value, tuple | list | set):
        kind = next(kind for kind in (tuple, list, set) if isinstance(value, kind))
        items = sorted(map(plain, value)) if kind is set else map(plain, value)
        return (kind.__name__, *items)
    if isinstance(value, dict):
        return ("dict", *((plain(key), plain(item)) for key, item in value.items()))
    return (type(value).__name__,)


@dataclass(frozen=True)
class Run:
    """What a program gave for each case, and what it printed meanwhile."""

    seen: tuple[Seen, ...]
    printed: tuple[str, ...]


def run(source: str, name: str) -> Run:
    """Run a program over all cases of an exercise, in one namespace and in order."""
    space: dict[str, Any] = {"__name__": "__main__"}
    given: dict[str, tuple[Any, ...]] = {}
    seen: list[Seen] = []
    printed: list[str] = []
    started: Seen | None = None
    for case in cases(name):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            try:
                if started is None:
                    started = ()
                    exec(compile(source, f"{name}.py", "exec", dont_inherit=True), space)
                result = space[EXERCISES[name].name]
                if EXERCISES[name].parameters is not None:
                    built: dict[int, Any] = {}
                    args = tuple(
                        given[arg.case][arg.argument] if isinstance(arg, SameObject) else new(arg, built)
                        for arg in case.args
                    )
                    given[case.name or ""] = args
                    result = result(*args)
                seen.append(plain(result))
            except Exception as raised:  # noqa: BLE001 (whatever a program raises is what was seen)
                seen.append(("raised", type(raised).__name__))
        printed.append(output.getvalue())
    return Run(tuple(seen), tuple(printed))


def near(one: object, other: object, tolerance: float) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= tolerance
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(near(a, b, tolerance) for a, b in zip(one, other, strict=True))
    return one == other


def margin(name: str) -> float:
    """By how much a mistake has to differ, at least."""
    tolerance = max(component.tolerance for component in EXERCISES[name].components)
    return tolerance * (3 if EXERCISES[name].parameters is None else 100)


def apart(one: Run, other: Run, name: str) -> bool:
    values = zip(one.seen, other.seen, strict=True)
    return one.printed != other.printed or not all(near(a, b, margin(name)) for a, b in values)


def passes(source: str, name: str) -> bool:
    tolerance = max(component.tolerance for component in EXERCISES[name].components) + 1e-12
    values = zip(run(source, name).seen, solved(name).seen, strict=True)
    return all(near(got, expected, tolerance) for got, expected in values)


def text(name: str, file: str) -> str:
    return (FOLDER / name / file).read_text(encoding="utf-8")


def solved(name: str) -> Run:
    return run(text(name, "solution.py"), name)


# --- exercises, solutions, mistakes ---------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_gives_what_was_worked_out_by_hand(name: str) -> None:
    worked = [
        (case.args, plain(case.expected[0]), seen)
        for case, seen in zip(cases(name), solved(name).seen, strict=True)
        if case.expected is not None
    ]
    assert len(worked) >= 0.9 * len(cases(name))
    for args, expected, seen in worked:
        assert near(seen, expected, 1e-12), args


@pytest.mark.parametrize("name", NAMES)
def test_names_in_an_exercise_are_found_and_stand_once(name: str) -> None:
    checks = [check.name for check in EXERCISES[name].checks]
    assert len(set(checks)) == len(checks)
    if EXERCISES[name].parameters is None:
        assert checks == [component.name for component in EXERCISES[name].components]
        return
    assert checks[0] == EXERCISES[name].published
    assert all(check.cases for check in EXERCISES[name].checks)
    named = [case.name for case in cases(name) if case.name]
    used = {arg.case for case in cases(name) for arg in case.args if isinstance(arg, SameObject)}
    assert set(named) == used
    assert len(set(named)) == len(named)


@pytest.mark.parametrize("name", NAMES)
def test_starter_runs_and_does_not_pass(name: str) -> None:
    assert not any(seen[0] == "raised" for seen in run(text(name, "starter.py"), name).seen)
    assert not passes(text(name, "starter.py"), name)


@pytest.mark.parametrize(("name", "mistake"), EACH_MISTAKE)
def test_a_mistake_is_rejected_by_far(name: str, mistake: str) -> None:
    observed = run(text(name, f"mistakes/{mistake}.py"), name)
    differing = [
        a for a, b in zip(observed.seen, solved(name).seen, strict=True) if not near(a, b, margin(name))
    ]
    assert differing


@pytest.mark.parametrize("name", NAMES)
def test_every_two_mistakes_can_be_told_apart(name: str) -> None:
    runs = {mistake: run(text(name, f"mistakes/{mistake}.py"), name) for mistake in MISTAKES[name]}
    twins = [(a, b) for a, b in itertools.combinations(runs, 2) if not apart(runs[a], runs[b], name)]
    assert twins == []


@pytest.mark.parametrize(("name", "mistake"), EACH_MISTAKE)
def test_a_mistake_says_in_a_sentence_or_two_what_was_thought(name: str, mistake: str) -> None:
    words = ast.get_docstring(ast.parse(text(name, f"mistakes/{mistake}.py"))) or ""
    assert 1 <= len(re.findall(r"[.?!](?=\s|$)", words)) <= 2, words
    assert words[-1] in ".?!"


def test_no_two_mistakes_of_an_exercise_share_their_words() -> None:
    for name in NAMES:
        words = [ast.get_docstring(ast.parse(text(name, f"mistakes/{m}.py"))) for m in MISTAKES[name]]
        assert len(set(words)) == len(words)


def test_there_are_mistakes_and_programs_enough() -> None:
    least = {"accuracy": 15, "retrieval_metriken": 25, "ohne_antwort_auswerten": 15}
    assert {name: len(MISTAKES[name]) >= number for name, number in least.items()} == dict.fromkeys(
        NAMES, True
    )
    assert all(len(RIGHT[name]) >= 10 for name in NAMES)


def programs(given: dict[str, dict[str, str]]) -> list[Any]:
    return [
        pytest.param(name, source, id=f"{name}-{program}")
        for name in NAMES
        for program, source in given[name].items()
    ]


@pytest.mark.parametrize(("name", "source"), programs(RIGHT))
def test_right_programs_pass_in_any_style(name: str, source: str) -> None:
    assert passes(source, name)


@pytest.mark.parametrize(("name", "source"), programs(WRONG))
def test_wrong_programs_are_rejected(name: str, source: str) -> None:
    assert not passes(source, name)
