"""What all engines say to a page: functions in JavaScript, and how their answers come back."""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from web.engine import Json, PageFault

__all__ = ["Actions", "DrivenTab", "calling", "click_at", "key_presses", "poll"]

CONTROL = "\ue03d" if sys.platform == "darwin" else "\ue009"
"""The key that goes with letters for commands, as WebDriver names it."""

Actions = list[dict[str, Json]]
"""Input sources with their actions, as WebDriver and WebDriver BiDi both take them."""

POINT = """async (selector) => {
  const element = document.querySelector(selector);
  if (element === null || element.matches(":disabled")) return null;
  // What is about to become invisible, or is moving, is not where it seems to be.
  if (element.getAnimations().some(({ playState }) => playState !== "finished")) return null;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const before = element.getBoundingClientRect();
  // What comes into sight may be laid out anew: an editor measures itself only then.
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 500); });
  await frame();
  await frame();
  const box = element.getBoundingClientRect();
  if (box.top !== before.top || box.left !== before.left) return null;
  const x = Math.floor(box.left + box.width / 2);
  const y = Math.floor(box.top + Math.min(box.height, innerHeight) / 2);
  const hit = document.elementFromPoint(x, y);
  return hit !== null && (element.contains(hit) || hit.contains(element)) ? [x, y] : null;
}"""
"""Where to press, in pixels of the view; null while that can't be done."""

PASTE = """(selector, text) => {
  const element = document.querySelector(selector);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return document.execCommand("insertText", false, text);
  }
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  // Firefox takes what is pasted in its own way.
  const pasted = { clipboardData, dataType: "text/plain", data: text };
  element.dispatchEvent(new ClipboardEvent("paste", { ...pasted, bubbles: true, cancelable: true }));
  return true;
}"""
"""Puts text into what has the focus: typing it would have the editor indent and close brackets."""


class DrivenTab(ABC):
    """A page pressed and written into by mouse and keys, as WebDriver and WebDriver BiDi give them."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: Json) -> Json:
        """See `web.engine.Tab`."""

    @abstractmethod
    def act(self, actions: Actions) -> None:
        """Carry out what is done with mouse and keys."""

    def wait(self, function: str, *arguments: Json, seconds: float = 120) -> Json:
        """See `web.engine.Tab`."""
        return poll(lambda: self.evaluate(function, *arguments), function, seconds)

    def click(self, selector: str) -> None:
        """See `web.engine.Tab`."""
        point = self.wait(POINT, selector, seconds=60)
        assert isinstance(point, list)  # noqa: S101 (as POINT has it)
        self.act(click_at(*point))

    def write(self, selector: str, text: str) -> None:
        """See `web.engine.Tab`."""
        self.click(selector)
        self.act(key_presses(f"{CONTROL}a", "\ue017"))
        self.evaluate(PASTE, selector, text)


def calling(function: str) -> str:
    """A function that takes the arguments as one JSON text, and gives the result as one."""
    return (
        f"async (given) => {{ const result = await ({function})(...JSON.parse(given));"
        " return JSON.stringify(result === undefined ? null : result); }"
    )


def poll(ask: Callable[[], Json], what: str, seconds: float) -> Json:
    """Ask until the answer is true; a page that is just being left may refuse meanwhile."""
    deadline = time.monotonic() + seconds
    pause = 0.01
    while True:
        last: Json | PageFault
        try:
            last = ask()
            if last:
                return last
        except PageFault as fault:
            last = fault
        if time.monotonic() > deadline:
            shown = str(last) if isinstance(last, PageFault) else json.dumps(last)
            raise TimeoutError(f"after {seconds:g} s still {shown[:500]}: {what}")
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def click_at(x: Json, y: Json) -> Actions:
    """One press of the mouse's main button."""
    return [
        {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [
                {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
    ]


def key_presses(*chords: str) -> Actions:
    """Each chord is pressed key by key and let go of in reverse."""
    actions: list[Json] = []
    for chord in chords:
        actions += [{"type": "keyDown", "value": key} for key in chord]
        actions += [{"type": "keyUp", "value": key} for key in reversed(chord)]
    return [{"type": "key", "id": "keyboard", "actions": actions}]
