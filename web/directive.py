"""Directives as written: `:::{name} argument`, option lines `:key: value`, a body; a cell is a fence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markdown_it.token import Token

from web.markdown import Markdown, line_of

__all__ = ["Directive", "check_options", "read_directive"]

CELL = "code-cell"
_INFO = re.compile(r"\{([a-z-]+)\}[ \t]*(.*)")
_OPTION = re.compile(r":([a-z-]+):[ \t]*(.*)")


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive: the line where it begins (from 1), and the line where its body does."""

    name: str
    argument: str
    options: Mapping[str, str]
    body: str
    line: int
    body_line: int


def read_directive(token: Token, markdown: Markdown) -> Directive | None:
    """The directive that `token` is, None when it is something else."""
    if token.type not in {"fence", "colon_fence"}:
        return None
    line = line_of(token)
    info = token.info.strip()
    if token.type == "fence" and not info.startswith("{"):
        return None
    match = _INFO.fullmatch(info)
    if match is None:
        raise markdown.fault(line, f'"{token.markup}{info}" is not known; a directive is :::{{name}}.')
    if (match[1] == CELL) != (token.type == "fence"):
        raise markdown.fault(line, "A cell is written ```{code-cell}, everything else :::{name}.")
    lines = token.content.split("\n")
    options: dict[str, str] = {}
    while lines and (option := _OPTION.fullmatch(lines[0].rstrip())):
        if option[1] in options:
            raise markdown.fault(line + len(options) + 1, f":{option[1]}: stands twice.")
        options[option[1]] = option[2].strip()
        lines.pop(0)
    body_line = line + 1 + len(options)
    return Directive(match[1], match[2].strip(), options, "\n".join(lines), line, body_line)


def check_options(directive: Directive, markdown: Markdown, known: Mapping[str, bool]) -> None:
    """Refuse options that are not in `known`, and demand those marked True."""
    for name in directive.options:
        if name not in known:
            there = ", ".join(f":{key}:" for key in known) or "none"
            raise markdown.fault(
                directive.line, f":{name}: is not known in {{{directive.name}}}. There are: {there}."
            )
    for name, needed in known.items():
        if needed and not directive.options.get(name):
            raise markdown.fault(directive.line, f"The line :{name}: is missing in {{{directive.name}}}.")
