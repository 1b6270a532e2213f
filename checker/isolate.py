"""Run a program in a process of its own, from outside: start, read, limit, kill.

What comes back is text from an untrusted place. It is read within bounds, never believed, and
never waited for longer than the deadline.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from checker.model import Ended
from checker.scratch import scratch
from checker.watch import Interrupted, Isolation, Seen, Watch

__all__ = ["NAMESPACES", "Interrupted", "Isolation", "Seen", "run"]

NAMESPACES = ("mounts", "network", "processes")
"""What to ask of a Linux kernel; whatever it refuses is done without."""

_POSIX = os.name == "posix"
_BOOT = "import sys; sys.path.insert(0, {root!r}); from checker.warden import main; main()"


def run(
    source: str,
    plan: str,
    *,
    seconds: float,
    memory: int,
    hide: Sequence[str] = (),
    observer: str = "checker.observe:observe",
    path: Sequence[str] = (),
    namespaces: Sequence[str] = NAMESPACES,
    stop: threading.Event | None = None,
) -> Seen:
    """Observe the program `source` in a process of its own and return what was seen.

    `seconds` of wall clock count from the start of the program, `memory` is in MiB. `hide` are paths
    of which the program must see nothing. `observer` names the observing function ("module:function",
    importable with `path`), `namespaces` what to ask of the kernel. Raises Interrupted when `stop` is
    set meanwhile, and nothing else.
    """
    request = {
        "source": source,
        "plan": plan,
        "observer": observer,
        "root": str(Path(__file__).parents[1]),
        "path": list(path),
        "memory": memory * 2**20,
        "seconds": seconds,
        "hide": list(hide),
        "namespaces": list(namespaces),
    }
    with contextlib.ExitStack() as parts:
        try:
            folder = str(parts.enter_context(scratch()))
            watched = parts.enter_context(_started({**request, "folder": folder}, folder))
        except (OSError, ValueError) as refused:
            return Seen(Ended.FAULT, (), 0.0, detail=f"no process could be started: {refused}")
        watched.follow(seconds, stop)
        watched.end()
        return watched.seen()


@contextlib.contextmanager
def _started(request: Mapping[str, object], folder: str) -> Iterator[Watch]:
    """A warden at work; on leaving, it and all below it is ended."""
    with contextlib.ExitStack() as parts:
        asked = parts.enter_context(tempfile.TemporaryFile())
        theirs, ours = os.pipe()
        lifeline = parts.enter_context(os.fdopen(ours, "wb", buffering=0))
        parts.callback(os.close, theirs)
        asked.write(json.dumps({**request, "lifeline": theirs}).encode())
        asked.seek(0)
        process = subprocess.Popen(  # noqa: S603 - our own interpreter, our own code
            [sys.executable, "-I", "-S", "-X", "utf8", "-c", _BOOT.format(root=request["root"])],
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=_environment(),
            pass_fds=(theirs,) if _POSIX else (),
            start_new_session=_POSIX,
        )
        # Leaving closes the lifeline; it must be closed before the end is waited for.
        watched = Watch(process, lifeline.close)
        parts.callback(watched.end)
        yield watched


def _environment() -> dict[str, str]:
    """Only what an interpreter may need to start at all; the child empties it before the program runs."""
    needed = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH")
    return {name: os.environ[name] for name in needed if name in os.environ}
