"""Static highlighting: code as HTML with the classes that the editor uses too."""

from __future__ import annotations

from html import escape
from itertools import groupby
from operator import itemgetter

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token
from pygments.util import ClassNotFound

__all__ = ["UnknownLanguageError", "highlight"]

# Pygments' token types, most special first by lookup through their parents, to the classes that
# CodeMirror's classHighlighter gives the same things.
_CLASSES = {
    Token.Comment: "tok-comment",
    Token.Keyword: "tok-keyword",
    Token.Literal.Number: "tok-number",
    Token.Literal.String: "tok-string",
    Token.Literal.String.Escape: "tok-string2",
    Token.Literal.String.Regex: "tok-string2",
    Token.Name: "tok-variableName",
    Token.Name.Class: "tok-className",
    Token.Name.Decorator: "tok-meta",
    Token.Name.Exception: "tok-variableName",
    Token.Name.Function: "tok-variableName tok-definition",
    Token.Name.Function.Magic: "tok-variableName tok-definition",
    Token.Name.Tag: "tok-propertyName",
    Token.Operator: "tok-operator",
    Token.Operator.Word: "tok-keyword",
    Token.Punctuation: "tok-punctuation",
}
_PYTHON_BOOLEANS = frozenset({"True", "False"})
_PLAIN = frozenset({"", "text", "txt", "plain"})


class UnknownLanguageError(ValueError):
    """No highlighting is known under this name."""


def highlight(code: str, language: str = "python") -> str:
    """The HTML of `code`, the same text when read; raises UnknownLanguageError."""
    if language in _PLAIN:
        return escape(code, quote=False)
    try:
        lexer: Lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        raise UnknownLanguageError(language) from None
    named = ((_class_of(kind, text), text) for kind, text in lexer.get_tokens(code))
    parts: list[str] = []
    for name, group in groupby(named, key=itemgetter(0)):
        html = escape("".join(text for _, text in group), quote=False)
        parts.append(f'<span class="{name}">{html}</span>' if name else html)
    return "".join(parts)


def _class_of(kind: object, text: str) -> str | None:
    if not text.strip():
        return None
    if text in _PYTHON_BOOLEANS and kind in Token.Keyword.Constant:
        return "tok-bool"
    while kind is not None:
        if kind in _CLASSES:
            return _CLASSES[kind]
        kind = getattr(kind, "parent", None)
    return None
