"""What can be wrong, named by who must act; each message says what to do."""

from __future__ import annotations

from pathlib import Path

__all__ = ["HostFault", "LessonFault"]


class HostFault(Exception):  # noqa: N818 - named by who must act
    """Something is missing or refused on this machine, or in this checkout: for whoever runs build.py."""


class LessonFault(Exception):  # noqa: N818 - named by who must act
    """A lesson can't be published as it is: for its author. `line` counts from 1."""

    def __init__(self, file: Path, line: int | None, message: str) -> None:
        """`message` says what is wrong and what to do, in whole sentences."""
        super().__init__(file, line, message)
        self.file = file
        self.line = line
        self.message = message

    def __str__(self) -> str:
        place = str(self.file) if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.message}"
