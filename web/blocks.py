"""The blocks of a lesson: what the text between directives, and each directive, becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it.token import Token

from web.directive import CELL, Directive, check_options, read_directive
from web.highlight import highlight
from web.markdown import Markdown, line_of, plain_text
from web.model import Aside, Block, Cell, Checklist, Exercise, Hint, Item, Prose, Section, Touchstone

__all__ = ["LEVELS", "BlockReader"]

LEVELS = {"de": ("leicht", "mittel", "schwer"), "en": ("easy", "medium", "hard")}
_ASIDES = ("note", "trap", "merksatz")
_OUTER = {"hint": "exercise", "answer": "touchstone"}
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_TICK = re.compile(r"\[[ xX]\][ \t]+")

Entries = tuple[tuple[str, str], ...]
"""Anchors and titles for the table of contents."""


@dataclass
class BlockReader:
    """Turns the tokens of one lesson into blocks, counting and naming what needs it.

    `starters` maps the exercises that exist to the text of their starter.py.
    """

    markdown: Markdown
    language: str
    starters: Mapping[str, str]
    exercises: list[Exercise] = field(default_factory=list)
    _cells: dict[str, int] = field(default_factory=dict)
    _lists: dict[str, int] = field(default_factory=dict)

    def sections(self, text: str, first_line: int) -> tuple[tuple[Block, ...], tuple[Section, ...]]:
        """What stands before the first heading, and the sections from there on."""
        tokens = self.markdown.parse(text, first_line)
        for token in tokens:
            if token.type == "heading_open" and (token.tag == "h1" or (token.tag == "h2" and token.level)):
                raise self.markdown.fault(
                    line_of(token), 'The title stands in the front matter; a section begins with "##".'
                )
        starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
        edges = [*starts, len(tokens)]
        intro, _ = self._blocks(tokens[: edges[0]])
        sections: list[Section] = []
        for start, end in pairwise(edges):
            heading, inline = tokens[start], tokens[start + 1]
            blocks, entries = self._blocks(tokens[start + 3 : end])
            html = self.markdown.render([inline])
            sections.append(Section(str(heading.attrs["id"]), plain_text(inline), html, blocks, entries))
        return intro, tuple(sections)

    # --- tokens to blocks ---------------------------------------------------------------------

    def _blocks(
        self, tokens: Sequence[Token], within: str | None = None
    ) -> tuple[tuple[Block, ...], Entries]:
        """The blocks of `tokens` and what they add to the contents; `within` names the directive around."""
        blocks: list[Block] = []
        entries: list[tuple[str, str]] = []
        prose: list[Token] = []
        for index, token in enumerate(tokens):
            directive = read_directive(token, self.markdown)
            if directive is None:
                self._check_prose(tokens, index, within)
                if token.type == "heading_open" and token.tag == "h3":
                    entries.append((str(token.attrs["id"]), plain_text(tokens[index + 1])))
                prose.append(token)
                continue
            if token.level:
                raise self.markdown.fault(directive.line, "A directive can't stand in a list or a quotation.")
            if prose:
                blocks.append(Prose(self.markdown.render(prose)))
                prose.clear()
            block = self._block(directive, within)
            blocks.append(block)
            if isinstance(block, Exercise):
                entries.append((block.id, block.title))
        if prose:
            blocks.append(Prose(self.markdown.render(prose)))
        return tuple(blocks), tuple(entries)

    def _check_prose(self, tokens: Sequence[Token], index: int, within: str | None) -> None:
        token = tokens[index]
        if token.type == "heading_open" and within is not None and int(token.tag[1]) < 4:
            raise self.markdown.fault(line_of(token), f'A heading within {{{within}}} begins with "####".')
        in_item = index >= 2 and tokens[index - 2].type == "list_item_open"
        if token.type == "inline" and in_item and _TICK.match(token.content):
            raise self.markdown.fault(
                line_of(token), "A list to tick belongs directly in a :::{checklist} or a :::{touchstone}."
            )

    def _block(self, directive: Directive, within: str | None) -> Block:
        readers: dict[str, Callable[[Directive], Block]] = {
            CELL: self._cell,
            "checklist": self._checklist,
            "exercise": self._exercise,
            "touchstone": self._touchstone,
            **dict.fromkeys(_ASIDES, self._aside),
        }
        if directive.name in _OUTER:
            outer = _OUTER[directive.name]
            raise self.markdown.fault(
                directive.line,
                f"{{{directive.name}}} stands within {{{outer}}}, whose own line needs more colons: "
                f"::::{{{outer}}} … :::{{{directive.name}}} … ::: … ::::",
            )
        if directive.name not in readers:
            known = ", ".join(sorted([*readers, *_OUTER]))
            raise self.markdown.fault(
                directive.line, f"{{{directive.name}}} is not known. There are: {known}."
            )
        if directive.name == "exercise" and within is not None:
            raise self.markdown.fault(directive.line, f"An exercise can't stand within {{{within}}}.")
        return readers[directive.name](directive)

    # --- directives ---------------------------------------------------------------------------

    def _aside(self, directive: Directive) -> Aside:
        check_options(directive, self.markdown, {})
        return Aside(directive.name, self._title(directive), self._inner(directive))

    def _cell(self, directive: Directive) -> Cell:
        check_options(directive, self.markdown, {"name": False, "raises": False})
        if directive.argument not in {"", "python"}:
            raise self.markdown.fault(directive.line, f'A cell is Python, not "{directive.argument}".')
        code = directive.body.strip("\n").rstrip()
        if not code:
            raise self.markdown.fault(directive.line, "The cell is empty.")
        name = self._name(directive, "cell", self._cells)
        raises = directive.options.get("raises")
        if raises is not None and not raises.isidentifier():
            raise self.markdown.fault(
                directive.line, f'":raises: {raises}": name the exception\'s type, such as ValueError.'
            )
        return Cell(name, len(self._cells), code, highlight(code), raises)

    def _exercise(self, directive: Directive) -> Exercise:
        check_options(directive, self.markdown, {"title": True, "level": True, "minutes": True})
        name, line, options = directive.argument, directive.line, directive.options
        if name not in self.starters:
            there = ", ".join(sorted(self.starters)) or "none"
            raise self.markdown.fault(
                line, f'There is no folder for the exercise "{name}" beside lesson.md. There are: {there}.'
            )
        levels, minutes = LEVELS[self.language], options["minutes"]
        if options["level"] not in levels:
            raise self.markdown.fault(
                line, f':level: is one of {", ".join(levels)}, not "{options["level"]}".'
            )
        if not (minutes.isascii() and minutes.isdigit() and int(minutes)):
            raise self.markdown.fault(line, f':minutes: is a whole number from 1, not "{minutes}".')
        self.markdown.anchor(f"exercise-{name}", line, fixed=True)
        tokens, hints = self._take(self._tokens(directive), "hint")
        for hint in hints:
            check_options(hint, self.markdown, {})
        exercise = Exercise(
            name=name,
            number=len(self.exercises) + 1,
            title=options["title"],
            level=options["level"],
            minutes=int(minutes),
            blocks=self._blocks(tokens, "exercise")[0],
            hints=tuple(Hint(number, self._inner(hint)) for number, hint in enumerate(hints, start=1)),
            starter=self.starters[name],
            starter_html=highlight(self.starters[name].rstrip("\n")),
        )
        self.exercises.append(exercise)
        return exercise

    def _checklist(self, directive: Directive) -> Checklist:
        check_options(directive, self.markdown, {"name": False})
        tokens, items = self._ticks(self._tokens(directive))
        if not items:
            raise self.markdown.fault(directive.line, 'The checklist has no line to tick ("- [ ] …").')
        name = self._name(directive, "checklist", self._lists)
        return Checklist(name, self._title(directive), self._blocks(tokens, "checklist")[0], items)

    def _touchstone(self, directive: Directive) -> Touchstone:
        check_options(directive, self.markdown, {"name": False})
        question, answers = self._take(self._tokens(directive), "answer")
        if len(answers) != 1:
            raise self.markdown.fault(
                directive.line,
                "A touchstone holds one :::{answer}; its own line needs more colons than that.",
            )
        check_options(answers[0], self.markdown, {})
        question, items = self._ticks(question)
        answer, answer_items = self._ticks(self._tokens(answers[0]))
        return Touchstone(
            name=self._name(directive, "touchstone", self._lists),
            title_html=self._title(directive),
            blocks=self._blocks(question, "touchstone")[0],
            answer=self._blocks(answer, "answer")[0],
            items=tuple(Item(i, item.html) for i, item in enumerate([*items, *answer_items], start=1)),
        )

    # --- parts of directives ------------------------------------------------------------------

    def _tokens(self, directive: Directive) -> list[Token]:
        return self.markdown.parse(directive.body, directive.body_line)

    def _inner(self, directive: Directive) -> tuple[Block, ...]:
        return self._blocks(self._tokens(directive), directive.name)[0]

    def _title(self, directive: Directive) -> str:
        return self.markdown.inline(directive.argument, directive.line)

    def _name(self, directive: Directive, stem: str, taken: dict[str, int]) -> str:
        number = 1 + sum(name.startswith(f"{stem}-") for name in taken)
        name = directive.options.get("name", f"{stem}-{number}")
        if not _NAME.fullmatch(name):
            raise self.markdown.fault(
                directive.line, f'":name: {name}": a name is small letters, digits, "-" and "_".'
            )
        if name in taken:
            raise self.markdown.fault(
                directive.line, f'The name "{name}" stands twice (first in line {taken[name]}).'
            )
        taken[name] = directive.line
        return name

    def _take(self, tokens: Sequence[Token], name: str) -> tuple[list[Token], list[Directive]]:
        """Split off the directives of one name."""
        rest: list[Token] = []
        taken: list[Directive] = []
        for token in tokens:
            directive = read_directive(token, self.markdown)
            if directive is not None and directive.name == name and token.level == 0:
                taken.append(directive)
            else:
                rest.append(token)
        return rest, taken

    def _ticks(self, tokens: Sequence[Token]) -> tuple[list[Token], tuple[Item, ...]]:
        """Split off the lists whose items all begin with `[ ]`."""
        rest: list[Token] = []
        items: list[Item] = []
        start: int | None = None
        for index, token in enumerate(tokens):
            if token.type == "bullet_list_open" and token.level == 0:
                start = index
            elif token.type == "bullet_list_close" and token.level == 0 and start is not None:
                found = self._tick_items(tokens[start + 1 : index])
                items.extend(Item(number, html) for number, html in enumerate(found, start=len(items) + 1))
                if not found:
                    rest.extend(tokens[start : index + 1])
                start = None
            elif start is None:
                rest.append(token)
        return rest, tuple(items)

    def _tick_items(self, tokens: Sequence[Token]) -> list[str]:
        """The HTML of the items of a list to tick; none for any other list."""
        starts = [i for i, token in enumerate(tokens) if token.type == "list_item_open" and token.level == 1]
        # An item is list_item_open, paragraph_open, inline, …; an empty one has no paragraph.
        marked = [any(_TICK.match(token.content) for token in tokens[i + 2 : i + 3]) for i in starts]
        if not any(marked):
            return []
        if not all(marked):
            odd = tokens[starts[marked.index(False)]]
            raise self.markdown.fault(line_of(odd), 'Every line of a list begins with "- [ ]", or none does.')
        html: list[str] = []
        for start, end in pairwise([*starts, len(tokens)]):
            text = (tokens[start + 2].children or [])[0]
            text.content = _TICK.sub("", text.content, count=1)
            html.append(self.markdown.render(tokens[start + 1 : end - 1]).strip())
        return html
