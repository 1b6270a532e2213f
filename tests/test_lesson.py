from __future__ import annotations

from pathlib import Path

import pytest
from lesson_sample import BODY, FRONT_MATTER, write_exercise, write_lesson

from web.faults import LessonFault
from web.lesson import LessonFile, find_lessons, read_lesson, read_lessons
from web.model import Prose


def read(exercises: Path) -> tuple[LessonFile, ...]:
    return read_lessons(exercises, "3.14.2")


def fault(exercises: Path) -> LessonFault:
    with pytest.raises(LessonFault) as caught:
        read(exercises)
    return caught.value


def test_a_lesson_is_read_from_its_folder(tmp_path: Path) -> None:
    write_lesson(tmp_path)
    (file,) = read(tmp_path)
    lesson = file.lesson
    assert (lesson.name, lesson.head.title) == ("schritte", "Erste Schritte")
    assert lesson.intro == (Prose("<p>Guten Tag aus Python 3.14.2.</p>\n"),)
    assert [exercise.name for exercise in lesson.exercises] == ["summe"]
    assert lesson.sources == {
        "summe": {
            "exercise.py": "EXERCISE = None\n",
            "starter.py": "antwort = ...\n",
            "solution.py": "antwort = 2\n",
            "cases.json": "{}\n",
        }
    }


def test_a_new_lesson_is_found_by_its_folder_alone(tmp_path: Path) -> None:
    write_lesson(tmp_path, "zwei", front_matter=FRONT_MATTER.replace("M1", "M1\nblock: '02'"))
    write_lesson(tmp_path, "eins", front_matter=FRONT_MATTER.replace("M1", "M1\nblock: '01'"))
    write_lesson(tmp_path, "anfang")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "README.md").write_text("Text")
    assert [file.lesson.name for file in read(tmp_path)] == ["anfang", "eins", "zwei"]


def test_a_folder_without_a_lesson_is_told(tmp_path: Path) -> None:
    (tmp_path / "leer").mkdir()
    assert str(fault(tmp_path)) == f"{tmp_path / 'leer'}: There is no lesson.md in this folder."


def test_a_folder_whose_name_is_no_address_is_told(tmp_path: Path) -> None:
    write_lesson(tmp_path, "Erste-Schritte")
    assert "small letters" in fault(tmp_path).message


def test_missing_lessons_are_told(tmp_path: Path) -> None:
    with pytest.raises(LessonFault, match="folder with the lessons is missing"):
        find_lessons(tmp_path / "exercises")


@pytest.mark.parametrize(
    ("name", "advice"), [("cases.json", "python3 build.py compile"), ("starter.py", "Write it.")]
)
def test_a_missing_file_of_an_exercise_is_told(tmp_path: Path, name: str, advice: str) -> None:
    missing = write_lesson(tmp_path) / "summe" / name
    missing.unlink()
    found = fault(tmp_path)
    assert found.file == missing
    assert advice in found.message


def test_an_exercise_that_stands_nowhere_is_told(tmp_path: Path) -> None:
    folder = write_exercise(write_lesson(tmp_path) / "produkt")
    found = fault(tmp_path)
    assert found.file == folder
    assert ":::{exercise} produkt" in found.message


def test_an_exercise_without_a_folder_is_told_with_its_line(tmp_path: Path) -> None:
    (write_lesson(tmp_path) / "summe").rename(tmp_path / "schritte" / "plus")
    found = fault(tmp_path)
    assert (found.file.name, found.line) == ("lesson.md", 19)


def test_an_exercise_whose_name_is_no_anchor_is_told(tmp_path: Path) -> None:
    write_exercise(write_lesson(tmp_path) / "Zwei Zahlen")
    assert "small letters" in fault(tmp_path).message


def test_minutes_that_do_not_add_up_are_told(tmp_path: Path) -> None:
    write_lesson(tmp_path, body=BODY.replace(":minutes: 7", ":minutes: 8"))
    found = fault(tmp_path)
    assert found.line == 6
    assert "take 8 minutes together, the front matter says 7" in found.message


def test_windows_line_ends_are_read_like_any(tmp_path: Path) -> None:
    file = write_lesson(tmp_path) / "lesson.md"
    expected = read_lesson(file.parent, "3.14.2")
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert read_lesson(file.parent, "3.14.2") == expected


def test_a_file_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    file = write_lesson(tmp_path) / "lesson.md"
    file.write_bytes(file.read_bytes().replace(b"Guten Tag", "Grüß Gott".encode("latin-1")))
    found = fault(tmp_path)
    assert found.line == 8
    assert "UTF-8" in found.message


# --- links and pictures -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        "#rechnen",
        "#exercise-summe",
        "../andere/",
        "../andere/index.html#rechnen",
        "https://example.org/x?y#z",
        "mailto:a@example.org",
        "#",
    ],
)
def test_links_that_lead_somewhere_are_fine(tmp_path: Path, target: str) -> None:
    write_lesson(tmp_path, body=f"[da]({target})\n\n{BODY}")
    write_lesson(tmp_path, "andere")
    assert len(read(tmp_path)) == 2


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("#nirgends", "The anchors of schritte are: exercise-summe, rechnen."),
        ("../andere/#nirgends", "The anchors of andere are:"),
        ("../fremd/", "the lessons are: andere, schritte."),
        ("notizen.pdf", "leads nowhere"),
        ("/andere/", "leads nowhere"),
        ("//example.org/", "not allowed"),
        ("ftp://example.org/", "not allowed"),
    ],
)
def test_a_link_that_leads_nowhere_is_told_with_its_line(tmp_path: Path, target: str, said: str) -> None:
    write_lesson(tmp_path, body=f"{BODY}\n\nUnd\n[da]({target})\n")
    write_lesson(tmp_path, "andere")
    found = fault(tmp_path)
    lines = (tmp_path / "schritte" / "lesson.md").read_text("utf-8").split("\n")
    assert found.line is not None
    assert f"[da]({target})" in lines[found.line - 1]
    assert said in found.message


def test_a_picture_beside_the_lesson_is_found(tmp_path: Path) -> None:
    folder = write_lesson(tmp_path, body=f"![Kreis](kreis.svg)\n\n{BODY}")
    (folder / "kreis.svg").write_text("<svg/>")
    assert read(tmp_path)[0].pictures == (folder / "kreis.svg",)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("kreis.svg", "is missing"),
        ("kreis.png", "is not an .svg"),
        ("../andere/kreis.svg", "beside lesson.md"),
        ("https://example.org/kreis.svg", "beside lesson.md"),
    ],
)
def test_a_picture_that_can_not_be_published_is_told(tmp_path: Path, target: str, said: str) -> None:
    write_lesson(tmp_path, body=f"![Kreis]({target})\n\n{BODY}")
    found = fault(tmp_path)
    assert found.line == 8
    assert said in found.message
