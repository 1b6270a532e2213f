"""Compiling cases.json, and the gate that every exercise has to pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from own_reference import OwnReference

from checker.table import table_from_json
from web.authored import AuthoredExercise, read_authored, read_every_authored
from web.compiler import compile_exercise, is_stale
from web.faults import LessonFault
from web.gate import exercise_faults

EXERCISE = """
from checker import Case, Check, Component, Exercise

EXERCISE = Exercise(
    name="double",
    parameters=("number",),
    components=(Component("result"),),
    published="examples",
    checks=(
        Check("examples", "The example", cases=(Case((3,), expected=(6,)),)),
        Check("more", "More", cases=(Case((0.5,)), Case((0,)), Case((-4,)))),
    ),
)
"""
SOLUTION = "def double(number):\n    return 2 * number\n"
SQUARES = (
    '"""You square the number. Twice is a sum, not a product."""\ndef double(number):\n    return number**2\n'
)
HALVES = '"""You halve it."""\ndef double(number):\n    return number / 2\n'


def write(folder: Path, **changed: str) -> Path:
    """A small exercise; a keyword replaces a file's text ("mistakes_x" for mistakes/x.py)."""
    texts = {
        "exercise": EXERCISE,
        "starter": "def double(number):\n    ...\n",
        "solution": SOLUTION,
        "mistakes_squares": SQUARES,
        "mistakes_halves": HALVES,
        **changed,
    }
    place = folder / "lesson" / "double"
    (place / "mistakes").mkdir(parents=True)
    for name, text in texts.items():
        (place / f"{name.replace('mistakes_', 'mistakes/')}.py").write_text(text, "utf-8")
    return place


def compiled(place: Path) -> AuthoredExercise:
    exercise = read_authored(place)
    exercise.table_file.write_text(compile_exercise(exercise, OwnReference()), "utf-8")
    return exercise


def fault_of(place: Path) -> LessonFault:
    with pytest.raises(LessonFault) as caught:
        compile_exercise(read_authored(place), OwnReference())
    return caught.value


def test_a_table_holds_what_solution_and_every_mistake_give(tmp_path: Path) -> None:
    table = table_from_json(compile_exercise(read_authored(write(tmp_path)), OwnReference()))
    assert [case.expected.value and case.expected.value.scalar for case in table.cases] == [6, 1.0, 0, -8]
    columns = {mistake.name: mistake.column for mistake in table.mistakes}
    assert [seen.value and seen.value.scalar for seen in columns["squares"]] == [9, 0.25, 0, 16]
    assert {mistake.name: mistake.message for mistake in table.mistakes}["halves"] == "You halve it."


def test_compiling_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    exercise = read_authored(write(tmp_path))
    assert compile_exercise(exercise, OwnReference()) == compile_exercise(exercise, OwnReference(), 7)


@pytest.mark.parametrize("file", ["exercise.py", "solution.py", "mistakes/halves.py"])
def test_a_table_is_stale_once_a_file_it_was_made_from_has_changed(tmp_path: Path, file: str) -> None:
    exercise = compiled(write(tmp_path))
    assert not is_stale(exercise)
    path = exercise.folder / file
    path.write_text(path.read_text("utf-8") + "\n# changed\n", "utf-8")
    assert is_stale(read_authored(exercise.folder))


def test_a_missing_or_damaged_table_is_stale(tmp_path: Path) -> None:
    exercise = read_authored(write(tmp_path))
    assert is_stale(exercise)
    exercise.table_file.write_text("[]", "utf-8")
    assert is_stale(exercise)


def test_an_expectation_by_hand_that_the_solution_does_not_meet_is_a_fault(tmp_path: Path) -> None:
    fault = fault_of(write(tmp_path, exercise=EXERCISE.replace("expected=(6,)", "expected=(7,)")))
    assert "expects 7 by hand, but solution.py gives 6" in fault.message


def test_a_mistake_like_the_solution_is_a_fault(tmp_path: Path) -> None:
    fault = fault_of(write(tmp_path, mistakes_right='"""Right."""\n' + SOLUTION))
    assert fault.file.name == "right.py"
    assert "tells this mistake from the solution" in fault.message


def test_two_mistakes_that_no_case_tells_apart_are_a_fault(tmp_path: Path) -> None:
    fault = fault_of(write(tmp_path, mistakes_twin=HALVES.replace("You halve", "You divide")))
    assert "tells this mistake from halves.py" in fault.message


def test_a_mistake_within_the_tolerance_is_a_fault(tmp_path: Path) -> None:
    near = '"""Near."""\ndef double(number):\n    return 2 * number + 1e-9\n'
    assert "tells this mistake from the solution" in fault_of(write(tmp_path, mistakes_near=near)).message


def test_a_mistake_that_does_not_start_is_a_fault_with_its_line(tmp_path: Path) -> None:
    fault = fault_of(write(tmp_path, mistakes_broken='"""Broken."""\nx = 1\nraise ValueError("no")\n'))
    assert "ValueError: no" in fault.message


def test_mistakes_say_something_and_each_something_else(tmp_path: Path) -> None:
    with pytest.raises(LessonFault, match="begins with a docstring"):
        read_authored(write(tmp_path / "a", mistakes_mute="def double(n):\n    return 0\n"))
    with pytest.raises(LessonFault, match=r"says the same as halves\.py"):
        read_authored(
            write(tmp_path / "b", mistakes_zero='"""You halve it."""\ndef double(n):\n    return 0\n')
        )


def test_the_gate_lets_a_sound_exercise_through(tmp_path: Path) -> None:
    assert list(exercise_faults(compiled(write(tmp_path)), OwnReference())) == []


def told(exercise: AuthoredExercise, reference: OwnReference | None = None) -> str:
    return "\n".join(str(fault) for fault in exercise_faults(exercise, reference or OwnReference()))


def test_the_gate_stops_a_stale_table(tmp_path: Path) -> None:
    assert "run build.py compile" in told(read_authored(write(tmp_path)))


def test_the_gate_stops_a_starter_that_passes(tmp_path: Path) -> None:
    assert "starter.py passes, and must not" in told(compiled(write(tmp_path, starter=SOLUTION)))


def test_the_gate_stops_a_starter_that_is_a_known_mistake(tmp_path: Path) -> None:
    assert "starter.py is told as the mistake 'halves'" in told(compiled(write(tmp_path, starter=HALVES)))


def test_the_gate_stops_a_table_edited_by_hand(tmp_path: Path) -> None:
    exercise = compiled(write(tmp_path))
    document = json.loads(exercise.table_file.read_text("utf-8"))
    document["cases"][1]["expected"] = {"value": 5}
    exercise.table_file.write_text(json.dumps(document), "utf-8")
    assert "edited by hand" in told(exercise)


def test_the_gate_stops_what_comes_out_differently_under_another_hash_seed(tmp_path: Path) -> None:
    exercise = compiled(write(tmp_path, exercise=EXERCISE.replace("expected=(6,)", "expected=None")))
    assert "order of a set" in told(exercise, OwnReference(spoil=True))


def test_every_shipped_table_is_up_to_date() -> None:
    exercises = read_every_authored(Path(__file__).parents[1] / "exercises")
    assert exercises
    assert [exercise.name for exercise in exercises if is_stale(exercise)] == []
