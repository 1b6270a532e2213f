from __future__ import annotations

from pathlib import Path

import pytest
from lesson_sample import FRONT_MATTER

from web.faults import LessonFault
from web.front_matter import read_front_matter
from web.model import Head, Minutes

FILE = Path("lesson.md")


def fault(text: str) -> tuple[int | None, str]:
    with pytest.raises(LessonFault) as caught:
        read_front_matter(text, FILE)
    return caught.value.line, caught.value.message


def test_the_head_and_the_line_where_the_text_begins() -> None:
    head, first_line, lines = read_front_matter(FRONT_MATTER + "Text", FILE)
    assert head == Head("Erste Schritte", "de", "KI", "M1", Minutes(5, 7))
    assert head.minutes.total == 12
    assert (first_line, lines["minutes"]) == (8, 6)


def test_block_check_and_summary_may_be_given() -> None:
    text = FRONT_MATTER.replace(
        "module:", 'block: "02"\ncheck: Abschluss\nsummary: Kurz.\npackages: []\nmodule:'
    )
    head, _, _ = read_front_matter(text, FILE)
    assert (head.block, head.check, head.summary) == ("02", "Abschluss", "Kurz.")


@pytest.mark.parametrize("key", ["title", "language", "track", "module", "minutes"])
def test_a_missing_key_is_named(key: str) -> None:
    text = "\n".join(line for line in FRONT_MATTER.split("\n") if not line.startswith(f"{key}:"))
    line, message = fault(text)
    assert line == 1
    assert f'needs "{key}:' in message


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("track: KI", "track: KI\nautor: ich", 5, '"autor" in the front matter is not known'),
        ("language: de", "language: fr", 3, "one of de, en"),
        ("module: M1", "module: 01", 5, "put it in quotes"),
        ("title: Erste Schritte", "title: ''", 2, '"title" in the front matter is text'),
        ("{reading: 5, exercises: 7}", "12", 6, 'needs "minutes: {reading: 15, exercises: 35}"'),
        ("reading: 5", "reading: -5", 6, "whole numbers, not -5"),
        ("reading: 5", "reading: true", 6, "whole numbers, not True"),
        ("track: KI", "track: KI\ntrack: UI", 5, '"track" stands twice'),
        ("track: KI", "track: KI\npackages: [numpy]", 5, "packages of their own can't be built"),
        ("track: KI", "track: {KI", 5, "is not YAML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, said: str) -> None:
    found, message = fault(FRONT_MATTER.replace(old, new))
    assert said in message
    assert found == line


def test_text_without_a_front_matter_is_refused() -> None:
    assert fault("Text")[0] == 1


def test_a_front_matter_that_is_not_closed_is_refused() -> None:
    assert "not closed" in fault("---\ntitle: x\n")[1]


def test_a_front_matter_that_holds_no_keys_is_refused() -> None:
    assert "key: value" in fault("---\n- a\n---\n")[1]
    assert "key: value" in fault("---\n---\n")[1]
