"""The words of the builder: a lesson as frozen values, importing nothing of ours.

Everything that ends in `html` is finished markup, to be written out with `| safe`; everything else is plain
text and is escaped by the templates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

__all__ = [
    "LANGUAGES",
    "Aside",
    "Block",
    "Cell",
    "Checklist",
    "Exercise",
    "Head",
    "Hint",
    "Item",
    "Lesson",
    "Minutes",
    "Prose",
    "Section",
    "Touchstone",
]

LANGUAGES = ("de", "en")
"""The languages in which a lesson can be written, and for which the interface has words."""


@dataclass(frozen=True, slots=True)
class Minutes:
    """How long a lesson takes, without its project task."""

    reading: int
    exercises: int

    @property
    def total(self) -> int:
        """Reading and exercises together."""
        return self.reading + self.exercises


@dataclass(frozen=True, slots=True)
class Head:
    """The front matter of a lesson.

    `summary` is one plain sentence for the list of lessons, empty when not given; `block` and `check` are
    None when the lesson belongs to no building block or final check.
    """

    title: str
    language: str
    track: str
    module: str
    minutes: Minutes
    block: str | None = None
    check: str | None = None
    summary: str = ""


# --- what a lesson is made of -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prose:
    """Ordinary text: paragraphs, lists, tables, formulas (MathML), code that is only shown, h3 and below.

    Headings carry an `id`. Code that is only shown is `<pre class="code" data-language="python"><code>`; a
    table is wrapped in `<div class="table">`, aligned cells have the classes `left`, `center`, `right`; a
    display formula is wrapped in `<div class="formula">`. Highlighted code, here and everywhere, has the
    classes of CodeMirror's classHighlighter (`tok-keyword`, `tok-string`, `tok-comment`, `tok-number` …), so
    that one set of styles serves the static text and the editor.
    """

    kind: ClassVar[str] = "prose"
    html: str


@dataclass(frozen=True, slots=True)
class Cell:
    """An example that can be run: `<py-cell data-cell="NAME">` around `<pre><code>` with `html` in it.

    `code` ends without a line break; `html` is the same text, highlighted with classes. `raises` is the type
    of the exception with which the cell ends on purpose, None for the others.
    """

    kind: ClassVar[str] = "cell"
    name: str
    number: int
    code: str
    html: str
    raises: str | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint of an exercise; `number` counts from 1."""

    number: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise where it stands in the text.

    `number` counts from 1 within the lesson. `level` is the author's word ("mittel"). `starter` is the text
    of starter.py, `starter_html` the same, highlighted with classes.
    """

    kind: ClassVar[str] = "exercise"
    name: str
    number: int
    title: str
    level: str
    minutes: int
    blocks: tuple[Block, ...]
    hints: tuple[Hint, ...]
    starter: str
    starter_html: str

    @property
    def id(self) -> str:
        """The `id` of its section, and so its anchor."""
        return f"exercise-{self.name}"


@dataclass(frozen=True, slots=True)
class Aside:
    """A set-apart passage; `kind` is note, trap or merksatz, `title_html` empty when the author gave none."""

    kind: str
    title_html: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One line to tick; `number` counts from 1 within its list."""

    number: int
    html: str


@dataclass(frozen=True, slots=True)
class Checklist:
    """Lines to tick, with the text before them; `name` is unique in the lesson (for storing ticks)."""

    kind: ClassVar[str] = "checklist"
    name: str
    title_html: str
    blocks: tuple[Block, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Touchstone:
    """An open question: the learner writes, then sees `answer` and ticks `items`; `name` is unique."""

    kind: ClassVar[str] = "touchstone"
    name: str
    title_html: str
    blocks: tuple[Block, ...]
    answer: tuple[Block, ...]
    items: tuple[Item, ...]


Block = Prose | Cell | Exercise | Aside | Checklist | Touchstone
"""One piece of a lesson; `block.kind` names the partial that renders it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A second-level heading and what stands below it.

    `entries` are the third-level headings and exercises in it, for the table of contents, as pairs of
    anchor (without `#`) and plain title.
    """

    id: str
    title: str
    title_html: str
    blocks: tuple[Block, ...]
    entries: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, read and found to be without fault; `name` is its folder's.

    `intro` stands before the first section. `sources` maps the name of each exercise to the texts that the
    page needs of it: exercise.py, cases.json, starter.py, solution.py.
    """

    name: str
    head: Head
    intro: tuple[Block, ...]
    sections: tuple[Section, ...]
    exercises: tuple[Exercise, ...]
    sources: Mapping[str, Mapping[str, str]] = field(repr=False)
