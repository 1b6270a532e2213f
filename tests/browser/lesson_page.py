"""A lesson page as a learner has it in front of them: typing, pressing buttons, reading."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

EXERCISES = Path(__file__).parents[2] / "exercises"

# Machines differ tenfold; nothing here is a measurement.
LONG = 120_000


class LessonPage:
    """One open page; `complaints` are what its console called an error."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.set_default_timeout(LONG)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: self.complaints.append(message.text) if message.type == "error" else None,
        )

    def wait_until_ready(self) -> None:
        self.page.locator("html[data-python=ready]").wait_for(state="attached")

    def exercise(self, name: str) -> Locator:
        return self.page.locator(f"#exercise-{name}")

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    def write(self, place: Locator, code: str) -> None:
        """Replace what stands in the editor, as by pasting."""
        place.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(code)

    def press(self, place: Locator, action: str) -> None:
        place.locator(f'[data-action="{action}"]').click()

    def run(self, place: Locator) -> str:
        """Run, wait until it has ended, and read the output."""
        self.press(place, "run")
        expect(place.locator('[data-action="run"]')).to_be_enabled(timeout=LONG)
        return self.output(place)

    def output(self, place: Locator) -> str:
        return place.locator('[data-part="output"]').inner_text()

    def check(self, name: str, code: str | None = None) -> str:
        """Check, wait for the verdict, and give the outcome."""
        place = self.exercise(name)
        if code is not None:
            self.write(place, code)
        self.press(place, "check")
        expect(place.locator('[data-action="check"]')).to_be_enabled(timeout=LONG)
        return place.get_attribute("data-verdict") or ""

    def result(self, name: str) -> str:
        return self.exercise(name).locator('[data-part="result"]').inner_text()

    def code(self, place: Locator) -> str:
        """All that the editor holds: it draws only what is in sight, so read the copy for printing."""
        place.locator(".cm-content").first.wait_for(state="attached")
        return (place.locator("pre").last.text_content() or "").rstrip("\n")

    def foreign(self, origin: str) -> list[str]:
        """Requests to anywhere but the page's own host; what the page makes itself is no request."""
        own = (origin, "blob:", "data:", "about:")
        return [url for url in self.requests if not url.startswith(own)]


@contextmanager
def open_lesson(browser: Browser, address: str, *, javascript: bool = True) -> Iterator[LessonPage]:
    context = browser.new_context(java_script_enabled=javascript)
    try:
        lesson = LessonPage(context.new_page())
        lesson.page.goto(address)
        yield lesson
    finally:
        context.close()


def solution(name: str, lesson: str = "metriken") -> str:
    return (EXERCISES / lesson / name / "solution.py").read_text("utf-8")


def mistake(exercise: str, name: str, lesson: str = "metriken") -> str:
    return (EXERCISES / lesson / exercise / "mistakes" / f"{name}.py").read_text("utf-8")
