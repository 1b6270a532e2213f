from __future__ import annotations

from pathlib import Path

import pytest

from web.blocks import BlockReader
from web.faults import LessonFault
from web.markdown import Markdown
from web.model import Aside, Block, Cell, Checklist, Exercise, Item, Prose, Section, Touchstone

EXERCISE = """\
::::{exercise} summe
:title: Zwei Zahlen
:level: mittel
:minutes: 12

Aufgabe.

:::{hint}
Eins.
:::

:::{hint}
Zwei: `x`
:::
::::
"""


def reader(*exercises: str) -> BlockReader:
    return BlockReader(Markdown(Path("lesson.md")), "de", dict.fromkeys(exercises, "antwort = ...\n"))


def read(text: str) -> tuple[tuple[Block, ...], tuple[Section, ...]]:
    return reader("summe").sections(text, 1)


def only(text: str) -> Block:
    (block,), sections = read(text)
    assert sections == ()
    return block


def fault(text: str) -> tuple[int | None, str]:
    with pytest.raises(LessonFault) as caught:
        read(text)
    return caught.value.line, caught.value.message


# --- sections ---------------------------------------------------------------------------------


def test_text_before_the_first_heading_is_the_intro() -> None:
    intro, sections = read("Vorab.\n\n## Eins `x`\n\nText\n\n## Zwei\n")
    assert intro == (Prose("<p>Vorab.</p>\n"),)
    assert sections == (
        Section("eins-x", "Eins x", "Eins <code>x</code>", (Prose("<p>Text</p>\n"),)),
        Section("zwei", "Zwei", "Zwei", ()),
    )


def test_subheadings_and_exercises_are_entries_of_their_section() -> None:
    _, (section,) = read(f"## Eins\n\n### Teil a\n\n{EXERCISE}\n### Teil b\n")
    assert section.entries == (("teil-a", "Teil a"), ("exercise-summe", "Zwei Zahlen"), ("teil-b", "Teil b"))


@pytest.mark.parametrize("text", ["# Titel", "Text\n\n> ## Zitat"])
def test_a_title_or_a_section_within_something_is_refused(text: str) -> None:
    assert 'a section begins with "##"' in fault(text)[1]


# --- cells ------------------------------------------------------------------------------------


def test_a_cell_keeps_its_code_and_its_options() -> None:
    cell = only("```{code-cell}\n:name: demo\n:raises: ValueError\n\nx = 1\n\nint('a')\n\n```")
    assert isinstance(cell, Cell)
    assert (cell.name, cell.number, cell.code, cell.raises) == ("demo", 1, "x = 1\n\nint('a')", "ValueError")


def test_cells_without_a_name_are_numbered() -> None:
    blocks, _ = read("```{code-cell}\n1\n```\n\n```{code-cell} python\n2\n```")
    assert [block.name for block in blocks if isinstance(block, Cell)] == ["cell-1", "cell-2"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```{code-cell}\n\n```", "is empty"),
        ("```{code-cell} r\nx\n```", 'not "r"'),
        (
            "```{code-cell}\n:nane: a\nx\n```",
            ":nane: is not known in {code-cell}. There are: :name:, :raises:",
        ),
        ("```{code-cell}\n:name: a b\nx\n```", "a name is small letters"),
        ("```{code-cell}\n:name: a\n:name: b\nx\n```", "stands twice"),
        ("```{code-cell}\n:raises: Value Error\nx\n```", "name the exception's type"),
        ("```{exercise} summe\nx\n```", "A cell is written"),
        (":::{code-cell}\nx\n:::", "A cell is written"),
        ("- Punkt\n\n  ```{code-cell}\n  x\n  ```", "can't stand in a list"),
    ],
)
def test_a_cell_that_is_not_in_order_is_refused(text: str, said: str) -> None:
    assert said in fault(text)[1]


def test_two_cells_of_one_name_are_refused_with_both_lines() -> None:
    line, message = fault("```{code-cell}\n:name: a\n1\n```\n\n```{code-cell}\n:name: a\n2\n```")
    assert line == 6
    assert "first in line 1" in message


# --- exercises --------------------------------------------------------------------------------


