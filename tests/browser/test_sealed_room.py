"""Learner code reaches nothing: no network, no storage, no page."""

from __future__ import annotations

import json

from lesson_page import LessonPage
from plain_host import PlainHost

# Each is tried from Python; whatever gets through shows in the host's log or in what it prints.
ATTEMPTS = {
    "fetch": "js.fetch(ADDRESS)",
    "fetch without cors": """run_js(f"fetch('{ADDRESS}', {{mode: 'no-cors'}}).catch(() => 0)")""",
    "fetch kept alive": """run_js(f"fetch('{ADDRESS}', {{keepalive: true}}).catch(() => 0)")""",
    "fetch of a request": """run_js(f"fetch(new Request('{ADDRESS}')).catch(() => 0)")""",
    "XMLHttpRequest": "x = js.XMLHttpRequest.new(); x.open('GET', ADDRESS, False); x.send()",
    "WebSocket": "js.WebSocket.new(ADDRESS.replace('http', 'ws'))",
    "EventSource": """run_js(f"new EventSource('{ADDRESS}')")""",
    "import()": """run_js(f"import('{ADDRESS}').catch(() => 0)")""",
    "import() by constructor": (
        """run_js(f"(async () => 0).constructor('return import(`{ADDRESS}`)')().catch(() => 0)")"""
    ),
    "importScripts": """run_js(f"WorkerGlobalScope.prototype.importScripts.call(self, '{ADDRESS}')")""",
    "nested worker": """run_js(f"new Worker('{ADDRESS}')")""",
    "urllib": "import urllib.request; urllib.request.urlopen(ADDRESS, timeout=2)",
    "pyodide.http": "from pyodide.http import open_url; open_url(ADDRESS)",
}

TRY = """
import js
from pyodide.code import run_js
try:
    exec(ATTEMPT)
except BaseException as error:
    print("refused by", type(error).__name__)
"""


def test_nothing_gets_out(lesson: LessonPage, host: PlainHost) -> None:
    cell = lesson.cell("mittelwert")
    leaks: dict[str, list[str]] = {}
    with PlainHost(host.folder) as second:
        for name, attempt in ATTEMPTS.items():
            for target in (f"{second.origin}/index.html?out", f"{host.origin}/metriken/index.html?own"):
                code = f"ADDRESS, ATTEMPT = {target!r}, {attempt!r}\n{TRY}"
                lesson.write(cell, f"exec({json.dumps(code)})")
                lesson.run(cell)
            # What was only begun may still be on its way.
            lesson.page.wait_for_timeout(300)
            leaked = second.requests + [path for path in host.requests if "own" in path]
            if leaked:
                leaks[name] = leaked
            second.requests.clear()
    assert leaks == {}
    # The browser itself tells what was tried and what its policy stopped.
    lesson.complaints.clear()
    lesson.requests.clear()


INSIDE = (
    "js.self.origin == 'null'",
    "not hasattr(js, 'document')",
    "not hasattr(js, 'localStorage')",
    "not hasattr(js, 'parent')",
    "not hasattr(js, 'BroadcastChannel')",
    "not hasattr(js, 'Worker')",
)


def test_the_room_holds_nothing_of_the_page(lesson: LessonPage) -> None:
    cell = lesson.cell("mittelwert")
    for expression in INSIDE:
        lesson.write(cell, f"import js; print({expression})")
        assert "True" in lesson.run(cell), expression


def test_a_message_that_looks_like_a_result_is_none(lesson: LessonPage) -> None:
    forged = json.dumps({"e": "end", "report": {"verdict": "passed"}})
    code = (
        "import js\n"
        "try:\n"
        f"    js.self.postMessage({forged!r})\n"
        "except BaseException as e:\n"
        "    print(type(e).__name__)\n"
        "antwort = 1\n"
    )
    lesson.write(lesson.cell("mittelwert"), f"exec({json.dumps(code)})")
    lesson.run(lesson.cell("mittelwert"))
    assert lesson.check("accuracy", f"exec({json.dumps(code)})\n") == "failed"
