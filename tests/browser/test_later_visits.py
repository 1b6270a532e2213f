"""A later visit: what Python starts from is kept in the browser, unpacked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from conftest import Engine
from lesson_page import solution
from lesson_tab import LessonTab, cell
from plain_host import Habits, PlainHost

CELL = cell("mittelwert")
# Nothing comes from the browser's cache of what it was sent.
FORGETFUL = Habits(headers={"Cache-Control": "no-store"})
KEPT = ("pyodide", "snapshot", "worker")

NAMES = """async () => {
  const all = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) all.push(url);
  }
  return all;
}"""
# The first gets the beginning of a file's name, the second also the function that makes new bytes of old.
REPLACE = """async (start, change) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!url.includes(`/python/${start}.`)) continue;
      const old = new Uint8Array(await (await cache.match(url)).arrayBuffer());
      await cache.put(url, new Response(change === "shorter" ? old.slice(1) : old.fill(255)));
    }
  }
}"""
HOLD = """async () => {
  globalThis.held = [];
  for (const name of await caches.keys()) globalThis.held.push(await caches.open(name));
}"""
ADD = """async (url) => {
  const [name] = await caches.keys();
  await (await caches.open(name)).put(url, new Response("of an earlier build"));
}"""


class Visits:
    """
    One visit after the other, each in a tab of its own. The earlier ones stay open: WebKit under WebDriver
    browses in private, where what a page keeps goes away with the last page that holds it.
    """

    def __init__(self, engine: Engine, host: PlainHost) -> None:
        self._browser = engine.browser
        self._host = host
        self._tabs: list[LessonTab] = []

    @property
    def tab(self) -> LessonTab:
        """The latest."""
        return self._tabs[-1]

    @property
    def address(self) -> str:
        return self._host.address

    def next(self) -> tuple[object, list[str]]:
        """How Python started, and which of its first files were sent."""
        self._host.requests.clear()
        self._tabs.append(LessonTab(self._browser, f"{self._host.address}/metriken/index.html"))
        self.tab.wait_until_ready()
        start = self.tab.tab.evaluate("() => document.documentElement.dataset.start")
        sent = {path.rpartition("/")[2].partition(".")[0] for path in self._host.requests}
        return start, sorted(sent.intersection(KEPT))

    def wait_until_kept(self, *names: str) -> None:
        limit = time.monotonic() + 30
        while (found := self._kept()) != list(names):
            assert time.monotonic() < limit, f"kept is {found}"
            time.sleep(0.1)
        self.tab.tab.evaluate(HOLD)

    def close(self) -> None:
        for tab in self._tabs:
            tab.tab.close()

    def _kept(self) -> list[str]:
        urls = self.tab.tab.evaluate(NAMES)
        assert isinstance(urls, list)
        assert all("/kurs/python/" in url for url in urls)
        return sorted(url.rpartition("/")[2].partition(".")[0] for url in urls)


@pytest.fixture
def visits(engine: Engine, site: Path) -> Iterator[Visits]:
    """After a first one, which has kept all there is to keep."""
    with PlainHost(site, prefix="/kurs", habits=FORGETFUL) as host, closing(Visits(engine, host)) as visits:
        assert visits.next() == ("snapshot", [*KEPT])
        visits.wait_until_kept(*KEPT)
        yield visits


def test_a_later_visit_starts_from_what_was_kept(visits: Visits) -> None:
    assert visits.next() == ("snapshot", [])
    assert "42" in visits.tab.run(CELL, "import colorsys\n6 * 7")
    assert visits.tab.check("accuracy", solution("accuracy")) == "passed"


@pytest.mark.parametrize("part", KEPT)
def test_what_was_kept_cut_off_is_fetched_anew(visits: Visits, part: str) -> None:
    visits.tab.tab.evaluate(REPLACE, part, "shorter")
    assert visits.next() == ("snapshot", [part])
    visits.wait_until_kept(*KEPT)
    assert visits.next() == ("snapshot", [])


def test_a_damaged_snapshot_costs_one_slow_start(visits: Visits) -> None:
    visits.tab.tab.evaluate(REPLACE, "snapshot", "damaged")
    assert visits.next() == ("ordinary", [])
    visits.wait_until_kept()
    assert visits.next() == ("snapshot", [*KEPT])
    assert visits.tab.check("accuracy", solution("accuracy")) == "passed"


def test_the_files_of_an_earlier_build_are_thrown_away(visits: Visits) -> None:
    visits.tab.tab.evaluate(ADD, f"{visits.address}/python/older.0123.bin")
    visits.wait_until_kept("older", *KEPT)
    assert visits.next() == ("snapshot", [])
    visits.wait_until_kept(*KEPT)
