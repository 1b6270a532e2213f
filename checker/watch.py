"""Follow one started warden: read what it and the child say, until it is told or made to end."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields

from checker.child import OUT_OF_MEMORY
from checker.model import Ended

__all__ = ["Interrupted", "Isolation", "Seen", "Watch"]

_START_SECONDS = 60.0
_DRAIN_SECONDS = 5.0
_END_SECONDS = 15.0
_POLL_SECONDS = 0.2
_LINE_BYTES = 8 * 2**20
_TOTAL_BYTES = 64 * 2**20
_CONTROL_BYTES = 2**16
_CHUNK_BYTES = 2**16
_SHORT = 4_000
_ENDINGS = {"end": Ended.COMPLETE, "output_limit": Ended.OUTPUT_LIMIT, "fault": Ended.FAULT}


class Interrupted(Exception):  # noqa: N818 - it is not an error
    """Whoever asked for the run has withdrawn; all its processes are ended."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """What really was in effect around a program, each part tried out where it ran.

    `descendants` says that whatever the program started ends with it, also what left its group;
    `namespace` that the kernel itself guarantees this.
    """

    own_user: bool = False
    no_network: bool = False
    exercises_hidden: bool = False
    files_restricted: bool = False
    own_disk: bool = False
    memory_limited: bool = False
    processes_limited: bool = False
    descendants: bool = False
    namespace: bool = False

    def also(self, other: Isolation) -> Isolation:
        """What was in effect around both."""
        return Isolation(*(a and b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one run: how it ended, the event lines in order, wall-clock seconds of the program.

    `detail` is for whoever mends a fault; `isolation` is None when the program was never started.
    """

    ended: Ended
    events: tuple[str, ...]
    seconds: float
    detail: str = ""
    isolation: Isolation | None = None


