"""A browser that the bench can drive and that is none: it tells what it was told, and answers at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from web.bench_scripts import CHECK, PYTHON, RESTART, START, STOP
from web.engine import Json, Tab

START_TIMES: dict[str, Json] = {"ready": 500, "painted": 40, "script": 60, "start": "snapshot"}

ANSWERS: Mapping[str, Json] = {
    PYTHON: {"python": "ready", "words": ""},
    START: START_TIMES,
    RESTART: 2000,
    STOP: 20,
    CHECK: {"milliseconds": 35, "verdict": "passed"},
}


@dataclass
class FakeTab:
    """Answers a function from the table, else with true."""

    answers: Mapping[str, Json]
    log: list[str]

    def open(self, url: str) -> None:
        self.log.append(f"open {url.split('/', 3)[3]}")

    def evaluate(self, function: str, *arguments: Json) -> Json:
        try:
            return self.answers[function]
        except KeyError:
            return True

    def wait(self, function: str, *arguments: Json, seconds: float = 120) -> Json:
        return self.evaluate(function)

    def click(self, selector: str) -> None:
        self.log.append(f"click {selector}")

    def write(self, selector: str, text: str) -> None:
        self.log.append(f"write {selector}: {text}")

    def close(self) -> None:
        self.log.append("close")


@dataclass
class FakeBrowser:
    """It has no processes, so it is always at rest."""

    answers: Mapping[str, Json] = field(default_factory=lambda: ANSWERS)
    log: list[str] = field(default_factory=list)
    version: str = "1.0"

    def tab(self) -> Tab:
        return FakeTab(self.answers, self.log)

    def processes(self) -> list[int]:
        return []
