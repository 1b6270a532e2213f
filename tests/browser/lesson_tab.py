"""A lesson page in any of the three browsers: typing, pressing buttons, reading."""

from __future__ import annotations

from web.engine import Browser, Tab

# Each function gets a selector first.
IDLE = """(place) => {
  const root = document.querySelector(place);
  const buttons = [...root.querySelectorAll('[data-action="run"], [data-action="check"]')];
  const busy = root.matches("[data-busy]") || root.querySelector("[data-busy]") !== null;
  return !busy && buttons.every((button) => !button.disabled);
}"""
TEXT = "(place) => document.querySelector(place).innerText"
ATTRIBUTE = "(place, name) => document.querySelector(place).getAttribute(name) ?? ''"
CODE = "(place) => [...document.querySelectorAll(`${place} pre`)].at(-1).textContent.trimEnd()"
PHASE = """(place, phase) => {
  const root = document.querySelector(place);
  return (root.dataset.phase ?? root.querySelector("[data-phase]")?.dataset.phase) === phase;
}"""
PRESS = """(button, times) => {
  for (let time = 0; time < times; time += 1) document.querySelector(button).click();
}"""
STATE = """() => {
  const { python } = document.documentElement.dataset;
  return ["ready", "failed"].includes(python) && python;
}"""
ALIVE = "() => [...document.querySelectorAll('py-cell, py-exercise')].every((e) => e.matches('.upgraded'))"
STATUS = "() => document.querySelector('[data-part=\"python-status\"]').innerText"


def cell(name: str) -> str:
    return f'[data-cell="{name}"]'


def exercise(name: str) -> str:
    return f"#exercise-{name}"


class LessonTab:
    """One open lesson; places are selectors, made by `cell` and `exercise`."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.tab: Tab = browser.tab()
        self.reload()

    def reload(self) -> None:
        """Open the page anew, until it has come to life; Python may still be starting."""
        self.tab.open(self.address)
        self.tab.wait(ALIVE)

    def wait_until_ready(self) -> None:
        state = self.tab.wait(STATE)
        assert state == "ready", self.tab.evaluate(STATUS)

    def state(self) -> object:
        return self.tab.evaluate("() => ({ ...document.documentElement.dataset })")

    def write(self, place: str, code: str) -> None:
        self.tab.write(f"{place} .cm-content", code)

    def press(self, place: str, action: str, times: int | None = None) -> None:
        """Press with the mouse, once it can be; or so many times without waiting for anything."""
        button = f'{place} [data-action="{action}"]'
        if times is None:
            self.tab.click(button)
        else:
            self.tab.evaluate(PRESS, button, times)

    def run(self, place: str, code: str | None = None, seconds: float = 120) -> str:
        """Run, wait until it has ended, and read the output."""
        if code is not None:
            self.write(place, code)
        self.press(place, "run")
        try:
            self.tab.wait(IDLE, place, seconds=seconds)
        except TimeoutError:
            raise TimeoutError(f"still running after {seconds:g} s: {self.output(place)[-500:]}") from None
        return self.output(place)

    def output(self, place: str) -> str:
        return str(self.tab.evaluate(TEXT, f'{place} [data-part="output"]'))

    def wait_for_output(self, place: str, words: str) -> None:
        says = f"(place, words) => ({TEXT})(place).includes(words)"
        self.tab.wait(says, f'{place} [data-part="output"]', words)

    def wait_for_phase(self, place: str, phase: str) -> None:
        self.tab.wait(PHASE, place, phase)

    def wait_until_idle(self, place: str) -> None:
        self.tab.wait(IDLE, place)

    def stop(self, place: str) -> None:
        self.wait_for_phase(place, "running")
        self.press(place, "stop")
        self.wait_until_idle(place)

    def check(self, name: str, code: str | None = None) -> str:
        """Check, wait for the verdict, and give the outcome."""
        place = exercise(name)
        if code is not None:
            self.write(place, code)
        self.press(place, "check")
        self.tab.wait(IDLE, place)
        return self.verdict(name)

    def verdict(self, name: str) -> str:
        return str(self.tab.evaluate(ATTRIBUTE, exercise(name), "data-verdict"))

    def result(self, name: str) -> str:
        return str(self.tab.evaluate(TEXT, f'{exercise(name)} [data-part="result"]'))

    def code(self, place: str) -> str:
        """All that the editor holds: it draws only what is in sight, so read the copy for printing."""
        return str(self.tab.evaluate(CODE, place))
