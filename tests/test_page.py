from __future__ import annotations

import json
from pathlib import Path

import pytest
from lesson_sample import write_lesson

from web.faults import HostFault
from web.lesson import read_lesson
from web.page import Card, Pages, Shell, page_policy, script_json

ROOT = Path(__file__).resolve().parents[1]
WORDS = '[de]\nhallo = "Guten Tag"\n[en]\nhallo = "Hello"\n'
SHELL = Shell("de", "<Titel>", "", page_policy(), "./", "index.html", "assets/page.css", "3.14.2")


def pages(folder: Path, words: str = WORDS, **templates: str) -> Pages:
    (folder / "words.toml").write_text(words, "utf-8")
    for name, text in templates.items():
        (folder / f"{name}.html.j2").write_text(text, "utf-8")
    return Pages.read(folder)


def test_text_is_escaped_and_words_are_of_the_pages_language(tmp_path: Path) -> None:
    html = pages(tmp_path, index="{{ words.hallo }} {{ shell.title }} {{ cards | length }}").index(SHELL, [])
    assert html == "Guten Tag &lt;Titel&gt; 0"


def test_a_lesson_is_handed_to_its_template(tmp_path: Path) -> None:
    lesson = read_lesson(write_lesson(tmp_path / "exercises"), "3.14.2").lesson
    template = "{% for block in lesson.sections[0].blocks %}{{ block.kind }} {% endfor %}"
    assert pages(tmp_path, lesson=template).lesson(SHELL, lesson) == "prose cell exercise "


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ shell.titel }}", "titel"),
        ("{{ words.tschuess }}", "tschuess"),
        ("{% if %}", "index.html.j2:1:"),
        ("{% include 'nothing' %}", "nothing is missing in web/templates"),
    ],
)
def test_a_template_that_is_wrong_is_told(tmp_path: Path, template: str, said: str) -> None:
    with pytest.raises(HostFault, match=said):
        pages(tmp_path, index=template).index(SHELL, [])


def test_a_missing_template_is_told(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match=r"index\.html\.j2 is missing"):
        pages(tmp_path).index(SHELL, [])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('[de]\na = "a"\nb = "b"\n[en]\na = "a"\n', r"\[en\] has no words for b"),
        ('[de]\na = "a"\n', "these are: de, en"),
        ("[de", "is not TOML"),
    ],
)
def test_words_that_are_not_in_order_are_told(tmp_path: Path, words: str, said: str) -> None:
    with pytest.raises(HostFault, match=said):
        pages(tmp_path, words)


def test_missing_words_are_told(tmp_path: Path) -> None:
    with pytest.raises(HostFault, match=r"words\.toml is missing"):
        Pages.read(tmp_path)


def test_the_policy_of_a_lesson_page() -> None:
    assert page_policy("'sha256-abc='", "n0nce") == (
        "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-abc='; "
        "worker-src 'self' blob:; style-src 'self' 'nonce-n0nce'; img-src 'self' data:; "
        "connect-src 'self'; frame-src 'self'"
    )


def test_a_page_without_scripts_allows_none() -> None:
    assert "script-src" not in page_policy()
    assert page_policy().startswith("default-src 'none';")


def test_nothing_in_the_configuration_ends_its_element() -> None:
    value = {"frame": "<script>1 && 2</script><!-- \u2028 ü"}
    text = script_json(value)
    assert not set("<>&") & set(text)
    assert text.isascii()
    assert json.loads(text) == value


# --- the templates of the project -------------------------------------------------------------


def test_our_templates_render_every_kind_of_block(tmp_path: Path) -> None:
    body = (
        "## Alles\n\n:::{note} Titel\nText\n:::\n\n:::{trap}\nText\n:::\n\n:::{merksatz}\nText\n:::\n\n"
        ":::{checklist} Fertig\n- [ ] eins\n:::\n\n"
        "::::{touchstone}\nFrage?\n\n:::{answer}\nSo.\n\n- [ ] zwei\n:::\n::::\n\n"
        "```{code-cell}\nprint('<')\n```\n\n"
        "::::{exercise} summe\n:title: Zwei <Zahlen>\n:level: leicht\n:minutes: 7\n\n"
        "Text\n\n:::{hint}\nTipp\n:::\n::::\n"
    )
    lesson = read_lesson(write_lesson(tmp_path, body=body), "3.14.2").lesson
    for language in ("de", "en"):
        shell = Shell(
            language, "Titel", "", page_policy("'sha256-a'", "n"), "../", "../index.html",
            "../assets/page.css", "3.14.2", "../assets/start.js", "../assets/page.js",
            '{"lesson":"schritte"}',
        )  # fmt: skip
        html = Pages.read(ROOT / "web" / "templates").lesson(shell, lesson)
        assert f'<html lang="{language}"' in html
        assert 'data-lesson="schritte" data-python="loading"' in html
        assert '<script type="application/json" id="page-config">{"lesson":"schritte"}</script>' in html
        start = html.index('<script async src="../assets/start.js"></script>')
        assert start < html.index('<link rel="preload" as="script" href="../assets/page.js">')
        assert html.count("<script") == 2
        assert 'id="exercise-summe" data-verdict=""' in html
        assert '<py-exercise data-exercise="summe">' in html
        assert '<py-cell data-cell="cell-1">' in html
        assert "Zwei &lt;Zahlen&gt;" in html
        assert " style=" not in html


def test_our_templates_render_the_list_of_lessons() -> None:
    card = Card("a", "a/index.html", "de", "<A>", "", "KI", "M1", None, None, 12, ("Eins", "Zwei"))
    html = Pages.read(ROOT / "web" / "templates").index(SHELL, [card])
    assert 'href="a/index.html"' in html
    assert "&lt;A&gt;" in html
    assert "<script" not in html
