from __future__ import annotations

import html
import re

import pytest

from web.highlight import UnknownLanguageError, highlight

CODE = '''@memo
def f(x):  # <b>
    """Text & mehr."""

    return None or True and x + 1.5


class A: ...
'''


@pytest.mark.parametrize("language", ["python", "js", "ts", "json", "text", "", "console"])
def test_the_text_stays_the_same(language: str) -> None:
    marked = highlight(CODE, language)
    assert html.unescape(re.sub(r"<[^>]*>", "", marked)) == CODE


def test_classes_are_those_of_the_editor() -> None:
    marked = highlight(CODE)
    for word, name in {
        "@memo": "tok-meta",
        "def": "tok-keyword",
        "f": "tok-variableName tok-definition",
        "# &lt;b&gt;": "tok-comment",
        "None": "tok-keyword",
        "True": "tok-bool",
        "and": "tok-keyword",
        "1.5": "tok-number",
        "A": "tok-className",
    }.items():
        assert f'<span class="{name}">{word}</span>' in marked


def test_neighbours_of_one_class_are_one_element() -> None:
    assert highlight('"ab"') == '<span class="tok-string">"ab"</span>'


def test_there_are_no_style_attributes() -> None:
    assert "style" not in highlight(CODE)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguageError):
        highlight(CODE, "klingon")
