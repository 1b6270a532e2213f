"""What learners do, in a real browser, from end to end; the core of it, in all browsers, is elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from lesson_page import LONG, LessonPage, mistake, open_lesson, solution
from plain_host import PlainHost
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

FOREVER = "while True:\n    pass\n"


@pytest.mark.parametrize("name", ["accuracy", "retrieval_metriken", "ohne_antwort_auswerten"])
def test_every_exercise_rejects_its_starter_and_passes_its_solution(lesson: LessonPage, name: str) -> None:
    assert lesson.check(name) not in ("passed", "checker_error", "")
    assert lesson.check(name, solution(name)) == "passed"


def test_a_cell_that_patches_builtins_does_not_change_a_check(lesson: LessonPage) -> None:
    cell = lesson.cell("mittelwert")
    lesson.write(cell, "import builtins\nbuiltins.len = lambda x: 3\nbuiltins.sum = lambda x: 0\nlen([])")
    assert "3" in lesson.run(cell)
    assert lesson.check("retrieval_metriken", solution("retrieval_metriken")) == "passed"
    assert lesson.check("retrieval_metriken", mistake("retrieval_metriken", "rang_ab_null")) != "passed"
    lesson.write(cell, "len([])")
    assert "3" in lesson.run(cell), "the cells' own Python is left as it was"


def test_the_cells_share_their_variables_and_a_check_knows_none_of_them(lesson: LessonPage) -> None:
    first, second = lesson.cell("mittelwert"), lesson.cell("position")
    lesson.write(first, "antwort = (0.95, 0.0, 0.85, 0.25, 1.0)")
    lesson.run(first)
    assert lesson.check("accuracy", "x = 1\n") == "missing"
    lesson.write(second, "antwort[0]")
    assert "0.95" in lesson.run(second)


def test_an_error_names_the_learners_line(lesson: LessonPage) -> None:
    exercise = lesson.exercise("accuracy")
    lesson.write(exercise, "x = 1\nantwort = x / 0\n")
    told = lesson.run(exercise)
    assert "ZeroDivisionError" in told
    assert "Deine Zeile 2" in told
    assert lesson.check("accuracy") == "error"
    told = lesson.result("accuracy")
    assert "ZeroDivisionError" in told
    assert "2" in told


def test_a_syntax_error_is_told_with_its_line(lesson: LessonPage) -> None:
    assert lesson.check("accuracy", "antwort = (1, 2\nx = 3\n") == "syntax_error"
    assert "SyntaxError" in lesson.result("accuracy")


def test_what_was_kept_is_still_there_when_the_storage_is_full(lesson: LessonPage) -> None:
    cell = lesson.cell("mittelwert")
    lesson.write(cell, "print('noch da')")
    lesson.page.evaluate(
        """() => {
          let size = 1 << 20;
          for (let n = 0; size > 0; n += 1) {
            try { localStorage.setItem(`other/${n}`, "x".repeat(size)); } catch { size >>= 1; }
          }
        }"""
    )
    lesson.page.reload()
    assert lesson.code(lesson.cell("mittelwert")) == "print('noch da')"
    lesson.wait_until_ready()


def test_pressing_stop_twice_starts_nothing_and_resets_nothing(lesson: LessonPage) -> None:
    cell = lesson.cell("mittelwert")
    lesson.write(cell, FOREVER)
    lesson.press(cell, "run")
    expect(cell).to_have_attribute("data-phase", "running", timeout=LONG)
    stop = cell.locator('[data-action="stop"]')
    # It shows only once a run takes its time.
    expect(stop).to_be_visible(timeout=LONG)
    place = stop.bounding_box()
    assert place is not None
    stop.focus()
    expect(stop).to_be_focused()
    lesson.page.keyboard.press("Enter")
    lesson.page.keyboard.press("Enter")
    lesson.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(cell.locator('[data-part="output"]')).to_contain_text("Gestoppt", timeout=LONG)
    assert cell.get_attribute("data-busy") is None
    assert lesson.code(cell).rstrip() == FOREVER.rstrip()


def test_a_run_asked_for_early_waits_and_then_runs(chromium: Chromium, host: PlainHost) -> None:
    with open_lesson(chromium, f"{host.address}/metriken/index.html") as page:
        first, second = page.cell("position"), page.cell("mittelwert")
        page.press(first, "run")
        expect(first).to_have_attribute("data-phase", "queued")
        page.press(second, "run")
        page.wait_until_ready()
        expect(second.locator('[data-part="output"]')).to_contain_text("0.5", timeout=LONG)
        assert "False" in page.output(first)


def test_a_failing_download_is_told_and_can_be_retried(chromium: Chromium, host: PlainHost) -> None:
    host.refuses = "pyodide"
    with open_lesson(chromium, f"{host.address}/metriken/index.html") as page:
        page.page.locator("html[data-python=failed]").wait_for(state="attached")
        status = page.page.locator('[data-part="python-status"]')
        assert "404" in status.inner_text()
        host.refuses = "\0"
        page.page.locator('[data-action="retry"]').click()
        page.wait_until_ready()
        assert "0.5" in page.run(page.cell("mittelwert"))


def test_hints_open_one_by_one_and_the_solution_only_after_a_try(lesson: LessonPage) -> None:
    exercise = lesson.exercise("accuracy")
    lesson.press(exercise, "hint")
    assert exercise.locator("details[data-hint][open]").count() == 1
    lesson.press(exercise, "hint")
    assert exercise.locator("details[data-hint][open]").count() == 2
    button = exercise.locator('[data-action="solution"]')
    expect(button).to_be_disabled()
    lesson.check("accuracy")
    expect(button).to_be_enabled()
    button.click()
    expect(exercise.locator('[data-part="solution"]')).to_contain_text("vier_felder", timeout=LONG)


def test_the_keys_run_and_the_buttons_bear_being_pressed_twice(lesson: LessonPage) -> None:
    cell = lesson.cell("mittelwert")
    lesson.write(cell, "print('einmal')")
    lesson.page.keyboard.press("Control+Enter")
    expect(cell.locator('[data-part="output"]')).to_contain_text("einmal", timeout=LONG)
    lesson.page.keyboard.press("Shift+Enter")
    expect(cell.locator('[data-action="run"]')).to_be_enabled(timeout=LONG)
    cell.locator('[data-action="run"]').dblclick()
    expect(cell.locator('[data-action="run"]')).to_be_enabled(timeout=LONG)
    assert lesson.output(cell).count("einmal") == 1


def test_output_is_text_and_never_markup(lesson: LessonPage) -> None:
    cell = lesson.cell("mittelwert")
    lesson.write(cell, "print('<img src=x onerror=alert(1)><b>fett</b>')")
    assert "<b>fett</b>" in lesson.run(cell)
    assert cell.locator('[data-part="output"] b, [data-part="output"] img').count() == 0


def test_a_script_that_did_not_come_is_fetched_again_until_it_does(
    chromium: Chromium, host: PlainHost, site: Path
) -> None:
    [script] = (site / "assets").glob("page.*.js")
    host.refuses = script.name
    with open_lesson(chromium, f"{host.address}/metriken/index.html") as page:
        while not any(script.name in path for path in host.requests):
            page.page.wait_for_timeout(50)
        assert page.page.locator("[data-action=run]").count() == 0
        host.refuses = "\0"
        page.write(page.cell("mittelwert"), "6 * 7")
        assert "42" in page.run(page.cell("mittelwert"))


def test_the_lesson_can_be_read_without_scripts(chromium: Chromium, host: PlainHost) -> None:
    with open_lesson(chromium, f"{host.address}/index.html", javascript=False) as page:
        page.page.get_by_role("link", name="Metriken").first.click()
        text = page.page.locator("main").inner_text()
        assert "Accuracy allein täuscht" in text
        assert "def retrieval_metriken(faelle, k):" in text
        assert page.page.locator("math").count() > 5
