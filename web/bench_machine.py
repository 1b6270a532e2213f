"""The machine under the bench: what it is, what the browser's processes use, and how to make it slow."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from web.faults import HostFault

__all__ = ["Machine", "busy_core", "cpu_seconds", "pinned", "read_machine", "resident_bytes", "slow_core"]

PROC = Path("/proc")

_BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""
"""Ends by itself when whoever started it is gone."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where figures come from: `memory` in bytes, `load` the average number of busy processes in a minute."""

    cpu: str
    cores: int
    memory: int
    system: str
    load: float


def read_machine(proc: Path = PROC) -> Machine:
    """This machine; raises HostFault where there is no /proc to read."""
    try:
        model = _field(proc / "cpuinfo", "model name") or platform.machine()
        memory = int((_field(proc / "meminfo", "MemTotal") or "0").split()[0]) * 1024
    except OSError:
        raise HostFault("The bench reads what browsers use from /proc, so it needs Linux.") from None
    return Machine(model, len(os.sched_getaffinity(0)), memory, platform.platform(), os.getloadavg()[0])


def _field(file: Path, name: str) -> str | None:
    for line in file.read_text("utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return None


def resident_bytes(pids: Sequence[int], proc: Path = PROC) -> int:
    """Resident memory of processes in bytes; what several share is counted once.

    Without files that are mapped, as the program itself: the kernel can drop those, and how much of them is
    counted here depends on who else runs the same program.
    """
    total = 0
    for pid in pids:
        rollup = proc / str(pid) / "smaps_rollup"
        try:
            parts = [_field(rollup, name) for name in ("Pss_Anon", "Pss_Shmem")]
        except OSError:  # It ended just now.
            continue
        total += sum(int(part.split()[0]) * 1024 for part in parts if part is not None)
    return total


def cpu_seconds(pids: Sequence[int], proc: Path = PROC) -> float:
    """The CPU time that processes have used so far, in seconds."""
    ticks = 0
    for pid in pids:
        try:
            stat = (proc / str(pid) / "stat").read_text("utf-8")
        except OSError:  # It ended just now.
            continue
        # The name before may hold anything, brackets and blanks as well.
        fields = stat.rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def slow_core() -> int:
    """The core for the slowed browser: the last one, so that the server may have the others."""
    return max(os.sched_getaffinity(0))


def pinned(core: int) -> tuple[str, ...]:
    """What to put before a command line so that it, and all that it starts, stays on one core."""
    taskset = shutil.which("taskset")
    if taskset is None:
        raise HostFault(
            "To slow a browser down the bench needs taskset (Debian: apt-get install util-linux)."
        )
    return (taskset, "--cpu-list", str(core))


@contextmanager
def busy_core(core: int) -> Iterator[None]:
    """Keep a core busy while the block runs: one loop, beside which the rest has about half of it."""
    command = [*pinned(core), sys.executable, "-c", _BUSY]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as loop:  # noqa: S603 (our own loop)
        try:
            yield
        finally:
            loop.kill()
