"""The built site, a plain static host for it, and real browsers."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from lesson_page import LessonPage, open_lesson
from lesson_tab import LessonTab
from plain_host import PlainHost
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import sync_playwright

from web.browser import VARIABLES
from web.engine import ENGINES, Browser, EngineName, launch
from web.engine_chromium import QUIET

ROOT = Path(__file__).parents[2]


def pytest_configure() -> None:
    """Whoever ends the tests wants their browsers ended too."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a browser that is not to be tested; `build.py test` says so at its end."""
    if not any(variable in os.environ for variable in VARIABLES.values()):
        # Nobody has said what there is: then the tests say what is missing.
        return
    there = [name for name in ENGINES if VARIABLES[name] in os.environ]
    left_out = [item for item in items if not set(_needed(item)).issubset(there)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def _needed(item: pytest.Item) -> list[str]:
    if not isinstance(item, pytest.Function):
        return []
    if hasattr(item, "callspec") and "engine" in item.callspec.params:
        return [str(item.callspec.params["engine"])]
    return ["chromium"] if "chromium" in item.fixturenames else []


def program_of(name: EngineName) -> Path:
    program = os.environ.get(VARIABLES[name])
    assert program, f"No browser is named in {VARIABLES[name]}: run the tests by `build.py test`."
    return Path(program)


@pytest.fixture(scope="session")
def site() -> Path:
    folder = Path(os.environ.get("PRUEFSTAND_SITE", ROOT / "site"))
    assert (folder / "index.html").is_file(), "There is no site/ to test: run the tests by `build.py test`."
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[PlainHost]:
    with PlainHost(site) as serving:
        yield serving


# --- Chromium, by Playwright ------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    program = program_of("chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=[*QUIET])
        yield started
        started.close()


@pytest.fixture
def lesson(chromium: Chromium, host: PlainHost) -> Iterator[LessonPage]:
    """The lesson with Python ready, in a browser profile that knows nothing of it yet."""
    with open_lesson(chromium, f"{host.address}/metriken/index.html") as page:
        page.wait_until_ready()
        yield page
        assert page.complaints == [], "the page logged errors"
        assert page.foreign(host.address) == [], "the page asked somebody else for something"


# --- all three --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Engine:
    """A browser that all its tests share."""

    name: EngineName
    browser: Browser


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    name: EngineName = request.param
    with launch(name, program=program_of(name)) as browser:
        yield Engine(name, browser)


@pytest.fixture(scope="session")
def engine_host(site: Path) -> Iterator[PlainHost]:
    with PlainHost(site) as serving:
        yield serving


@pytest.fixture(scope="session")
def open_tab(engine: Engine, engine_host: PlainHost) -> Iterator[LessonTab]:
    tab = LessonTab(engine.browser, f"{engine_host.address}/metriken/index.html")
    yield tab
    tab.tab.close()


@pytest.fixture
def tab(open_tab: LessonTab) -> LessonTab:
    """The lesson with Python ready; what tests before have typed may still stand in it."""
    calm = (
        "() => document.documentElement.dataset.python === 'ready' && !document.querySelector('[data-busy]')"
    )
    if not open_tab.tab.evaluate(calm):
        open_tab.reload()
    open_tab.wait_until_ready()
    return open_tab
