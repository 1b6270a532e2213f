"""The built site, a plain static host for it, and a real Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from lesson_page import LessonPage, open_lesson
from plain_host import PlainHost
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site() -> Path:
    folder = ROOT / "site"
    assert (folder / "index.html").is_file(), "There is no site/ to test: run the tests by `build.py test`."
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = os.environ.get("PRUEFSTAND_BROWSER")
    assert program, "No browser is named in PRUEFSTAND_BROWSER: run the tests by `build.py test`."
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
        )
        yield started
        started.close()


@pytest.fixture
def host(site: Path) -> Iterator[PlainHost]:
    with PlainHost(site) as serving:
        yield serving


@pytest.fixture
def lesson(browser: Browser, host: PlainHost) -> Iterator[LessonPage]:
    """The lesson with Python ready, in a browser profile that knows nothing of it yet."""
    with open_lesson(browser, f"{host.address}/metriken/index.html") as page:
        page.wait_until_ready()
        yield page
        assert page.complaints == [], "the page logged errors"
        assert page.foreign(host.address) == [], "the page asked somebody else for something"
