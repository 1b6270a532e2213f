"""What a program reads: asked in the page, or given beforehand where the browser can't halt a program."""

from __future__ import annotations

import pytest
from lesson_page import solution
from lesson_tab import ATTRIBUTE, IDLE, TEXT, LessonTab, cell, exercise

CELL = cell("mittelwert")
OTHER = cell("position")
ANSWER = f'{CELL} [data-part="answer"]'
LINES = f'{CELL} [data-part="lines"]'
QUESTION = f'{CELL} [data-part="question"]'

# WebKit has no stack switching: a program can't be halted to ask.
ASKING = pytest.mark.parametrize("engine", ["chromium", "firefox"], indirect=True, scope="session")
BEFOREHAND = pytest.mark.parametrize("engine", ["webkit"], indirect=True, scope="session")

GREET = "name = input('Wie heißt du? ')\nprint(f'Hallo {name}!')\n"
ADD_UP = "summe = 0\nfor i in range(3):\n    summe += int(input(f'Zahl {i}: '))\nprint('Summe', summe)\n"

SEEN = "(place) => document.querySelector(place).offsetParent !== null"
HAS_FOCUS = "(place) => document.querySelector(place).contains(document.activeElement)"
HIDDEN = f"(place) => !({SEEN})(place)"
PRESS_ALL = "(places) => places.forEach((place) => document.querySelector(place).click())"
# As a keyboard does it, in engines of which each has a driver of its own.
KEY = """(place, key, ctrlKey) => {
  const given = { key, ctrlKey, bubbles: true, cancelable: true };
  return !document.querySelector(place).dispatchEvent(new KeyboardEvent("keydown", given));
}"""


def start(tab: LessonTab, place: str, code: str) -> None:
    tab.write(place, code)
    tab.press(place, "run")


def answer(tab: LessonTab, line: str) -> None:
    tab.wait_for_phase(CELL, "asking")
    if line:
        tab.tab.write(ANSWER, line)
    tab.press(CELL, "answer")


def end(tab: LessonTab) -> str:
    tab.tab.wait(IDLE, CELL)
    return tab.output(CELL)


# --- asked in the page ------------------------------------------------------------------------


@ASKING
def test_a_question_is_asked_by_its_words_and_its_answer_stands_behind_it(tab: LessonTab) -> None:
    start(tab, CELL, GREET)
    tab.wait_for_phase(CELL, "asking")
    assert tab.tab.evaluate(ATTRIBUTE, ANSWER, "aria-label") == "Wie heißt du?"
    assert "Wie heißt du?" in tab.output(CELL)
    answer(tab, "Jürgen <b>🦊</b>")
    told = end(tab)
    assert "Wie heißt du? Jürgen <b>🦊</b>\nHallo Jürgen <b>🦊</b>!" in told
    assert tab.tab.evaluate(HIDDEN, QUESTION)


@ASKING
def test_the_keyboard_is_in_the_field_while_it_is_asked_and_near_the_output_afterwards(
    tab: LessonTab,
) -> None:
    start(tab, CELL, GREET)
    tab.wait_for_phase(CELL, "asking")
    tab.tab.wait(HAS_FOCUS, QUESTION)
    assert tab.tab.evaluate(KEY, ANSWER, "Enter", False)
    assert "Hallo !" in end(tab)
    tab.tab.wait(HAS_FOCUS, f'{CELL} [data-part="output"]')


@ASKING
def test_a_loop_asks_again_and_again(tab: LessonTab) -> None:
    start(tab, CELL, ADD_UP)
    for number in ("1", "20", "300"):
        answer(tab, number)
    told = end(tab)
    assert "Zahl 0: 1\nZahl 1: 20\nZahl 2: 300\nSumme 321" in told


@ASKING
@pytest.mark.parametrize("by", ["button", "key"])
def test_no_more_input_is_the_end_of_the_file_for_the_program(tab: LessonTab, by: str) -> None:
    start(tab, CELL, "import sys\nprint(sys.stdin.read().split())\ninput()")
    answer(tab, "a b")
    tab.wait_for_phase(CELL, "asking")
    if by == "button":
        tab.press(CELL, "end-input")
    else:
        assert tab.tab.evaluate(KEY, ANSWER, "d", True)
    told = end(tab)
    assert "['a', 'b']" in told
    # Nobody is asked a second time.
    assert "EOFError" in told


@ASKING
def test_stopped_while_it_asks_a_program_ends_and_the_next_one_works(tab: LessonTab) -> None:
    start(tab, CELL, "input('Wird nie beantwortet ')")
    tab.wait_for_phase(CELL, "asking")
    tab.press(CELL, "stop")
    assert "Gestoppt" in end(tab)
    assert tab.tab.evaluate(HIDDEN, QUESTION)
    assert "42" in tab.run(CELL, "6 * 7")


