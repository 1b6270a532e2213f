"""Markdown as lessons use it: CommonMark with tables, formulas, front matter and `:::{directives}`.

Parsing checks and completes the tokens (formulas to MathML, code highlighted, links and anchors collected),
so that rendering them is mere writing. HTML in the text is shown as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from latex2mathml.converter import convert as mathml
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from web.faults import LessonFault
from web.highlight import UnknownLanguageError, highlight

__all__ = ["Link", "Markdown", "line_of", "plain_text", "slug"]

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_ALIGN = re.compile(r"text-align:(left|center|right)")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


# --- the parser -------------------------------------------------------------------------------


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.use(front_matter_plugin)
    parser.use(colon_fence_plugin)
    # Without spaces or digits next to the dollar signs, so that prices stay text.
    parser.use(dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False)
    rules: dict[str, Callable[..., str]] = {
        "fence": _code,
        "math_inline": _inline_formula,
        "math_block": _block_formula,
        "table_open": _table_open,
        "table_close": _table_close,
    }
    for name, rule in rules.items():
        parser.add_render_rule(name, rule)
    return parser


_Env = MutableMapping[str, Any]


def _code(_: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: _Env) -> str:
    token = tokens[index]
    language = escapeHtml(token.info.strip() or "text")
    return f'<pre class="code" data-language="{language}"><code>{token.meta["html"]}</code></pre>\n'


def _inline_formula(
    _: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: _Env
) -> str:
    return str(tokens[index].meta["html"])


def _block_formula(
    _: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: _Env
) -> str:
    return f'<div class="formula">{tokens[index].meta["html"]}</div>\n'


def _table_open(*_: object) -> str:
    return '<div class="table"><table>\n'


def _table_close(*_: object) -> str:
    return "</table></div>\n"


# --- reading ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """A link or picture in the text: where it stands (from 1) and where it leads."""

    line: int
    target: str
    picture: bool = False


def slug(text: str) -> str:
    """An anchor made of `text`: small ASCII letters and digits, joined by hyphens."""
    plain = text.lower().translate(_UMLAUTS)
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "abschnitt"


@dataclass
class Markdown:
    """Reads the pieces of one file; `replace` maps words in braces to what stands for them in the text.

    `anchors` and `links` fill as pieces are parsed.
    """

    file: Path
    replace: MutableMapping[str, str] = field(default_factory=dict)
    anchors: dict[str, int] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    _parser: MarkdownIt = field(default_factory=_make_parser)
    _env: MutableMapping[str, Any] = field(default_factory=dict)

    def fault(self, line: int, message: str) -> LessonFault:
        """What is wrong in a line of this file."""
        return LessonFault(self.file, line, message)

    def parse(self, text: str, first_line: int = 1) -> list[Token]:
        """The tokens of `text`, whose lines are counted from `first_line` in their `map`."""
        tokens = self._parser.parse(text, self._env)
        for token in tokens:
            if token.map is not None:
                token.map = [token.map[0] + first_line, token.map[1] + first_line]
        line = first_line
        for index, token in enumerate(tokens):
            line = token.map[0] if token.map is not None else line
            self._complete(tokens, index, line)
        return tokens

    def inline(self, text: str, line: int) -> str:
        """The HTML of a line of text, without a paragraph around it."""
        tokens = self._parser.parseInline(text, self._env)
        self._complete(tokens, 0, line)
        return self.render(tokens)

    def render(self, tokens: Sequence[Token]) -> str:
        """The HTML of parsed tokens."""
        return str(self._parser.renderer.render(list(tokens), self._parser.options, self._env))

    def anchor(self, wanted: str, line: int, *, fixed: bool = False) -> str:
        """An anchor not used before in this file; a `fixed` one is taken as it is, or is a fault."""
        name, number = wanted, 1
        while name in self.anchors:
            if fixed:
                raise self.fault(line, f'"{wanted}" stands twice (first in line {self.anchors[name]}).')
            number += 1
            name = f"{wanted}-{number}"
        self.anchors[name] = line
        return name

    # --- completing tokens --------------------------------------------------------------------

    def _complete(self, tokens: list[Token], index: int, line: int) -> None:
        token = tokens[index]
        if token.type == "inline":
            self._complete_inline(token, line)
        elif token.type == "heading_open":
            # Its text follows as the next token.
            token.attrSet("id", self.anchor(slug(plain_text(tokens[index + 1])), line))
        elif token.type in {"th_open", "td_open"}:
            # The page's policy forbids style attributes.
            align = _ALIGN.search(str(token.attrs.pop("style", "")))
            if align:
                token.attrSet("class", align[1])
        elif token.type == "math_block":
            token.meta["html"] = self.math(token.content, line, display=True)
        elif token.type == "code_block":
            raise self.fault(
                line, "A line with four spaces before it becomes code: use ``` or take them away."
            )
        elif token.type in {"fence", "colon_fence"}:
            self._complete_fence(token, line)

    def _complete_fence(self, token: Token, line: int) -> None:
        if token.type == "colon_fence" and not token.info.strip():
            raise self.fault(
                line,
                f'"{token.markup}" closes nothing. A directive that holds another one needs more colons in '
                "its own lines than that one.",
            )
        if not _is_closed(token):
            raise self.fault(
                line, f'"{token.markup}{token.info}" is not closed: "{token.markup}" is missing.'
            )
        if token.type == "colon_fence":
            return
        language = token.info.strip()
        if language.startswith("{"):
            return
        try:
            token.meta["html"] = highlight(token.content.rstrip("\n"), language)
        except UnknownLanguageError:
            raise self.fault(
                line, f'No highlighting is known for "{language}". Use python, js, ts, text …'
            ) from None

    def _complete_inline(self, token: Token, line: int) -> None:
        for child in token.children or ():
            if child.type == "text":
                for word, text in self.replace.items():
                    child.content = child.content.replace(f"{{{word}}}", text)
            elif child.type == "math_inline":
                child.meta["html"] = self.math(child.content, line, display=False)
            elif child.type == "link_open":
                self.links.append(Link(line, str(child.attrs.get("href", ""))))
            elif child.type == "image":
                self._complete_picture(child, line)
            elif child.type in {"softbreak", "hardbreak"}:
                line += 1

    def _complete_picture(self, child: Token, line: int) -> None:
        if not child.content.strip():
            raise self.fault(line, "A picture needs words for those who can't see it: ![words](file.svg)")
        self.links.append(Link(line, str(child.attrs.get("src", "")), picture=True))

    def math(self, formula: str, line: int, *, display: bool) -> str:
        """The MathML of a formula in LaTeX."""
        depth = 0
        for match in _BRACE.finditer(formula):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth < 0:
                break
        if depth:
            raise self.fault(line, f"The braces of the formula {formula.strip()} are not balanced.")
        try:
            html = str(mathml(formula.strip(), display="block" if display else "inline"))
        except Exception as fault:
            # The converter raises many kinds, an IndexError among them.
            raise self.fault(
                line, f"The formula {formula.strip()} can't be read: {type(fault).__name__} {fault}"
            ) from fault
        unknown = re.search(r"\\[A-Za-z]+", html)
        if unknown:
            raise self.fault(line, f"The formula {formula.strip()} uses {unknown[0]}, which is not known.")
        return html


def line_of(token: Token) -> int:
    """The line where a parsed token begins, from 1."""
    return token.map[0] if token.map else 1


def _is_closed(fence: Token) -> bool:
    # Unlike a closed one, a fence that ran to the end of the text has no last line of its own.
    first, after = fence.map or (0, 0)
    text = fence.content
    return after - first == text.count("\n") + (not text.endswith("\n") and text != "") + 2


def plain_text(inline: Token) -> str:
    """The text of an inline token without its markup."""
    return "".join(
        " " if child.type == "softbreak" else child.content for child in inline.children or ()
    ).strip()
