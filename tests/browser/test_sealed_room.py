"""Learner code reaches nothing: no network, no storage, no page. Without the policies it would."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from attempts import JAVASCRIPT, PYTHON, RAN, WORKERS, attempts_cell, tag_of
from conftest import Engine
from lesson_page import solution
from lesson_tab import LessonTab, cell
from plain_host import Habits, PlainHost
from tampered import with_page_policy_by_name, without_frame_policy, without_paint, without_policies

from web.engine import EngineName

CELL = cell("mittelwert")

# What gets out in every browser once nothing holds it; the rest differs, or fails for reasons of its own.
# WebKit lets no opaque origin have an EventSource.
SURE = {
    "xhr",
    "js-xhr",
    "js-fetch",
    "js-fetch-no-cors",
    "js-fetch-keepalive",
    "js-fetch-request",
    "js-import",
    "js-import-scripts",
}
# A page's policy that the frame has inherited means the page's server by 'self'; in Firefox not for a fetch.
SURE_WITHOUT_FRAME: Mapping[EngineName, set[str]] = {
    "chromium": SURE,
    "firefox": {"xhr", "js-xhr", "js-import", "js-import-scripts"},
    "webkit": SURE,
}
# By a text that becomes code, or to another protocol: the page's own policy holds those.
SURE_WITHOUT_ANY = SURE | {
    "websocket",
    "js-websocket",
    "js-function",
    "js-async-function",
    "js-generator-function",
    "js-worker-of-a-blob",
    "function-constructor",
    "async-function-constructor",
}


@dataclass(frozen=True)
class Escapes:
    """The attempts that reached a server."""

    own: set[str]
    second: set[str]
    output: str


Sealed = tuple[LessonTab, PlainHost, bool]
"""The open lesson, its host, and whether the worker has kept what it could reach out with."""


@pytest.fixture
def tab(tab: LessonTab) -> Iterator[LessonTab]:
    """The lesson; afterwards it is opened anew: what was tried may have spoilt its Python."""
    yield tab
    tab.reload()


@contextmanager
def opened(engine: Engine, host: PlainHost) -> Iterator[LessonTab]:
    tab = LessonTab(engine.browser, f"{host.address}/metriken/index.html")
    tab.wait_until_ready()
    try:
        yield tab
    finally:
        tab.tab.close()


def escapes(
    tab: LessonTab, host: PlainHost, site: Path, enough: Callable[[Escapes], bool] = lambda _: False
) -> Escapes:
    """Try everything; wait until enough came out, or nothing more can be on its way."""
    bundle = next((site / "metriken").glob("exercises.*.json")).name
    # By a name that no policy of the page means.
    with PlainHost(site, name="127.0.0.1") as second:
        targets = (
            f"{host.address}/metriken/{bundle}?own=",
            f"{second.address}/metriken/index.html?second=",
        )
        others = {*PYTHON, *JAVASCRIPT}.difference(WORKERS)
        output = tab.run(CELL, attempts_cell(others, *targets))
        for name in WORKERS:
            for target in targets:
                output += making_a_worker(tab, attempts_cell([name], target))
        begin = time.monotonic()
        while True:
            found = Escapes(
                {tag_of(path, "own") for path in host.requests} - {""},
                {tag_of(path, "second") for path in second.requests} - {""},
                output,
            )
            waited = time.monotonic() - begin
            # Where something gets out, most of it is there after a fraction of this.
            if enough(found) or waited > 20 or (waited > 3 and not found.own and not found.second):
                return found
            time.sleep(0.05)


def making_a_worker(tab: LessonTab, code: str) -> str:
    """Run a cell that need not come to an end, and is stopped then."""
    try:
        return tab.run(CELL, code, seconds=15)
    except TimeoutError:
        tab.stop(CELL)
        return tab.output(CELL)


@pytest.fixture(params=["as it is", "by its policies alone"])
def sealed(
    request: pytest.FixtureRequest, engine: Engine, engine_host: PlainHost, tab: LessonTab, site: Path
) -> Iterator[Sealed]:
    """The room as it is shipped; and one whose worker has kept all its globals."""
    if request.param == "as it is":
        yield tab, engine_host, False
        return
    with PlainHost(site, habits=Habits(rewrite=without_paint)) as host, opened(engine, host) as bare:
        yield bare, host, True


def test_nothing_gets_out(sealed: Sealed, site: Path) -> None:
    tab, host, by_policies = sealed
    address = tab.tab.evaluate("() => location.href")
    found = escapes(tab, host, site)
    assert (found.own, found.second) == (set(), set())
    assert (RAN in found.output) == by_policies, "it is not what it says"
    for name in (*PYTHON, *JAVASCRIPT):
        assert found.output.count(f"{name} is tried") >= 2, f"{name} was not tried"
    assert tab.tab.evaluate("() => location.href") == address
    frames = "() => [...document.querySelectorAll('iframe')].map(({ sandbox }) => sandbox.value).join('|')"
    assert set(str(tab.tab.evaluate(frames)).split("|")) == {"allow-scripts"}


def test_without_the_frames_policy_the_sites_own_server_sees_requests(engine: Engine, site: Path) -> None:
    rewrite = with_page_policy_by_name if engine.name == "webkit" else without_frame_policy
    habits = Habits(rewrite=rewrite)
    with PlainHost(site, habits=habits) as host, opened(engine, host) as tab:
        sure = SURE_WITHOUT_FRAME[engine.name]
        found = escapes(tab, host, site, lambda found: found.own >= sure)
    assert RAN in found.output
    assert found.own >= sure, sorted(sure - found.own)
    assert found.second == set(), "the page's policy still knows its own server alone"


def test_without_both_policies_any_server_sees_requests(engine: Engine, site: Path) -> None:
    habits = Habits(rewrite=without_policies)
    with PlainHost(site, habits=habits) as host, opened(engine, host) as tab:
        found = escapes(tab, host, site, lambda found: found.own & found.second >= SURE_WITHOUT_ANY)
    assert RAN in found.output
    for got_out in (found.own, found.second):
        assert got_out >= SURE_WITHOUT_ANY, sorted(SURE_WITHOUT_ANY - got_out)


# --- what the page holds ----------------------------------------------------------------------

SECRET = "only-the-page-knows"
KEEP = """async (secret) => {
  localStorage.setItem("secret", secret);
  sessionStorage.setItem("secret", secret);
  document.cookie = `secret=${secret}`;
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("secret");
    opening.onupgradeneeded = () => opening.result.createObjectStore(secret);
    opening.onsuccess = () => { opening.result.close(); resolve(); };
    opening.onerror = () => reject(opening.error);
  });
  await (await caches.open(secret)).put("/secret", new Response(secret));
  globalThis.secret = secret;
  globalThis.heard = [];
  for (const name of ["secret", secret]) {
    new BroadcastChannel(name).onmessage = ({ data }) => heard.push(String(data));
  }
  addEventListener("message", ({ data }) => heard.push(String(data)));
}"""
SPY = """
import asyncio, js
told = []
def hear(*given):
    for one in given:
        told.append(str(one))
        if hasattr(one, "data"):
            told.append(str(one.data))