@ASKING
def test_a_cell_behind_one_that_asks_waits_and_a_check_does_not(tab: LessonTab) -> None:
    start(tab, CELL, GREET)
    tab.wait_for_phase(CELL, "asking")
    start(tab, OTHER, "name * 2")
    tab.wait_for_phase(OTHER, "queued")
    assert tab.check("accuracy", solution("accuracy")) == "passed"
    assert tab.tab.evaluate(ATTRIBUTE, CELL, "data-phase") == "asking"
    answer(tab, "Ada")
    end(tab)
    tab.tab.wait(IDLE, OTHER)
    assert "AdaAda" in tab.output(OTHER)


# --- given beforehand -------------------------------------------------------------------------


@ASKING
def test_where_a_program_can_ask_nobody_is_bothered_beforehand(tab: LessonTab) -> None:
    tab.write(CELL, GREET)
    assert tab.tab.evaluate(HIDDEN, LINES)


@ASKING
def test_below_a_callback_of_the_browsers_no_program_can_ask_and_it_is_told(tab: LessonTab) -> None:
    told = tab.run(CELL, "import js\njs.Array.of(1).map(lambda *_: input('Nie gefragt '))")
    assert "EOFError" in told
    assert "mehr Eingaben" in told
    assert tab.tab.evaluate(SEEN, LINES)


@BEFOREHAND
def test_lines_are_given_before_a_program_that_reads_is_run(tab: LessonTab) -> None:
    tab.write(CELL, GREET)
    assert tab.tab.evaluate(SEEN, LINES)
    tab.tab.write(LINES, "Ada\n")
    told = tab.run(CELL)
    assert "Wie heißt du? Ada\nHallo Ada!" in told
    assert "mehr Eingaben" not in told
    tab.tab.write(LINES, "1\n20\n300")
    for code in (ADD_UP, None):
        # A second run reads the same lines.
        assert "Zahl 2: 300\nSumme 321" in tab.run(CELL, code)


@BEFOREHAND
def test_lines_that_run_out_are_told_with_what_to_do(tab: LessonTab) -> None:
    tab.write(CELL, ADD_UP)
    tab.tab.write(LINES, "1\n2")
    told = tab.run(CELL)
    assert "Zahl 1: 2\nZahl 2: " in told
    assert "EOFError" in told
    assert "mehr Eingaben" in told
    assert tab.tab.evaluate(SEEN, LINES)


# --- checks, names and undoing -----------------------------------------------------------------


def test_a_check_asks_nothing_and_says_what_to_do_instead(tab: LessonTab) -> None:
    assert tab.check("accuracy", "antwort = input('Nun? ')\n") == "error"
    told = tab.result("accuracy")
    assert "EOFError" in told
    assert "input()" in told
    assert "niemand" in told
    place = f'{exercise("accuracy")} [data-part="question"]'
    assert tab.tab.evaluate(HIDDEN, place)


def test_a_second_check_says_that_it_waits_and_is_done_afterwards(tab: LessonTab) -> None:
    first, second = exercise("accuracy"), exercise("retrieval_metriken")
    tab.write(first, "while True:\n    pass\n")
    tab.write(second, solution("retrieval_metriken"))
    # Both in one moment, before anything can have moved.
    tab.tab.evaluate(PRESS_ALL, [f'{place} [data-action="check"]' for place in (first, second)])
    says = f"(place) => ({TEXT})(place).includes('wartet')"
    tab.tab.wait(says, f'{second} [data-part="state"]')
    tab.press(first, "stop")
    tab.tab.wait(IDLE, second)
    assert tab.verdict("retrieval_metriken") == "passed"
    tab.tab.wait(IDLE, first)


def test_every_button_and_field_of_a_cell_or_exercise_has_a_name_of_its_own(tab: LessonTab) -> None:
    names = tab.tab.evaluate(
        """() => [...document.querySelectorAll('[data-action="run"], [data-action="check"], '
          + '[data-action="reset"], [data-action="stop"], .cm-content, [data-part="output"]')]
          .map((element) => element.getAttribute("aria-label") ?? "")"""
    )
    assert isinstance(names, list)
    assert "" not in names
    assert len(set(names)) == len(names)


def test_an_endless_message_of_an_error_does_not_push_the_page_away(tab: LessonTab) -> None:
    told = tab.run(CELL, "raise ValueError('lang ' * 2000)")
    assert "ValueError" in told
    fits = "(place) => document.querySelector(place).getBoundingClientRect().height < 2 * innerHeight"
    assert tab.tab.evaluate(fits, f'{CELL} [data-part="output"]')


def test_reset_pressed_twice_keeps_what_can_be_brought_back(tab: LessonTab) -> None:
    tab.write(CELL, "print('meins')")
    tab.tab.evaluate(PRESS_ALL, [f'{CELL} [data-action="reset"]'] * 2)
    assert "meins" not in tab.code(CELL)
    tab.press(CELL, "undo")
    assert tab.code(CELL) == "print('meins')"
