"""Observing in a process of its own, for programs that leave nothing in this one as it was."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import resource
import select
import signal
import time
from pathlib import Path

from checker.model import Plan
from checker.observe import observe
from checker.plan import plan_to_json

__all__ = ["Apart", "observe_apart"]


class Apart:
    """The events of a program, and whether it came to its end by itself."""

    def __init__(self, events: list[str], status: int | None) -> None:
        self.events = events
        self.ended = status is not None
        self.orderly = status == 0


def observe_apart(
    source: str, plan: Plan, seconds: float = 60.0, *, memory: int = 0, times: int = 1
) -> Apart:
    """Observe in a forked process; killed when it is silent for `seconds`, or once it tells output_limit.

    It may use `memory` bytes more than this process does, if any number is given. With `times` it is
    observed again and again in the same process, and the events are those of the last time.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        if memory:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            limit = pages * resource.getpagesize() + memory
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        _observe(source, plan_to_json(plan), reading, writing, times)
    os.close(writing)
    text = b""
    over = False
    while not over and b'"e":"output_limit"' not in text[-100:]:
        # Starting may take long where much else is going on.
        if select.select([reading], [], [], seconds if text else 60.0)[0]:
            piece = os.read(reading, 1 << 20)
            text += piece
            over = not piece
        else:
            break
    os.close(reading)
    status = _end(child, patience=20.0 if over else 0.0)
    return Apart(text.decode("ascii").splitlines(), status)


def _observe(source: str, plan: str, reading: int, writing: int, times: int) -> None:
    write, leave = os.write, os._exit
    faulthandler.disable()
    os.close(reading)
    code = 1
    with contextlib.suppress(BaseException):
        for _ in range(times - 1):
            observe(source, plan, lambda text: None)
        observe(source, plan, lambda text: (write(writing, text.encode("ascii") + b"\n"), None)[1])
        code = 0
    leave(code)


def _end(child: int, patience: float) -> int | None:
    """The exit status of the child; None when it had to be killed."""
    limit = time.monotonic() + patience
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= limit:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.005)
