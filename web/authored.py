"""An exercise's folder as its author left it: the texts that a table is made from."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from web.faults import LessonFault

__all__ = ["AuthoredExercise", "read_authored", "read_every_authored"]


@dataclass(frozen=True, slots=True)
class AuthoredExercise:
    """The files of an exercise; `name` is as in "metriken/accuracy".

    `texts` maps "exercise.py", "starter.py", "solution.py" and "mistakes/NAME.py" to their texts,
    `messages` the name of each mistake to what the learner is told.
    """

    name: str
    folder: Path
    texts: Mapping[str, str]
    messages: Mapping[str, str]

    @property
    def table_file(self) -> Path:
        """Where the compiled table stands."""
        return self.folder / "cases.json"

    @property
    def solution(self) -> str:
        """The text of the reference."""
        return self.texts["solution.py"]

    @property
    def starter(self) -> str:
        """The text that the learner starts from."""
        return self.texts["starter.py"]

    @property
    def mistakes(self) -> Mapping[str, str]:
        """The name of each mistake to its program."""
        return {name: self.texts[f"mistakes/{name}.py"] for name in self.messages}


def read_every_authored(exercises: Path) -> tuple[AuthoredExercise, ...]:
    """Every exercise of every lesson, by name; raises LessonFault."""
    files = sorted(exercises.glob("*/*/exercise.py"))
    return tuple(read_authored(file.parent) for file in files)


def read_authored(folder: Path) -> AuthoredExercise:
    """The exercise in `folder`; raises LessonFault where a file is missing or a mistake says nothing."""
    files = [folder / name for name in ("exercise.py", "starter.py", "solution.py")]
    mistakes = sorted((folder / "mistakes").glob("*.py"))
    texts = {path.relative_to(folder).as_posix(): _text(path) for path in [*files, *mistakes]}
    messages: dict[str, str] = {}
    for path in mistakes:
        message = _message(path, texts[f"mistakes/{path.name}"])
        for other, said in messages.items():
            if said == message:
                raise LessonFault(
                    path, 1, f"It says the same as {other}.py. Give each mistake words of its own."
                )
        messages[path.stem] = message
    return AuthoredExercise(f"{folder.parent.name}/{folder.name}", folder, texts, messages)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise LessonFault(path, None, "This file is missing. Every exercise has it.") from None
    except UnicodeDecodeError as fault:
        raise LessonFault(path, None, f"This file is not UTF-8 ({fault.reason}). Save it as UTF-8.") from None


def _message(path: Path, text: str) -> str:
    try:
        said = ast.get_docstring(ast.parse(text))
    except SyntaxError as fault:
        raise LessonFault(path, fault.lineno, f"A mistake is a program that runs: {fault.msg}.") from None
    if not said:
        raise LessonFault(path, 1, "A mistake begins with a docstring: what the learner is told.")
    return " ".join(said.split())
