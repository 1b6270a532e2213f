"""Firefox, by WebDriver BiDi: no driver program stands between."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from web.bidi import Bidi, connected
from web.engine import Browser, BrowserGone, Json, PageFault, Tab
from web.engine_page import Actions, DrivenTab, calling
from web.family import Family
from web.faults import HostFault

__all__ = ["launch_firefox"]

_QUIET: Mapping[str, Json] = {
    # Nothing is to be fetched but what a test asks for, and no page to be shown but its own.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.disablePrefetch": True,
    # A server that has refused a WebSocket is tried again at once.
    "network.websocket.delay-failed-reconnects": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}

START_LIMIT = 60.0


class _Tab(DrivenTab):
    def __init__(self, bidi: Bidi) -> None:
        self._bidi = bidi
        created = bidi.command("browsingContext.create", {"type": "tab"})
        self._context: str = created["context"]

    def open(self, url: str) -> None:
        where = {"context": self._context, "url": url, "wait": "interactive"}
        self._bidi.command("browsingContext.navigate", where)

    def evaluate(self, function: str, *arguments: Json) -> Json:
        given: Json = {"type": "string", "value": json.dumps(arguments)}
        call: dict[str, Json] = {
            "functionDeclaration": calling(function),
            "awaitPromise": True,
            "target": {"context": self._context},
            "arguments": [given],
        }
        said = self._bidi.command("script.callFunction", call)
        if said["type"] != "success":
            raise PageFault(said["exceptionDetails"]["text"])
        answer: Json = json.loads(said["result"]["value"])
        return answer

    def close(self) -> None:
        self._bidi.command("browsingContext.close", {"context": self._context})

    def act(self, actions: Actions) -> None:
        self._bidi.command("input.performActions", {"context": self._context, "actions": actions})


class _Browser:
    def __init__(self, bidi: Bidi, version: str, family: Family) -> None:
        self._bidi = bidi
        self._family = family
        self.version = version

    def tab(self) -> Tab:
        return _Tab(self._bidi)

    def processes(self) -> list[int]:
        return self._family.members()


@contextmanager
def launch_firefox(
    program: Path,
    *,
    profile: Path | None,
    prefix: Sequence[str],
    options: Sequence[str],
    preferences: Mapping[str, Json],
    patience: float,
) -> Iterator[Browser]:
    """See `web.engine.launch`."""
    family = Family()
    with tempfile.TemporaryDirectory(prefix="pruefstand-", ignore_cleanup_errors=True) as scratch:
        log = Path(scratch) / "log"
        place = profile or Path(scratch) / "profile"
        place.mkdir(parents=True, exist_ok=True)
        # Written by Firefox once it listens.
        notice = place / "WebDriverBiDiServer.json"
        notice.unlink(missing_ok=True)
        _write_preferences(place, {**_QUIET, **preferences})
        words = ("--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", place)
        try:
            child = family.start(
                [*prefix, program, *words, *options, "about:blank"], log, {"MOZ_CRASHREPORTER_DISABLE": "1"}
            )
        except OSError as error:
            raise HostFault(f"{program} does not start: {error.strerror}") from None
        try:
            if not family.wait(child, lambda: _address(notice) is not None, START_LIMIT):
                raise HostFault(f"{program} does not start as Firefox: {_gist(log)}")
            with connected(_address(notice) or "", patience) as bidi:
                session = bidi.command("session.new", {"capabilities": {}})
                yield _Browser(bidi, session["capabilities"]["browserVersion"], family)
                with suppress(BrowserGone, PageFault, TimeoutError):
                    bidi.command("browser.close", {})
            # It still writes down what it keeps.
            family.wait(child, lambda: False, 10)
        finally:
            family.end(child)


def _write_preferences(profile: Path, preferences: Mapping[str, Json]) -> None:
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
    (profile / "user.js").write_text("".join(lines), "utf-8")


def _address(notice: Path) -> str | None:
    try:
        said = json.loads(notice.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return f"ws://{said['ws_host']}:{said['ws_port']}/session"


def _gist(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").split("\n")
    said = [line for line in lines if line.strip()]
    return said[-1] if said else "it said nothing"
