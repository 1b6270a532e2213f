"""The site works on any static host: whatever its path, its headers, its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from conftest import Engine, program_of
from lesson_page import mistake, solution
from lesson_tab import LessonTab, cell
from plain_host import Habits, PlainHost

from web.engine import Browser, launch

PATH = "/schule/kurs-7"
FORBIDS_FRAMES = {"X-Frame-Options": "DENY", "Content-Security-Policy": "frame-ancestors 'none'"}
OLD = Habits(knows_new_types=False)
BAD: Mapping[str, Habits] = {
    "below a path": Habits(),
    "knows no new types": OLD,
    "packs all that it sends": Habits(encodes="always"),
    "calls encoded what is packed": Habits(encodes="labels"),
    "forbids frames in the old way": Habits(headers={"X-Frame-Options": "DENY"}),
    "forbids frames": Habits(headers=FORBIDS_FRAMES),
}
# What Chromium takes for a name of this machine, and not for a secure context.
NAME = "pruefstand.test"
NAMES = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[LessonTab]:
    tab = LessonTab(browser, f"{address}/metriken/index.html")
    try:
        tab.wait_until_ready()
        yield tab
    finally:
        tab.tab.close()


def works(tab: LessonTab, host: PlainHost) -> None:
    """Python has started from its snapshot, runs a cell, and tells a right attempt from a wrong one."""
    assert tab.tab.evaluate("() => document.documentElement.dataset.start") == "snapshot"
    # Beyond what is in the snapshot: the standard library has come too.
    assert "42" in tab.run(cell("mittelwert"), "import colorsys, wave\n6 * 7")
    assert tab.check("accuracy", mistake_of("accuracy")) != "passed"
    assert tab.check("accuracy", solution("accuracy")) == "passed"
    foreign = [path for path in host.requests if not path.startswith(host.prefix) and path != "/favicon.ico"]
    assert foreign == []


def mistake_of(exercise: str) -> str:
    folder = Path(__file__).parents[2] / "exercises" / "metriken" / exercise / "mistakes"
    return mistake(exercise, min(file.stem for file in folder.glob("*.py")))


@pytest.mark.parametrize("engine", ["chromium"], indirect=True)
@pytest.mark.parametrize("habits", BAD.values(), ids=BAD)
def test_a_host_with_one_bad_habit_is_good_enough(engine: Engine, site: Path, habits: Habits) -> None:
    with PlainHost(site, prefix=PATH, habits=habits) as host, opened(engine.browser, host.address) as tab:
        works(tab, host)
        assert bool(host.encoded) == (habits.encodes != "never"), "the host did not do what it is to do"


@pytest.mark.parametrize("encodes", ["always", "labels"])
def test_a_host_with_all_bad_habits_is_good_enough_in_every_browser(
    engine: Engine, site: Path, encodes: Literal["always", "labels"]
) -> None:
    habits = replace(OLD, encodes=encodes, headers=FORBIDS_FRAMES)
    with PlainHost(site, prefix=PATH, habits=habits) as host, opened(engine.browser, host.address) as tab:
        works(tab, host)
        assert host.encoded != []


@pytest.mark.parametrize("engine", ["chromium"], indirect=True)
def test_over_http_under_a_name_that_is_not_localhost_it_works_without_a_secure_context(
    engine: Engine, site: Path
) -> None:
    with (
        PlainHost(site, prefix=PATH) as host,
        launch(engine.name, program=program_of(engine.name), options=[NAMES]) as browser,
        opened(browser, host.address.replace("localhost", NAME)) as tab,
    ):
        assert tab.tab.evaluate("() => isSecureContext") is False
        assert tab.tab.evaluate("() => 'caches' in self || crypto.subtle !== undefined") is False
        works(tab, host)
