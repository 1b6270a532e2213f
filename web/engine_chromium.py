"""Chromium, by Playwright."""

from __future__ import annotations

import json
import os
import shlex
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import BrowserContext, Error, Page, sync_playwright
from playwright.sync_api import TimeoutError as Late

from web.engine import Browser, BrowserGone, Json, PageFault, Tab
from web.engine_page import calling, poll
from web.family import Family
from web.faults import HostFault

__all__ = ["QUIET", "launch_chromium"]

QUIET = ("--no-sandbox", "--disable-background-networking", "--disable-component-update")
"""For tests: root can't have Chromium's sandbox, and nothing is to be fetched but what a test asks for."""

T = TypeVar("T")


class _Desk:
    """One thread for all of Playwright: it allows no second instance in a thread, and knows few deadlines."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._pool = ThreadPoolExecutor(1, "chromium")

    def do(self, work: Callable[[], T], seconds: float | None = None) -> T:
        coming: Future[T] = self._pool.submit(work)
        try:
            return coming.result(self.patience if seconds is None else seconds)
        except Late as late:
            raise TimeoutError(str(late)) from None
        except TimeoutError:
            raise TimeoutError(
                f"Chromium's page did not answer within {seconds or self.patience:g} s"
            ) from None
        except Error as error:
            # "Target crashed", "Target page, context or browser has been closed"
            if "Target" in error.message or "Connection closed" in error.message:
                raise BrowserGone(error.message) from None
            raise PageFault(error.message) from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Tab:
    def __init__(self, page: Page, desk: _Desk) -> None:
        self._page = page
        self._desk = desk

    def open(self, url: str) -> None:
        self._desk.do(
            lambda: self._page.goto(url, wait_until="domcontentloaded", timeout=self._desk.patience * 1000)
        )

    def evaluate(self, function: str, *arguments: Json) -> Json:
        given = json.dumps(arguments)
        answer: Json = json.loads(self._desk.do(lambda: self._page.evaluate(calling(function), given)))
        return answer

    def wait(self, function: str, *arguments: Json, seconds: float = 120) -> Json:
        return poll(lambda: self.evaluate(function, *arguments), function, seconds)

    def click(self, selector: str) -> None:
        self._desk.do(lambda: self._page.click(selector, timeout=self._desk.patience * 1000))

    def write(self, selector: str, text: str) -> None:
        self.click(selector)
        keyboard = self._page.keyboard
        self._desk.do(lambda: keyboard.press("ControlOrMeta+a"))
        self._desk.do(lambda: keyboard.press("Delete"))
        self._desk.do(lambda: keyboard.insert_text(text))

    def close(self) -> None:
        self._desk.do(self._page.close)


class _Browser:
    def __init__(self, context: BrowserContext, version: str, desk: _Desk, family: Family) -> None:
        self._context = context
        self._desk = desk
        self._family = family
        self.version = version

    def tab(self) -> Tab:
        return _Tab(self._desk.do(self._context.new_page), self._desk)

    def processes(self) -> list[int]:
        return self._family.members()


@contextmanager
def launch_chromium(
    program: Path, *, profile: Path | None, prefix: Sequence[str], options: Sequence[str], patience: float
) -> Iterator[Browser]:
    """See `web.engine.launch`."""
    desk, family = _Desk(patience), Family()
    with tempfile.TemporaryDirectory(prefix="pruefstand-", ignore_cleanup_errors=True) as scratch:
        starter = _starter(program, prefix, Path(scratch)) if prefix else program
        playwright = desk.do(sync_playwright().start)
        try:
            try:
                context = desk.do(
                    lambda: playwright.chromium.launch_persistent_context(
                        profile or Path(scratch) / "profile",
                        executable_path=starter,
                        args=[*QUIET, *options],
                        env={**os.environ, **family.mark},
                        handle_sigint=False,
                    )
                )
            except (PageFault, BrowserGone, TimeoutError) as fault:
                raise HostFault(f"{program} does not start as Chromium: {fault}") from None
            yield _Browser(context, context.browser.version if context.browser else "?", desk, family)
            with suppress(BrowserGone, PageFault, TimeoutError):
                desk.do(context.close, 10)
        finally:
            # First the browser: what still waits for it comes to an end then.
            family.end()
            with suppress(BrowserGone, PageFault, TimeoutError):
                desk.do(playwright.stop, 10)
            desk.close()


def _starter(program: Path, prefix: Sequence[str], folder: Path) -> Path:
    """A script in the place of the browser: Playwright takes no words before it."""
    script = folder / "chromium"
    script.write_text(f'#!/bin/sh\nexec {shlex.join([*prefix, str(program)])} "$@"\n', "utf-8")
    script.chmod(0o755)
    return script
