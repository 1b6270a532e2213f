"""The processes of one program that was started, its helpers included: found by /proc, ended by their ids."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

__all__ = ["Family"]

_MARK = "PRUEFSTAND_FAMILY"


class Family:
    """All processes that carry this family's mark in their environment, and all that descend from those."""

    def __init__(self) -> None:
        self.mark = {_MARK: secrets.token_hex(16)}
        """To be put into the environment of what is started."""

    def start(
        self,
        command: Sequence[str | Path],
        log: Path,
        environment: Mapping[str, str] | None = None,
        *,
        keep: Sequence[int] = (),
    ) -> subprocess.Popen[bytes]:
        """Start a program with this mark, in a session of its own; what it says goes into `log`.

        `environment` is put on top of ours; the open files `keep` are its own too.
        """
        with log.open("ab") as said:
            return subprocess.Popen(  # noqa: S603 (no shell; the commands are ours)
                [str(part) for part in command],
                env={**os.environ, **(environment or {}), **self.mark},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                pass_fds=keep,
                # Ctrl-C in the terminal is ours to answer.
                start_new_session=True,
            )

    def members(self) -> list[int]:
        """The ids of those that live, in no particular order; none where there is no /proc."""
        word = "=".join(*self.mark.items()).encode()
        parents: dict[int, int] = {}
        found: set[int] = set()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                # The name may hold anything, a closing bracket too.
                state, parent, *_ = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                marked = word in (folder / "environ").read_bytes()
            except OSError:
                continue
            if state == "Z":
                continue
            pid = int(folder.name)
            parents[pid] = int(parent)
            if marked:
                found.add(pid)
        # Some programs write over their environment: those are known by their parents.
        return [pid for pid in parents if _descends(pid, found, parents)]

    def end(self, *children: subprocess.Popen[bytes], seconds: float = 10) -> None:
        """Kill all that is left, and wait until it is gone."""
        for child in children:
            _kill_group(child)
        deadline = time.monotonic() + seconds
        while True:
            # What had just been started by one that was killed shows only now.
            left = self.members()
            for pid in left:
                _kill(pid)
            for child in children:
                child.poll()
            if not left or time.monotonic() > deadline:
                return
            time.sleep(0.02)

    def wait(self, child: subprocess.Popen[bytes], answers: Callable[[], bool], seconds: float) -> bool:
        """Wait until `answers`; false when the program has ended or the time is over before."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if answers():
                return True
            if child.poll() is not None:
                return False
            time.sleep(0.02)
        return False


def _descends(pid: int, found: set[int], parents: dict[int, int]) -> bool:
    while pid in parents:
        if pid in found:
            return True
        pid = parents[pid]
    return False


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is not None:
        return
    if sys.platform == "win32":
        child.kill()
    else:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _kill(pid: int) -> None:
    if sys.platform != "win32":
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return
