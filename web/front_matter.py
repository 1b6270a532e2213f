"""The front matter of a lesson: YAML between two lines `---` at its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from web.faults import LessonFault
from web.model import LANGUAGES, Head, Minutes

__all__ = ["read_front_matter"]

_FENCE = "---"
_KEYS = ("title", "language", "track", "module", "block", "check", "summary", "minutes", "packages")


@dataclass(frozen=True, slots=True)
class _Reader:
    """The values of the front matter, and the line of each key."""

    file: Path
    values: Mapping[str, object]
    lines: Mapping[str, int]

    def fault(self, key: str, message: str) -> LessonFault:
        return LessonFault(self.file, self.lines.get(key, 1), message)

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if value is None:
            raise self.fault(key, f'The front matter needs "{key}: …".')
        if not isinstance(value, str) or not value.strip():
            raise self.fault(key, f'"{key}" in the front matter is text: put it in quotes, {key}: "{value}"')
        return value.strip()

    def optional_text(self, key: str) -> str | None:
        return self.text(key) if self.values.get(key) is not None else None

    def minutes(self) -> Minutes:
        value = self.values.get("minutes")
        if not isinstance(value, dict) or set(value) != {"reading", "exercises"}:
            raise self.fault("minutes", 'The front matter needs "minutes: {reading: 15, exercises: 35}".')
        for number in value.values():
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise self.fault("minutes", f'"minutes" are whole numbers, not {number!r}.')
        return Minutes(value["reading"], value["exercises"])


def read_front_matter(text: str, file: Path) -> tuple[Head, int, Mapping[str, int]]:
    """The head of a lesson, the line where its text begins, and the line of each key (all from 1)."""
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        raise LessonFault(file, 1, 'A lesson begins with its front matter: a line "---", keys, a line "---".')
    end = next((i for i, line in enumerate(lines[1:], start=1) if line.rstrip() == _FENCE), None)
    if end is None:
        raise LessonFault(file, 1, 'The front matter is not closed: a line "---" is missing below its keys.')
    reader = _read("\n".join(lines[1:end]), file)
    for key in reader.values:
        if key not in _KEYS:
            raise reader.fault(
                key, f'"{key}" in the front matter is not known. There are: {", ".join(sorted(_KEYS))}.'
            )
    language = reader.text("language")
    if language not in LANGUAGES:
        raise reader.fault("language", f'"language" is one of {", ".join(LANGUAGES)}, not "{language}".')
    if reader.values.get("packages"):
        raise reader.fault(
            "packages",
            "Lessons with packages of their own can't be built. Take the line away, or leave the list empty: "
            "packages: []",
        )
    head = Head(
        title=reader.text("title"),
        language=language,
        track=reader.text("track"),
        module=reader.text("module"),
        minutes=reader.minutes(),
        block=reader.optional_text("block"),
        check=reader.optional_text("check"),
        summary=reader.optional_text("summary") or "",
    )
    return head, end + 2, reader.lines


def _read(text: str, file: Path) -> _Reader:
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        values = yaml.safe_load(text)
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        line = mark.line + 2 if mark is not None else 1
        said = getattr(fault, "problem", None) or str(fault)
        raise LessonFault(file, line, f"The front matter is not YAML: {said}") from fault
    if not isinstance(node, yaml.MappingNode) or not isinstance(values, dict):
        raise LessonFault(file, 1, 'The front matter is made of lines "key: value".')
    lines: dict[str, int] = {}
    for key, _ in node.value:
        line = key.start_mark.line + 2
        if str(key.value) in lines:
            raise LessonFault(file, line, f'"{key.value}" stands twice in the front matter.')
        lines[str(key.value)] = line
    return _Reader(file, {str(key): value for key, value in values.items()}, lines)