class Watch:
    """One warden and what came from it so far; no method waits without bounds.

    `let_go` closes the lifeline, on which the warden ends the child and itself.
    """

    def __init__(self, process: subprocess.Popen[bytes], let_go: Callable[[], None]) -> None:
        self._process = process
        self._let_go = let_go
        self._queue: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._partial = {"events": bytearray(), "control": bytearray()}
        self._open = set(self._partial)
        self._events: list[str] = []
        self._bytes = 0
        self._child = 0
        self._isolation: Isolation | None = None
        self._begun: float | None = None
        self._seconds = 0.0
        self._ended: Ended | None = None
        self._told: Ended | None = None
        self._detail = ""
        for name, stream in (("events", process.stdout), ("control", process.stderr)):
            assert stream is not None  # noqa: S101 - both were asked for
            descriptor = os.dup(stream.fileno())
            stream.close()
            # A thread reads, because not every system can wait for a pipe and a clock at once.
            threading.Thread(target=_pump, args=(descriptor, name, self._queue), daemon=True).start()

    def follow(self, seconds: float, stop: threading.Event | None) -> None:
        """Read until it has ended or must end; raises Interrupted when `stop` is set meanwhile."""
        deadline = time.monotonic() + _START_SECONDS
        while self._ended is None and self._open:
            if stop is not None and stop.is_set():
                raise Interrupted
            left = deadline - time.monotonic()
            if left <= 0:
                break
            begun, told = self._begun, self._told
            self._take(left if stop is None else min(left, _POLL_SECONDS))
            if self._told is not told:
                deadline = time.monotonic() + _DRAIN_SECONDS  # what it wrote may still be on its way
            elif self._begun is not begun:
                deadline = time.monotonic() + seconds
        if self._begun is not None:
            self._seconds = time.monotonic() - self._begun
        if self._ended is None:
            self._ended = self._conclude(in_time=time.monotonic() < deadline)

    def _conclude(self, *, in_time: bool) -> Ended:
        """What to make of an end that the child did not tell."""
        if self._begun is None:
            self._detail = self._detail or ("it ended at once" if in_time else "it did not start in time")
            return Ended.FAULT
        return self._told or (Ended.CRASHED if in_time else Ended.TIMEOUT)

    def end(self) -> None:
        """End the warden and, through it, all below; may be called again."""
        self._let_go()
        if os.name != "posix":
            self._process.kill()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill_group(self._process.pid)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_END_SECONDS)
        if self._child and not (self._isolation is not None and self._isolation.namespace):
            self._kill_group(self._child)  # should the program have killed the warden
            self._child = 0
        until = time.monotonic() + _DRAIN_SECONDS
        while "control" in self._open and (left := until - time.monotonic()) > 0:
            self._take(left)

    def _kill_group(self, leader: int) -> None:
        if os.name == "posix":
            with contextlib.suppress(OSError):
                os.killpg(leader, signal.SIGKILL)

    def seen(self) -> Seen:
        """What came of it; to be asked after `end`."""
        ended = self._ended
        if ended is None or self._isolation is None:  # whatever spoke there, it was not the child
            ended = Ended.FAULT
        return Seen(
            ended=ended,
            events=tuple(self._events),
            seconds=self._seconds,
            detail=self._detail if ended in (Ended.FAULT, Ended.CRASHED) else "",
            isolation=self._isolation,
        )

    # --- reading ------------------------------------------------------------------------------

    def _take(self, wait: float) -> None:
        """Read what comes next, at most `wait` seconds from now."""
        try:
            name, data = self._queue.get(timeout=wait)
        except queue.Empty:
            return
        if not data:
            self._open.discard(name)
            return
        partial = self._partial[name]
        partial += data
        lines: list[bytes] = []
        if b"\n" in data:
            *lines, rest = bytes(partial).split(b"\n")
            partial[:] = rest
        texts = [line.decode("utf-8", "replace").strip() for line in lines]
        if name == "control":
            for text in texts:
                self._hear(text)
        elif self._ended is None:
            self._see(texts, len(data), len(partial))

    def _see(self, lines: Sequence[str], size: int, partial: int) -> None:
        """Take events of the child, until one of them or their size ends the run."""
        if self._begun is None:
            self._begun = time.monotonic()  # they came before the word that it started
        self._bytes += size
        for line in lines:
            if self._ended is None:
                self._note(line)
        if self._ended is None and partial > _LINE_BYTES:
            self._ended = Ended.CRASHED
        elif self._ended is None and self._bytes > _TOTAL_BYTES:
            self._ended = Ended.OUTPUT_LIMIT

    def _note(self, line: str) -> None:
        """Take an event of the child."""
        event = _parsed(line) if len(line) <= _SHORT else {}
        name = event.get("e")
        self._ended = _ENDINGS.get(name) if isinstance(name, str) else None
        if self._ended is Ended.FAULT:
            self._detail = str(event.get("detail"))[:_SHORT]
        else:
            self._events.append(line)

    def _hear(self, line: str) -> None:
        """Take a message of the warden; anything else there is an interpreter's last words."""
        message = _parsed(line)
        if "started" in message:
            self._begun = self._begun or time.monotonic()
            self._child = _whole(message["started"])
            reached = message.get("reached")
            names = [field.name for field in fields(Isolation)]
            if isinstance(reached, dict):
                self._isolation = Isolation(**{name: reached.get(name) is True for name in names})
        elif "fault" in message:
            self._told, self._detail = Ended.FAULT, str(message["fault"])
        elif "finished" in message and self._ended is None:
            self._told, self._detail = _ending(message)
        elif line and self._begun is None:
            self._detail = f"{self._detail}\n{line}".strip()[-_SHORT:]


def _pump(descriptor: int, name: str, into: queue.SimpleQueue[tuple[str, bytes]]) -> None:
    """Read a pipe to its end or beyond what is of interest; says that by an empty piece."""
    left = _TOTAL_BYTES + 2 * _CHUNK_BYTES
    try:
        while left > 0 and (data := os.read(descriptor, _CHUNK_BYTES)):
            left -= len(data)
            into.put((name, data))
    finally:
        os.close(descriptor)
        into.put((name, b""))


def _parsed(line: str) -> dict[str, object]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _ending(message: Mapping[str, object]) -> tuple[Ended, str]:
    """What the warden's account of the child's end means, when the child itself said no end."""
    end = message["finished"]
    if not isinstance(end, dict):
        return Ended.FAULT, f"not understood: {end!r}"
    if end.get("flooded") is True:
        return Ended.OUTPUT_LIMIT, ""
    if end.get("code") == OUT_OF_MEMORY:
        return Ended.MEMORY_LIMIT, ""
    if end.get("used_up") is True:
        return Ended.TIMEOUT, ""
    if "signal" in end:
        return Ended.CRASHED, f"signal {end['signal']}"
    return Ended.CRASHED, f"exit code {end.get('code')}"
