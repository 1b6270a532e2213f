"""What runs in the child process: shuts itself in, then observes one program.

Everything here happens in a process that knows the program and the plan, never an expected value,
and that ends with the program. Whoever started it (`warden.py`) watches it from outside.
"""

from __future__ import annotations

import builtins
import contextlib
import json
import mmap
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import NoReturn

from checker import kernel

__all__ = ["OUT_OF_MEMORY", "Observe", "Surroundings", "live", "observe_alone"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))

OUT_OF_MEMORY = 77
"""Exit code of a child whose observing part itself ran out of memory."""

Observe = Callable[[str, str, Callable[[str], None]], None]

_PROCESSES = 64
_OPEN_FILES = 128
_FILE_BYTES = 16 * 2**20
_DETAIL = 2_000


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the warden has prepared for the child, and the limits it is to live in.

    `memory` is in bytes, `user` the user to become (None: stay), `in_user_namespace` says that this
    process has capabilities there to give up, `readable` are the paths that a program may read,
    `hide` those that it must not see, `reached` what the warden has already put into effect.
    """

    folder: str
    memory: int
    seconds: float
    user: int | None
    in_user_namespace: bool
    readable: tuple[str, ...]
    hide: tuple[str, ...]
    reached: Mapping[str, bool]


def live(
    observe: Observe, source: str, plan: str, *, events: int, control: int, around: Surroundings
) -> NoReturn:
    """Shut this process in, say on `control` how far that went, observe, end."""
    try:
        # What else is open belongs to the warden.
        _close_all_but({0, 1, 2, events, control})
        os.setsid()
        os.chdir(around.folder)
        os.umask(0o077)
        reached = {**around.reached, **_limit(around)}
        os.write(control, json.dumps({"started": os.getpid(), "reached": reached}).encode() + b"\n")
        os.close(control)
    except BaseException as fault:  # noqa: BLE001 - whatever it is, it is told and not the learner's
        os.write(
            control, json.dumps({"fault": f"{type(fault).__name__}: {fault}"[:_DETAIL]}).encode() + b"\n"
        )
        os._exit(1)
    observe_alone(observe, source, plan, events)


def observe_alone(observe: Observe, source: str, plan: str, events: int) -> NoReturn:
    """Observe, with the events going to the descriptor `events`, and end this process."""
    leave, dumps = os._exit, json.dumps  # held where a program that replaces them does not reach
    emit = _emitter(events)
    os.environ.clear()
    sys.dont_write_bytecode = True
    try:
        observe(source, plan, emit)
    except MemoryError:
        leave(OUT_OF_MEMORY)
    except BaseException as fault:  # noqa: BLE001 - observing must not fail, so this is ours to mend
        emit(dumps({"e": "fault", "detail": f"{type(fault).__name__}: {fault}"[:_DETAIL]}))
    leave(0)


def _emitter(events: int) -> Callable[[str], None]:
    """A function that writes one line a call, by names that a program cannot replace."""
    write, leave, whoami, me = os.write, os._exit, os.getpid, os.getpid()

    def emit(text: str) -> None:
        if whoami() != me:
            leave(0)  # a copy that the program forked: one observation is enough
        rest = memoryview(text.encode("ascii", "backslashreplace") + b"\n")
        try:
            while rest:
                rest = rest[write(events, rest) :]
        except OSError:
            leave(1)  # the program closed the channel: without an end it counts as crashed

    return emit


# --- limits -----------------------------------------------------------------------------------


def _limit(around: Surroundings) -> dict[str, bool]:
    """Take on every limit, in an order in which none is in the way of the next."""
    reached = {
        "memory_limited": _limit_resources(around),
        "own_user": around.user is not None and _become(around.user),
        "processes_limited": _limit_processes(around),
    }
    kernel.die_with_parent()
    if around.in_user_namespace and not kernel.drop_capabilities():
        raise PermissionError("capabilities of the user namespace could not be dropped")
    version = kernel.restrict_files(around.readable, [around.folder, "/dev/null", "/dev/zero"])
    reached["files_restricted"] = version > 0
    reached["exercises_hidden"] = not any(_sees(path) for path in around.hide)
    return reached


def _limit_resources(around: Surroundings) -> bool:
    """Set what one process may use; says whether the limit of memory holds."""
    import resource  # noqa: PLC0415 - not everywhere

    cpu = ceil(around.seconds) + 1
    _set_limit(resource.RLIMIT_CORE, 0, 0)
    _set_limit(resource.RLIMIT_CPU, cpu, cpu + 1)
    _set_limit(resource.RLIMIT_FSIZE, _FILE_BYTES, _FILE_BYTES)
    _set_limit(resource.RLIMIT_NOFILE, _OPEN_FILES, _OPEN_FILES)
    _set_limit(resource.RLIMIT_AS, around.memory, around.memory)
    try:
        mmap.mmap(-1, around.memory).close()
    except (OSError, ValueError, OverflowError):
        return True
    return False


def _set_limit(which: int, soft: int, hard: int) -> bool:
    import resource  # noqa: PLC0415 - not everywhere

    highest = resource.getrlimit(which)[1]
    if highest != resource.RLIM_INFINITY:
        soft, hard = min(soft, highest), min(hard, highest)
    try:
        resource.setrlimit(which, (soft, hard))
    except (OSError, ValueError):
        return False
    return True


def _become(user: int) -> bool:
    """Become another user for good, in no group but its own."""
    try:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    except OSError:
        return False  # a container's root without the right to
    return os.getresuid() == (user, user, user)


def _limit_processes(around: Surroundings) -> bool:
    """Limit how many processes and threads there may be; the kernel counts them by user."""
    import resource  # noqa: PLC0415 - not everywhere

    if os.getuid() == 0:
        return False  # root is not counted
    limit = _PROCESSES
    if around.user is None and not (around.in_user_namespace and _forks_within(limit)):
        limit += _processes_of_user()
    return _set_limit(resource.RLIMIT_NPROC, limit, limit)


def _forks_within(limit: int) -> bool:
    """Whether the kernel counts for this namespace alone, as it does since 5.14; trying tells."""
    import resource  # noqa: PLC0415 - not everywhere

    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    try:
        resource.setrlimit(resource.RLIMIT_NPROC, (limit, hard))
        trial = os.fork()
    except (OSError, ValueError):
        return False
    if trial == 0:
        os._exit(0)
    os.waitpid(trial, 0)
    return True


def _processes_of_user() -> int:
    """How many threads this user runs now, as far as /proc tells."""
    me, count = os.getuid(), 0
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and entry.stat().st_uid == me:
                    count += len(os.listdir(f"/proc/{entry.name}/task"))  # noqa: PTH208 - a count is all
    return count


def _sees(path: str) -> bool:
    """Whether there is something to see at `path`: a file that opens, a folder with something in it."""
    try:
        if not Path(path).is_dir():
            os.close(os.open(path, os.O_RDONLY))
            return True
        return bool(os.listdir(path))  # noqa: PTH208 - names are enough
    except OSError:
        return False


def _close_all_but(keep: set[int]) -> None:
    first = 0
    for descriptor in [*sorted(keep), _highest_descriptor()]:
        if first < descriptor:  # an empty range would be taken for all
            os.closerange(first, descriptor)
        first = descriptor + 1


def _highest_descriptor() -> int:
    try:
        return int(os.sysconf("SC_OPEN_MAX"))
    except (ValueError, OSError):
        return 4096