def test_an_exercise_with_its_hints() -> None:
    exercise = only(EXERCISE)
    assert isinstance(exercise, Exercise)
    assert (exercise.name, exercise.id, exercise.number) == ("summe", "exercise-summe", 1)
    assert (exercise.title, exercise.level, exercise.minutes) == ("Zwei Zahlen", "mittel", 12)
    assert exercise.blocks == (Prose("<p>Aufgabe.</p>\n"),)
    assert [hint.number for hint in exercise.hints] == [1, 2]
    assert exercise.hints[1].blocks == (Prose("<p>Zwei: <code>x</code></p>\n"),)
    assert exercise.starter == "antwort = ...\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        (
            "} summe",
            "} produkt",
            1,
            'no folder for the exercise "produkt" beside lesson.md. There are: summe.',
        ),
        ("} summe", "}", 1, 'no folder for the exercise ""'),
        (":title: Zwei Zahlen\n", "", 1, "The line :title: is missing"),
        ("mittel", "kniffelig", 1, 'one of leicht, mittel, schwer, not "kniffelig"'),
        (":minutes: 12", ":minutes: lang", 1, "whole number"),
        (":minutes: 12", ":minutes: 0", 1, "whole number"),
        ("Aufgabe.", "### Aufgabe", 6, 'begins with "####"'),
        ("Aufgabe.", "Formel $\\recal$", 6, "which is not known"),
        ("Zwei: `x`", "Formel $\\recal$", 13, "which is not known"),
        ("{hint}", "{tipp}", 8, "{tipp} is not known. There are:"),
        ("{hint}", "{hint}\n:name: x", 8, ":name: is not known in {hint}. There are: none."),
    ],
)
def test_an_exercise_that_is_not_in_order_is_refused(old: str, new: str, line: int, said: str) -> None:
    found, message = fault(EXERCISE.replace(old, new))
    assert said in message
    assert found == line


def test_an_exercise_stands_once() -> None:
    line, message = fault(f"{EXERCISE}\n{EXERCISE}")
    assert line == 17
    assert '"exercise-summe" stands twice (first in line 1)' in message


def test_an_exercise_stands_in_nothing_else() -> None:
    assert "can't stand within {note}" in fault(f":::::{{note}}\n{EXERCISE}:::::\n")[1]


@pytest.mark.parametrize(("name", "outer"), [("hint", "exercise"), ("answer", "touchstone")])
def test_parts_on_their_own_are_refused(name: str, outer: str) -> None:
    assert f"{{{name}}} stands within {{{outer}}}" in fault(f":::{{{name}}}\nText\n:::")[1]


def test_levels_are_words_of_the_lessons_language() -> None:
    english = BlockReader(Markdown(Path("lesson.md")), "en", {"summe": ""})
    english.sections(EXERCISE.replace("mittel", "medium"), 1)
    assert english.exercises[0].level == "medium"


# --- the rest ---------------------------------------------------------------------------------


def test_an_aside_has_a_title_and_may_hold_a_cell() -> None:
    aside = only("::::{trap} Falle *1*\nText\n\n```{code-cell}\nx\n```\n::::")
    assert isinstance(aside, Aside)
    assert (aside.kind, aside.title_html) == ("trap", "Falle <em>1</em>")
    assert [block.kind for block in aside.blocks] == ["prose", "cell"]


def test_a_line_within_a_directive_is_counted_from_the_files_beginning() -> None:
    assert fault("Text\n\n::::{note}\nText\n\n:::{trap}\n\n$\\recal$\n:::\n::::")[0] == 8


def test_a_checklist_keeps_its_text_and_its_items() -> None:
    checklist = only(":::{checklist} Fertig, wenn\nDu hast:\n\n- [ ] eins\n- [x] zwei `x`\n:::")
    assert checklist == Checklist(
        "checklist-1",
        "Fertig, wenn",
        (Prose("<p>Du hast:</p>\n"),),
        (Item(1, "eins"), Item(2, "zwei <code>x</code>")),
    )


def test_a_touchstone_keeps_question_answer_and_items() -> None:
    touchstone = only("::::{touchstone}\n:name: chefin\nFrage?\n\n:::{answer}\nSo.\n\n- [ ] eins\n:::\n::::")
    assert touchstone == Touchstone(
        "chefin", "", (Prose("<p>Frage?</p>\n"),), (Prose("<p>So.</p>\n"),), (Item(1, "eins"),)
    )


def test_an_ordinary_list_stays_one() -> None:
    checklist = only(":::{checklist}\n- eins\n\nText\n\n- [ ] zwei\n:::")
    assert isinstance(checklist, Checklist)
    assert checklist.blocks == (Prose("<ul>\n<li>eins</li>\n</ul>\n<p>Text</p>\n"),)
    assert len(checklist.items) == 1


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (":::{checklist}\nText\n:::", 1, "no line to tick"),
        (":::{checklist}\n- [ ] eins\n- zwei\n:::", 3, "Every line of a list begins"),
        (":::{checklist}\n- [ ] eins\n-\n:::", 3, "Every line of a list begins"),
        ("Text\n\n- [ ] eins", 3, "belongs directly in a"),
        ("::::{touchstone}\nFrage?\n::::", 1, "holds one :::{answer}"),
        (":::{unbekannt}\nx\n:::", 1, "{unbekannt} is not known. There are: answer, checklist"),
        (":::note\nx\n:::", 1, '":::note" is not known'),
        (":::{note}\n:name: a\nx\n:::", 1, "There are: none."),
        ("> :::{note}\n> x\n> :::", 1, "can't stand in a list or a quotation"),
    ],
)
def test_what_is_not_in_order_is_refused_with_its_line(text: str, line: int, said: str) -> None:
    found, message = fault(text)
    assert said in message
    assert found == line
