"""What the bench calls inside the pages, in Node beside stand-ins for what a page has."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from web.bench_scripts import CHECK, PYTHON, START
from web.engine import Json
from web.node import find_node
from web.process import run_process

PAGE = """
const given = %s;
const entries = new Map(given.entries ?? []);
globalThis.document = {
  documentElement: { dataset: given.dataset ?? {} },
  scripts: given.scripts ?? [],
};
globalThis.performance = {
  getEntriesByName: (name) => (entries.has(name) ? [entries.get(name)] : []),
  getEntriesByType: () => [{ domInteractive: given.interactive ?? 0 }],
};
Promise.resolve((%s)()).then((found) => console.log(JSON.stringify(found ?? null)));
"""

VERDICTS = """
let now = 1000;
let changed = null;
const section = {
  dataset: { verdict: "wrong" },
  querySelector: () => ({
    click() {
      // The earlier verdict goes first, the new one comes 30 ms later.
      for (const verdict of ["", "passed"]) {
        section.dataset.verdict = verdict;
        if (verdict !== "") now += 30;
        changed?.();
      }
    },
  }),
};
globalThis.document = { getElementById: (id) => (id === "exercise-accuracy" ? section : null) };
globalThis.performance = { now: () => now };
globalThis.MutationObserver = class {
  constructor(callback) { this.callback = callback; }
  observe(watched) { if (watched === section) changed = this.callback; }
  disconnect() { changed = null; }
};
(%s)("accuracy").then((found) => console.log(JSON.stringify(found)));
"""


def evaluate(script: str) -> Json:
    done = run_process([find_node().program, "--eval", script], seconds=60)
    assert done.ok, done.output
    answer: Json = json.loads(done.output)
    return answer


def on_page(
    function: str,
    *,
    entries: Mapping[str, Mapping[str, float]] | None = None,
    scripts: Sequence[Mapping[str, Json]] = (),
    interactive: float = 0,
    dataset: Mapping[str, str] | None = None,
) -> Json:
    given = {
        "entries": list((entries or {}).items()),
        "scripts": scripts,
        "interactive": interactive,
        "dataset": dataset or {},
    }
    return evaluate(PAGE % (json.dumps(given), function))


def script(src: str, kind: str) -> dict[str, Json]:
    return {"src": src, "type": "", "defer": kind == "defer", "async": kind == "async"}


def first_script(*scripts: dict[str, Json], mark: float | None = None) -> Json:
    """When the first one ran, of `a.js` that came after 80 ms, `b.js` after 300; the document after 200."""
    entries = {"a.js": {"responseEnd": 80.0}, "b.js": {"responseEnd": 300.0}}
    if mark is not None:
        entries["page-script"] = {"startTime": mark}
    found = on_page(START, entries=entries, scripts=scripts, interactive=200)
    assert isinstance(found, Mapping)
    return found["script"]


def test_the_marks_of_a_start_are_read() -> None:
    found = on_page(
        START,
        entries={"python-ready": {"startTime": 900}, "first-contentful-paint": {"startTime": 70}},
        dataset={"start": "snapshot"},
    )
    assert found == {"ready": 900, "painted": 70, "script": None, "start": "snapshot"}


def test_a_page_without_marks_has_none() -> None:
    assert on_page(START) == {"ready": None, "painted": None, "script": None, "start": ""}


def test_a_script_runs_once_it_has_come_and_a_deferred_one_not_before_the_document_is_read() -> None:
    assert first_script(script("a.js", "defer")) == 200
    assert first_script(script("b.js", "defer")) == 300
    assert first_script(script("a.js", "async")) == 80
    assert first_script(script("b.js", "defer"), script("a.js", "async")) == 80


def test_what_only_holds_data_is_no_script() -> None:
    data: dict[str, Json] = {"src": "a.js", "type": "application/json", "defer": False, "async": False}
    assert first_script(data, script("b.js", "defer")) == 300


def test_the_mark_of_the_page_is_more_than_a_guess() -> None:
    assert first_script(script("a.js", "async"), mark=150) == 150


@pytest.mark.parametrize(
    ("dataset", "found"),
    [
        ({"python": "loading"}, None),
        ({}, None),
        ({"python": "ready"}, {"python": "ready", "words": ""}),
        ({"python": "failed", "words": "no wasm"}, {"python": "failed", "words": "no wasm"}),
    ],
)
def test_the_start_ends_in_one_way_or_the_other(dataset: dict[str, str], found: Json) -> None:
    assert on_page(PYTHON, dataset=dataset) == found


def test_a_verdict_that_is_only_taken_away_is_none() -> None:
    assert evaluate(VERDICTS % CHECK) == {"milliseconds": 30, "verdict": "passed"}
