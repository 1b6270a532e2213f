"""Where lessons are, what they are called, and which exercise a file answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_lessons import make_lessons

from checker.exercise import ExerciseFault
from checker.lessons import (
    LessonExercise,
    NoSuchExercise,
    by_name,
    by_path,
    find_exercises,
    load_from_disk,
    read_lessons,
)


def exercises_of(folder: Path) -> list[LessonExercise]:
    return [exercise for lesson in read_lessons(folder) for exercise in lesson.exercises]


def test_a_lesson_is_a_folder_and_needs_no_entry_anywhere(tmp_path: Path) -> None:
    folder = make_lessons(tmp_path)
    make_lessons(tmp_path, "zweite", "en")
    first, second = read_lessons(folder)
    assert (first.name, first.title, first.language) == ("klein", "Kleine Lektion", "de")
    assert [(exercise.name, exercise.title) for exercise in first.exercises] == [
        ("klein/verdoppeln", "Verdoppeln"),
        ("klein/werte", "Zwei Werte"),
    ]
    assert second.language == "en"


def test_exercises_stand_in_the_order_of_the_text_and_those_it_forgets_come_last(tmp_path: Path) -> None:
    lesson = make_lessons(tmp_path) / "klein"
    (lesson / "lesson.md").write_text(":::{exercise} werte\n:::\n", encoding="utf-8")
    (only,) = read_lessons(lesson.parent)
    assert [exercise.name for exercise in only.exercises] == ["klein/werte", "klein/verdoppeln"]
    assert [exercise.title for exercise in only.exercises] == ["werte", "verdoppeln"]


def test_a_lesson_without_text_or_with_a_broken_one_is_listed_all_the_same(tmp_path: Path) -> None:
    lesson = make_lessons(tmp_path) / "klein"
    (lesson / "lesson.md").write_bytes(b"---\n\xff\xfe title")
    assert read_lessons(lesson.parent)[0].title == "klein"
    (lesson / "lesson.md").unlink()
    assert read_lessons(lesson.parent)[0].title == "klein"


def test_hidden_folders_and_files_are_no_lessons(tmp_path: Path) -> None:
    folder = make_lessons(tmp_path)
    (folder / ".git").mkdir()
    (folder / "__pycache__").mkdir()
    (folder / "notes.txt").write_text("")
    (folder / "empty").mkdir()
    assert [lesson.name for lesson in read_lessons(folder)] == ["klein"]


def test_the_nearest_folder_above_is_found_from_any_place(tmp_path: Path) -> None:
    folder = make_lessons(tmp_path)
    deep = tmp_path / "some" / "where"
    deep.mkdir(parents=True)
    (deep / "exercises").mkdir()  # holds no lessons
    assert find_exercises([deep]) == folder
    assert find_exercises([folder / "klein" / "werte" / "solution.py"]) == folder
    assert find_exercises([folder]) == folder
    inner = make_lessons(tmp_path / "some")
    assert find_exercises([deep]) == inner
    assert find_exercises([Path("/nowhere")]) is None


def test_an_exercise_is_named_with_or_without_its_lesson(tmp_path: Path) -> None:
    make_lessons(tmp_path)
    known = exercises_of(make_lessons(tmp_path, "zweite"))
    assert [found.name for found in by_name("klein/werte", known)] == ["klein/werte"]
    assert [found.name for found in by_name("werte", known)] == ["klein/werte", "zweite/werte"]
    with pytest.raises(NoSuchExercise) as missing:
        by_name("klein/wertee", known)
    assert missing.value.near == ("klein/werte",)


@pytest.mark.parametrize(
    ("wanted", "is_lesson"),
    [("klein", True), ("klein/", True), ("kleinn", False), ("klein/ganz anders", False)],
)
def test_a_lesson_in_place_of_an_exercise_gets_all_of_its_exercises(
    tmp_path: Path, wanted: str, is_lesson: bool
) -> None:
    make_lessons(tmp_path)
    known = exercises_of(make_lessons(tmp_path, "zweite"))
    known += [LessonExercise(f"klein/{n}", str(n), Path("klein") / str(n), "de") for n in range(20)]
    with pytest.raises(NoSuchExercise) as missing:
        by_name(wanted, known)
    all_of_it = [exercise.name for exercise in known if exercise.lesson == "klein"]
    assert (sorted(missing.value.near), missing.value.lesson) == (sorted(all_of_it), is_lesson)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("verdoppeln.py", "verdoppeln"),
        ("werte/anna.py", "werte"),
        ("verdoppeln/gruppe/anna/loesung.py", "verdoppeln"),
        ("werte/verdoppeln.py", "verdoppeln"),
        ("verdoppeln_mueller.py", "verdoppeln"),
        ("Mueller-Verdoppeln (2).py", "verdoppeln"),
        ("abgaben werte/anna.py", "werte"),
        ("werte/verdoppeln-anna.py", "verdoppeln"),
        ("verdoppelnd.py", None),
        ("anna.py", None),
    ],
)
def test_names_of_file_and_folders_tell_the_exercise(tmp_path: Path, path: str, expected: str | None) -> None:
    known = exercises_of(make_lessons(tmp_path))
    found = by_path(Path("/abgaben") / path, known)
    assert [exercise.short for exercise in found] == ([expected] if expected else [])


def test_of_two_lessons_with_the_same_exercise_the_folder_decides_if_it_can(tmp_path: Path) -> None:
    make_lessons(tmp_path)
    known = exercises_of(make_lessons(tmp_path, "zweite"))
    assert [e.name for e in by_path(Path("/x/zweite/werte/anna.py"), known)] == ["zweite/werte"]
    assert [e.name for e in by_path(Path("/x/werte/anna.py"), known)] == ["klein/werte", "zweite/werte"]


def test_a_longer_name_counts_before_one_that_it_contains(tmp_path: Path) -> None:
    known = [LessonExercise(f"a/{name}", name, Path("a") / name, "de") for name in ("recall", "recall_at_k")]
    assert [e.short for e in by_path(Path("/x/recall_at_k_anna.py"), known)] == ["recall_at_k"]


def test_an_exercise_is_loaded_with_what_its_table_was_made_from(tmp_path: Path) -> None:
    folder = make_lessons(tmp_path)
    double, _ = exercises_of(folder)
    assert load_from_disk(double).name == "klein/verdoppeln"
    (double.folder / "solution.py").write_text("changed = 1\n")
    with pytest.raises(ExerciseFault, match=r"older than solution\.py"):
        load_from_disk(double)
    (double.folder / "cases.json").unlink()
    with pytest.raises(ExerciseFault, match=r"klein/verdoppeln/cases\.json.*compile"):
        load_from_disk(double)


def test_an_exercise_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    double, _ = exercises_of(make_lessons(tmp_path))
    (double.folder / "exercise.py").write_bytes(b"\xff")
    with pytest.raises(ExerciseFault, match=r"klein/verdoppeln/exercise\.py"):
        load_from_disk(double)
