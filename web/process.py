"""Starting other programs: one narrow seam, so that tests can hand in another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

__all__ = ["MISSING", "TIMED_OUT", "Ran", "Run", "run_process", "run_through"]

MISSING = 127
TIMED_OUT = 124


@dataclass(frozen=True, slots=True)
class Ran:
    """What a program gave: its exit code, and standard output and error as they came, mixed.

    A program that could not be started has the code 127, one that ran out of time 124, as in a shell.
    """

    code: int
    output: str

    @property
    def ok(self) -> bool:
        """Whether it ended without complaint."""
        return self.code == 0

    def tail(self, lines: int = 30) -> str:
        """The last lines of the output, indented, for a message."""
        kept = self.output.rstrip().splitlines()[-lines:]
        return "\n".join(f"    {line}" for line in kept)


class Run(Protocol):
    """Runs a program to its end. `env` replaces the whole environment; `seconds` bounds the time."""

    def __call__(
        self,
        command: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> Ran:
        """Exit code and output."""


def run_process(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Ran:
    """Run a program for real; see `Run`."""
    try:
        child = subprocess.Popen(  # noqa: S603 (no shell; the commands are ours)
            [str(part) for part in command],
            cwd=cwd,
            env=None if env is None else dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            # A group of its own, so that what it started in turn (a browser's helpers) can be ended too.
            start_new_session=True,
        )
    except OSError as fault:
        return Ran(MISSING, f"{command[0]} could not be started: {fault.strerror or fault}")
    with child:
        try:
            output, _ = child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(child)
            output, _ = child.communicate()
            return Ran(TIMED_OUT, f"{output}\nended after {seconds} s")
        except BaseException:
            _end(child)
            raise
    return Ran(child.returncode, output)


def _end(child: subprocess.Popen[str]) -> None:
    if sys.platform == "win32":
        child.kill()
    else:
        os.killpg(child.pid, signal.SIGKILL)


def run_through(
    command: Sequence[str | Path], *, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> int:
    """Run a program whose output goes straight to ours; gives its exit code."""
    sys.stdout.flush()
    done = subprocess.run(  # noqa: S603 (no shell; the commands are ours)
        [str(part) for part in command], cwd=cwd, env=None if env is None else dict(env), check=False
    )
    return done.returncode
