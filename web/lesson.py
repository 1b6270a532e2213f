"""Lessons: found by listing `exercises/`, read, and refused where they are not in order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from web.blocks import BlockReader
from web.faults import LessonFault
from web.front_matter import read_front_matter
from web.markdown import Link, Markdown
from web.model import Lesson

__all__ = ["LessonFile", "check_links", "find_lessons", "read_lesson", "read_lessons"]

EXERCISE_FILES = ("exercise.py", "starter.py", "solution.py", "cases.json")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_OUTSIDE = frozenset({"http", "https", "mailto"})


@dataclass(frozen=True, slots=True)
class LessonFile:
    """A lesson with what is needed to check it against the others, and the pictures published with it."""

    lesson: Lesson
    file: Path
    anchors: frozenset[str]
    links: tuple[Link, ...]
    pictures: tuple[Path, ...]


def find_lessons(exercises: Path) -> tuple[Path, ...]:
    """The folders of all lessons, by name."""
    if not exercises.is_dir():
        raise LessonFault(exercises, None, "The folder with the lessons is missing.")
    folders = _folders(exercises)
    for folder in folders:
        if not _NAME.fullmatch(folder.name):
            raise LessonFault(
                folder,
                None,
                "A lesson's folder has a name of small letters, digits and _ (it becomes its address).",
            )
        if not (folder / "lesson.md").is_file():
            raise LessonFault(folder, None, "There is no lesson.md in this folder.")
    return folders


def read_lessons(exercises: Path, python_version: str) -> tuple[LessonFile, ...]:
    """All lessons, ordered by track, module and block, their links checked; raises LessonFault."""
    files = tuple(read_lesson(folder, python_version) for folder in find_lessons(exercises))
    check_links(files)
    return tuple(sorted(files, key=lambda file: _order(file.lesson)))


def read_lesson(folder: Path, python_version: str) -> LessonFile:
    """The lesson in `folder`; links to other lessons are left to `check_links`."""
    file = folder / "lesson.md"
    text = _read(file)
    head, first_line, lines = read_front_matter(text, file)
    sources = {path.name: _read_exercise(path) for path in _folders(folder)}
    markdown = Markdown(file, replace={"python_version": python_version})
    reader = BlockReader(
        markdown, head.language, {name: texts["starter.py"] for name, texts in sources.items()}
    )
    body = "\n".join(text.split("\n")[first_line - 1 :])
    intro, sections = reader.sections(body, first_line)
    for name in sources:
        if f"exercise-{name}" not in markdown.anchors:
            raise LessonFault(
                folder / name,
                None,
                f"This exercise stands nowhere in {file.name}: add :::{{exercise}} {name}",
            )
    minutes = sum(exercise.minutes for exercise in reader.exercises)
    if minutes != head.minutes.exercises:
        raise LessonFault(
            file,
            lines["minutes"],
            f"The exercises take {minutes} minutes together, the front matter says {head.minutes.exercises}.",
        )
    lesson = Lesson(folder.name, head, intro, sections, tuple(reader.exercises), sources)
    pictures = sorted({_picture(link, file) for link in markdown.links if link.picture})
    return LessonFile(lesson, file, frozenset(markdown.anchors), tuple(markdown.links), tuple(pictures))


def check_links(files: Sequence[LessonFile]) -> None:
    """Refuse links that lead nowhere: to an unknown anchor or lesson, to a file that is not published."""
    known = {file.lesson.name: file.anchors for file in files}
    for file in files:
        for link in file.links:
            if not link.picture:
                _check_link(link, file, known)


def _check_link(link: Link, file: LessonFile, known: dict[str, frozenset[str]]) -> None:
    parts = urlsplit(link.target)
    if parts.scheme in _OUTSIDE:
        return
    name = file.lesson.name
    if parts.scheme or parts.netloc:
        raise LessonFault(file.file, link.line, f'The link "{link.target}" is of a kind that is not allowed.')
    if parts.path:
        match = re.fullmatch(r"\.\./([^/]+)/(?:index\.html)?", parts.path)
        if match is None or match[1] not in known:
            raise LessonFault(
                file.file,
                link.line,
                f'The link "{link.target}" leads nowhere. Another lesson is ../NAME/, a place in it '
                f"../NAME/#ANCHOR; the lessons are: {', '.join(sorted(known))}.",
            )
        name = match[1]
    anchor = unquote(parts.fragment)
    if anchor and anchor not in known[name]:
        raise LessonFault(
            file.file,
            link.line,
            f'The link "{link.target}" leads nowhere. The anchors of {name} are: '
            f"{', '.join(sorted(known[name]))}.",
        )


def _picture(link: Link, file: Path) -> Path:
    target = unquote(link.target)
    path = file.parent / target
    if PurePosixPath(target).name != target or not target.endswith(".svg"):
        raise LessonFault(
            file,
            link.line,
            f'The picture "{link.target}" is not an .svg file beside lesson.md; no other is published.',
        )
    if not path.is_file():
        raise LessonFault(file, link.line, f'The picture "{link.target}" is missing beside lesson.md.')
    return path


def _read_exercise(folder: Path) -> dict[str, str]:
    if not _NAME.fullmatch(folder.name):
        raise LessonFault(folder, None, "An exercise's folder has a name of small letters, digits and _.")
    texts: dict[str, str] = {}
    for name in EXERCISE_FILES:
        if not (folder / name).is_file():
            advice = "Write it with: python3 build.py compile" if name == "cases.json" else "Write it."
            raise LessonFault(folder / name, None, f"This file is missing. {advice}")
        texts[name] = _read(folder / name)
    return texts


def _folders(folder: Path) -> tuple[Path, ...]:
    return tuple(
        sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith((".", "__")))
    )


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        raise LessonFault(file, line, "This line is not UTF-8. Save the file as UTF-8.") from fault


def _order(lesson: Lesson) -> tuple[str, str, str, str]:
    head = lesson.head
    return head.track, head.module, head.block or "", lesson.name
