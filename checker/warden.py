"""The first process of a check: prepares the surroundings, starts the child, watches it, ends it.

The judging process starts one warden a program (`isolate.py`). The warden runs no learner code. It
goes between judge and child because only a process of its own can hand on a namespace, adopt what
the child leaves behind, and end all of it when the judge says so or is gone: the `lifeline`, a pipe
whose other end the judge holds, is then at its end.

    judge ── warden ──────────────── child        without namespaces, the warden adopts orphans
    judge ── warden ── first process ── child     with a process namespace, the first process ends all

It speaks JSON lines on its standard error, the child's events leave through its standard output.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import NoReturn, TypedDict, cast

from checker import kernel
from checker.child import Observe, Surroundings, live, observe_alone
from checker.rooms import Room, furnish

__all__ = ["Request", "main"]

_FORKS = hasattr(os, "fork")
_OUTPUT_BYTES = 8 * 2**20
_DISK_BYTES = 64 * 2**20
_DISK_ENTRIES = 4_096
_DISK_SECONDS = 0.2
_SPARE_SECONDS = 60.0
_SWEEP_SECONDS = 5.0


class Request(TypedDict):
    """What the judge asks for, as JSON on standard input; `memory` in bytes, `seconds` of wall clock.

    `root` is the folder (or archive) that holds this package, `path` are more places to import the
    `observer` ("module:function") from, `lifeline` is a descriptor that this process inherits.
    """

    source: str
    plan: str
    observer: str
    root: str
    path: list[str]
    folder: str
    memory: int
    seconds: float
    hide: list[str]
    namespaces: list[str]
    lifeline: int


@dataclass(frozen=True, slots=True)
class _End:
    """How a watched process ended: its wait status, CPU seconds, whether it wrote without end."""

    status: int
    cpu: float
    flooded: bool


def main() -> NoReturn:
    """Read the request, do what it says, end."""
    request = cast("Request", json.loads(sys.stdin.buffer.read()))
    events, control = os.dup(1), os.dup(2)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    try:
        observe = _observer(request)
        if _FORKS:
            _guard(request, observe, events, control)
            os._exit(0)
        _tell(control, {"started": os.getpid(), "reached": {}})
        os.close(control)
        observe_alone(observe, request["source"], request["plan"], events)
    except BaseException:  # noqa: BLE001 - told to the judge, who must never take it for the learner's
        _tell(control, {"fault": traceback.format_exc(limit=-4)[-2000:]})
    os._exit(1)


def _observer(request: Request) -> Observe:
    """Import the observing function, then leave the program nothing of ours to import by path."""
    own = [place for place in sys.path if place != request["root"]]
    sys.path[:0] = request["path"]
    module, function = request["observer"].split(":")
    observe = getattr(import_module(module), function)
    sys.path[:] = own
    sys.path_importer_cache.clear()
    return cast("Observe", observe)


def _tell(control: int, message: dict[str, object]) -> None:
    # One write of less than PIPE_BUF bytes: lines of two processes cannot mix.
    with contextlib.suppress(OSError):
        os.write(control, json.dumps(message).encode() + b"\n")


def _guard(request: Request, observe: Observe, events: int, control: int) -> None:
    """Prepare, start the child, and stay until nothing of it is left."""
    room = furnish(request["folder"], request["hide"], namespaces=request["namespaces"])
    kernel.protect_memory()
    until = time.monotonic() + request["seconds"] + _SPARE_SECONDS
    lifeline = request["lifeline"]
    if not room.processes:
        adopted = kernel.adopt_orphans()
        _keep(request, observe, events, control, room, until=until, adopted=adopted)
        return
    first = os.fork()
    if first == 0:
        kernel.die_with_parent()
        kernel.mount_proc()
        _keep(request, observe, events, control, room, until=until, adopted=True)
        os._exit(0)  # and the kernel ends whatever is left in here
    os.close(events)
    os.close(control)
    _watch(first, lifeline=lifeline, until=until)
    # The judge removes the folder; should it be gone, an empty one is not to stay.
    os.chdir("/")
    if room.own_disk and kernel.unmount(request["folder"]):
        with contextlib.suppress(OSError):
            Path(request["folder"]).rmdir()


def _keep(
    request: Request,
    observe: Observe,
    events: int,
    control: int,
    room: Room,
    *,
    until: float,
    adopted: bool,
) -> None:
    """Start the child and watch it; then end all that it left and tell how it ended."""
    drain, output = os.pipe()
    around = Surroundings(
        folder=request["folder"],
        memory=request["memory"],
        seconds=request["seconds"],
        user=room.user,
        in_user_namespace=room.in_user_namespace,
        readable=room.readable,
        hide=tuple(request["hide"]),
        reached={
            "no_network": room.no_network,
            "own_disk": room.own_disk,
            "namespace": room.processes,
            "descendants": adopted,
        },
    )
    child = os.fork()
    if child == 0:
        os.dup2(output, 1)
        os.dup2(output, 2)
        live(observe, request["source"], request["plan"], events=events, control=control, around=around)
    os.close(events)
    os.close(output)
    shared = None if room.own_disk else request["folder"]
    end = _watch(child, lifeline=request["lifeline"], until=until, drain=drain, folder=shared)
    if not room.processes:
        _sweep(child)
    signalled = os.WIFSIGNALED(end.status)
    number = os.WTERMSIG(end.status) if signalled else os.WEXITSTATUS(end.status)
    # Several threads use up the CPU's seconds before the clock's.
    used_up = signalled and (number == signal.SIGXCPU or end.cpu >= request["seconds"])
    ended = {"signal" if signalled else "code": number, "flooded": end.flooded, "used_up": used_up}
    _tell(control, {"finished": ended})


# --- watching ---------------------------------------------------------------------------------


def _watch(
    child: int, *, lifeline: int, until: float, drain: int | None = None, folder: str | None = None
) -> _End:
    """Wait until the child ends; end it when the judge is gone, time is up or it writes too much.

    `drain` is a pipe that takes what it prints past Python, `folder` one on a disk that others share.
    """
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    sources = {lifeline, woken} if drain is None else {lifeline, woken, drain}
    drained, flooded, killed = 0, False, False
    while (ended := _reap(child)) is None:
        left = max(0.0, until - time.monotonic())
        ready, _, _ = select.select(sources, [], [], left if folder is None else min(left, _DISK_SECONDS))
        if woken in ready:
            os.read(woken, 4096)
        if drain is not None and drain in ready:
            taken = len(os.read(drain, 2**16))
            drained += taken
            if taken == 0:
                sources.discard(drain)
        if folder is not None and not ready:
            flooded = flooded or _weighs_too_much(folder)
        flooded = flooded or drained > _OUTPUT_BYTES
        if not killed and (flooded or lifeline in ready or time.monotonic() >= until):
            os.kill(child, signal.SIGKILL)
            sources, killed, until = {woken}, True, until + _SPARE_SECONDS
    return _End(status=ended[0], cpu=ended[1], flooded=flooded)


def _weighs_too_much(folder: str) -> bool:
    """Whether more lies below the folder than a program may leave there."""
    room, waiting, entries = _DISK_BYTES, [folder], 0
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as found:
            for entry in found:
                entries += 1
                with contextlib.suppress(OSError):
                    room -= entry.stat(follow_symlinks=False).st_size
                if entries > _DISK_ENTRIES or room < 0:
                    return True
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
    return False


def _reap(child: int) -> tuple[int, float] | None:
    """Take note of every process that ended; the wait status and CPU seconds of the child if it did."""
    ended = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == child:
                ended = (status, usage.ru_utime + usage.ru_stime)
    return ended


def _sweep(child: int) -> None:
    """Kill what the child left behind: its group, and every process that came to this one since."""
    until = time.monotonic() + _SWEEP_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        for process in _below(os.getpid()):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.002)


def _below(ancestor: int) -> list[int]:
    """All processes that descend from one, by the parents that /proc tells; none where there is no /proc."""
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - names are all that is needed
            if name.isdigit():
                with contextlib.suppress(OSError, ValueError, IndexError):
                    with open(f"/proc/{name}/stat", "rb") as status:  # noqa: PTH123 - as short as it gets
                        parent = int(status.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(name))
    found = [ancestor]
    for process in found:
        found.extend(children.get(process, ()))
    return found[1:]