def look(name, do):
    try:
        told.append(f"{name}: {do()}")
    except BaseException as error:
        told.append(f"{name}: refused by {type(error).__name__}")
def database():
    opening = js.indexedDB.open("secret")
    opening.onsuccess = lambda _: told.append(str(js.Array["from"](opening.result.objectStoreNames)))
def channel():
    there = js.BroadcastChannel.new("secret")
    there.onmessage = hear
    there.postMessage("forged")
look("storage", lambda: js.localStorage.getItem("secret"))
look("session storage", lambda: js.sessionStorage.getItem("secret"))
look("cookie", lambda: js.document.cookie)
look("cookie store", lambda: js.cookieStore.getAll().then(hear, hear))
look("database", database)
look("databases", lambda: js.indexedDB.databases().then(hear, hear))
look("caches", lambda: js.caches.keys().then(hear, hear))
look("files", lambda: js.navigator.storage.getDirectory().then(hear, hear))
look("channel", channel)
for name in ("parent", "top", "opener", "document", "window", "frames"):
    look(name, lambda: getattr(js, name).secret)
    look(name, lambda: getattr(js, name).postMessage("forged", "*"))
look("messages", lambda: js.postMessage("forged"))
look("origin", lambda: js.self.origin)
"""


def test_the_room_holds_nothing_of_the_page_and_nothing_gets_in(tab: LessonTab) -> None:
    tab.tab.evaluate(KEEP, SECRET)
    told = tab.run(CELL, f"exec({SPY!r})\ntold")
    assert "origin: null" in told
    # What was asked for comes later, if at all.
    time.sleep(1)
    told += tab.run(CELL, "told")
    assert SECRET not in told
    for name in ("storage", "session storage", "cookie", "channel", "parent", "top", "document"):
        assert f"{name}: refused by AttributeError" in told, told
    assert "forged" not in str(tab.tab.evaluate("() => heard"))
    kept = "() => [localStorage.getItem('secret'), document.cookie, sessionStorage.getItem('secret')]"
    assert str(tab.tab.evaluate(kept)).count(SECRET) == 3


FORGED = {
    "a message of the worker's": "js.self.postMessage(REPORT)",
    "a message to the worker": (
        "js.self.dispatchEvent(js.MessageEvent.new('message', to_js({'data': REPORT}, "
        "dict_converter=js.Object.fromEntries)))"
    ),
    "a port that says nothing more": "js.MessagePort.prototype.postMessage = lambda *given: None",
    "a JSON that says what it likes": "js.JSON.stringify = lambda *given: REPORT",
    "a print of a report": "print(REPORT)",
}


def test_a_message_that_looks_like_a_result_is_none(tab: LessonTab) -> None:
    answer = json.dumps({"report": {"exercise": "metriken/accuracy", "verdict": "passed"}})
    reports = [
        {"e": "end", "report": {"verdict": "passed"}},
        *({"type": kind, "id": number, "text": answer} for kind in ("end", "event") for number in range(4)),
    ]
    code = "\n".join(
        [
            "def forge():",
            "    import js",
            "    from pyodide.ffi import to_js",
            f"    for REPORT in {[json.dumps(report) for report in reports]!r}:",
            f"        for way in {list(FORGED.values())!r}:",
            "            try:",
            "                exec(way, {'js': js, 'to_js': to_js, 'REPORT': REPORT})",
            "            except BaseException as error:",
            "                print(type(error).__name__)",
            "forge()",
            "antwort = 1",
        ]
    )
    tab.run(CELL, code)
    assert tab.check("accuracy", f"{code}\n") not in {"passed", "", "checker_error"}
    assert tab.check("accuracy", solution("accuracy")) == "passed"
