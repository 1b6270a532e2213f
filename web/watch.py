"""Serving while an author writes: what changed is built anew, and shown when it is complete."""

from __future__ import annotations

import os
import sys
import time
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path

from web.exclusive import exclusive
from web.faults import HostFault, LessonFault
from web.server import Snapshot, open_server, read_snapshot, serving
from web.site import site_inputs
from web.steps import Steps

__all__ = ["has_screen", "serve_site", "stamps"]

PAUSE = 0.5


def has_screen(env: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser could be seen by whoever started this."""
    if platform in {"win32", "darwin"}:
        return "SSH_CONNECTION" not in env
    return bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def stamps(root: Path) -> dict[Path, tuple[int, int]]:
    """When each file that the site is made from was last changed, and its size."""
    found: dict[Path, tuple[int, int]] = {}
    for file in site_inputs(root):
        try:
            status = file.stat()
        except FileNotFoundError:
            # An editor has just put another file in its place; the next look finds that one.
            continue
        found[file] = (status.st_mtime_ns, status.st_size)
    return found


def serve_site(
    root: Path,
    steps: Steps,
    build: Callable[[], bool],
    *,
    host: str,
    port: int | None,
    open_browser: bool,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Build, serve, and build again whenever a source changes, until `pause` raises KeyboardInterrupt."""
    seen = stamps(root)
    build()
    with serving(open_server(_snapshot(root), host, port)) as (server, address):
        steps.say(f"Serving the lessons at {address} (end with Ctrl-C)")
        if open_browser and has_screen():
            webbrowser.open(address)
        while True:
            pause(PAUSE)
            now = stamps(root)
            if now == seen:
                continue
            seen = now
            try:
                if build():
                    steps.say("Built anew: reload the page.")
                server.show(_snapshot(root))
            except (LessonFault, HostFault) as fault:
                steps.say(f"{fault}\nThe page stays as it was; it is built again when this is mended.")


def _snapshot(root: Path) -> Snapshot:
    # Another build.py may be about to exchange the folder.
    with exclusive(root / ".build" / "site.lock", lambda: None):
        return read_snapshot(root / "site")
