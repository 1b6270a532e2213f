from __future__ import annotations

from pathlib import Path

import pytest

from web.faults import LessonFault
from web.markdown import Link, Markdown, slug

FILE = Path("lesson.md")


def html(text: str, **replace: str) -> str:
    markdown = Markdown(FILE, replace=replace)
    return markdown.render(markdown.parse(text))


def fault(text: str, first_line: int = 1) -> tuple[int | None, str]:
    with pytest.raises(LessonFault) as caught:
        Markdown(FILE).parse(text, first_line)
    return caught.value.line, caught.value.message


def test_formulas_become_mathml() -> None:
    assert '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline">' in html(
        r"Der Anteil $\frac{1}{2}$."
    )
    assert html("$$\na + b\n$$").startswith('<div class="formula"><math')


def test_prices_stay_text() -> None:
    assert html("Von 5$ bis 7$ und $ 3 $.") == "<p>Von 5$ bis 7$ und $ 3 $.</p>\n"


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (r"\frac{1", "not balanced"),
        ("a}{", "not balanced"),
        (r"\recal", r"uses \recal"),
        (r"\frac", "can't be read"),
    ],
)
def test_a_formula_that_would_come_out_wrong_is_refused(formula: str, said: str) -> None:
    line, message = fault(f"Text\nText\n\nHier ${formula}$.")
    assert line == 4
    assert said in message


def test_the_line_is_that_within_the_paragraph() -> None:
    assert fault("eins\nzwei $\\recal$ drei", first_line=10)[0] == 11


def test_markup_of_html_is_shown_as_text() -> None:
    assert html("<b>fett</b>") == "<p>&lt;b&gt;fett&lt;/b&gt;</p>\n"


def test_tables_are_wrapped_and_aligned_by_classes() -> None:
    table = html("| a | b |\n|--:|:--|\n| 1 | 2 |")
    assert table.startswith('<div class="table"><table>')
    assert '<td class="right">1</td>' in table
    assert "style" not in table


def test_code_that_is_only_shown_is_highlighted() -> None:
    assert html("```python\nimport os\n```").startswith(
        '<pre class="code" data-language="python"><code><span class="tok-keyword">import</span>'
    )
    assert html("```\na < b\n```") == '<pre class="code" data-language="text"><code>a &lt; b</code></pre>\n'


def test_an_unknown_language_is_refused() -> None:
    assert fault("\n```klingon\nqo\n```") == (
        2,
        'No highlighting is known for "klingon". Use python, js, ts, text …',
    )


@pytest.mark.parametrize("opening", ["```python", ":::{note}", "::::{exercise} a\n:::{hint}\nx\n:::"])
def test_what_is_not_closed_is_refused_where_it_begins(opening: str) -> None:
    line, message = fault(f"Text\n\n{opening}\nmehr\n")
    assert line == 3
    assert "is not closed" in message


def test_an_empty_fence_is_closed() -> None:
    assert html("```\n```") == '<pre class="code" data-language="text"><code></code></pre>\n'


def test_colons_that_close_nothing_are_refused() -> None:
    line, message = fault(":::{note}\nText\n:::\n\n:::\n")
    assert line == 5
    assert "closes nothing" in message


def test_a_line_moved_in_by_four_spaces_is_refused() -> None:
    assert fault("Text\n\n    noch Text")[0] == 3


def test_headings_get_anchors_and_a_second_one_a_number() -> None:
    markdown = Markdown(FILE)
    text = markdown.render(markdown.parse("## Für `k` > 3\n\n## Für k 3"))
    assert '<h2 id="fuer-k-3">' in text
    assert '<h2 id="fuer-k-3-2">' in text
    assert set(markdown.anchors) == {"fuer-k-3", "fuer-k-3-2"}


def test_a_fixed_anchor_that_is_taken_is_refused() -> None:
    markdown = Markdown(FILE)
    markdown.parse("## Teil a")
    with pytest.raises(LessonFault, match="first in line 1"):
        markdown.anchor("teil-a", 7, fixed=True)


def test_an_anchor_is_never_empty() -> None:
    assert slug("???") == "abschnitt"


def test_links_and_pictures_are_collected_with_their_lines() -> None:
    markdown = Markdown(FILE)
    markdown.parse("Text\n[da](#da) und\n![Bild](b.svg)", first_line=5)
    assert markdown.links == [Link(6, "#da"), Link(7, "b.svg", picture=True)]


def test_a_picture_without_words_is_refused() -> None:
    assert "needs words" in fault("![](b.svg)")[1]


def test_words_in_braces_are_replaced_in_text_but_not_in_code() -> None:
    text = html("Python {python_version} und `{python_version}`", python_version="3.14.2")
    assert text == "<p>Python 3.14.2 und <code>{python_version}</code></p>\n"
