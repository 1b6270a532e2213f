"""Driving a real browser: one narrow interface over three engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Protocol, get_args

__all__ = ["ENGINES", "Browser", "BrowserGone", "EngineName", "Json", "PageFault", "Tab", "launch"]

EngineName = Literal["chromium", "firefox", "webkit"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]


class PageFault(Exception):  # noqa: N818 - named by who must act
    """The page refused: the function that was called in it threw, or there is nothing to press."""


class BrowserGone(Exception):  # noqa: N818 - named by what happened
    """The browser, or the connection to it, has died."""


class Tab(Protocol):
    """One page.

    Whatever is asked of it is answered within bounded time: a page that hangs raises TimeoutError, a browser
    that has died BrowserGone.
    """

    def open(self, url: str) -> None:
        """Navigate; returns once the document has been read, and never waits for Python."""

    def evaluate(self, function: str, *arguments: Json) -> Json:
        """Call a JavaScript function expression, and give what it returns or its promise brings.

        Works under a strict policy; what the function throws is raised as PageFault.
        """

    def wait(self, function: str, *arguments: Json, seconds: float = 120) -> Json:
        """Call the function until what it gives is true; else TimeoutError with its last value."""

    def click(self, selector: str) -> None:
        """Press what the selector finds with the mouse, once it can be seen and is not disabled."""

    def write(self, selector: str, text: str) -> None:
        """Replace all that stands in an editor or a field, as by pasting."""

    def close(self) -> None:
        """Close the tab; the browser stays."""


class Browser(Protocol):
    """A running browser with one profile."""

    version: str

    def tab(self) -> Tab:
        """A fresh tab in the same profile: what the one before has cached and stored is there."""

    def processes(self) -> list[int]:
        """The ids of all its processes, helpers included; empty where there is no /proc."""


def launch(
    name: EngineName,
    *,
    program: Path | None = None,
    profile: Path | None = None,
    prefix: Sequence[str] = (),
    options: Sequence[str] = (),
    preferences: Mapping[str, Json] | None = None,
    patience: float = 150,
) -> AbstractContextManager[Browser]:
    """Start a browser, and end it with all its processes when the block is left, however it is left.

    `program` is the browser, for WebKitGTK its WebDriver (default: Debian's). The profile is a new one unless
    a folder is named; WebKitGTK forgets everything at its end all the same. `prefix` stands before the
    command line, as `taskset -c 0`. `options` are further words of the command line (Chromium and Firefox),
    `preferences` are Firefox's. Whatever is asked of the browser is answered within `patience` seconds.
    Raises HostFault when the browser does not start.
    """
    # Each brings packages of its own.
    if name == "chromium":
        from web.engine_chromium import launch_chromium  # noqa: PLC0415

        program = program or Path("/usr/bin/chromium")
        return launch_chromium(program, profile=profile, prefix=prefix, options=options, patience=patience)
    if name == "firefox":
        from web.engine_firefox import launch_firefox  # noqa: PLC0415

        return launch_firefox(
            program or Path("/usr/bin/firefox-esr"),
            profile=profile,
            prefix=prefix,
            options=options,
            preferences=preferences or {},
            patience=patience,
        )
    from web.engine_webkit import launch_webkit  # noqa: PLC0415

    return launch_webkit(program or Path("/usr/bin/WebKitWebDriver"), prefix=prefix, patience=patience)
