"""How busy processes are, by the kernel's own accounts."""

from __future__ import annotations

import os
import time
from pathlib import Path

from web.engine import Browser


def busy_cores(browser: Browser, seconds: float = 2.0) -> float:
    """How many cores all processes of a browser keep busy together, over so many seconds."""
    before, begin = _ticks(browser), time.monotonic()
    time.sleep(seconds)
    after, end = _ticks(browser), time.monotonic()
    spent = sum(ticks - before.get(pid, 0) for pid, ticks in after.items())
    return spent / os.sysconf("SC_CLK_TCK") / (end - begin)


def calms_down(browser: Browser, below: float, seconds: float = 30) -> bool:
    """Whether they keep fewer cores than that busy in the end; a new spare may have to be started first."""
    deadline = time.monotonic() + seconds
    while busy_cores(browser, 1.0) >= below:
        if time.monotonic() > deadline:
            return False
    return True


def _ticks(browser: Browser) -> dict[int, int]:
    found: dict[int, int] = {}
    for pid in browser.processes():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        # Behind the name: utime and stime are the 14th and 15th of all.
        found[pid] = int(fields[11]) + int(fields[12])
    return found
