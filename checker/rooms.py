"""The room a child lives in: namespaces, its own disk, and what it may see of the machine's.

Prepared by the warden before the child starts. Each part is tried on its own; what the kernel
refuses is left out and not claimed.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from checker import kernel

__all__ = ["Room", "furnish"]

_DISK = "size=64m,nr_inodes=4k,mode=0700"
_FIRST_USER, _USERS = 61_184, 4_336  # the range in which systemd, too, makes users for a while
_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/random",
    "/dev/urandom",
)


@dataclass(frozen=True, slots=True)
class Room:
    """What was prepared: `user` is the user that the child is to become, `readable` what it may read.

    `processes` says that the next process to be forked starts a process namespace.
    """

    user: int | None = None
    in_user_namespace: bool = False
    processes: bool = False
    no_network: bool = False
    own_disk: bool = False
    readable: tuple[str, ...] = ()


def furnish(folder: str, hide: Sequence[str], *, namespaces: Sequence[str]) -> Room:
    """Prepare the room of one child; `folder` is where it will live, `hide` what it must not see.

    `namespaces` are those to try: "mounts", "network", "processes".
    """
    libraries = _libraries()
    can_change = os.geteuid() == 0 and hasattr(os, "setresuid")
    user = _FIRST_USER + os.getpid() % _USERS if can_change else None
    spaces = bool(namespaces) and kernel.LINUX
    nested = spaces and os.geteuid() != 0
    if nested and not (_works_elsewhere() and kernel.enter_user_namespace()):
        spaces = nested = False
    mounts = spaces and "mounts" in namespaces and kernel.own_mounts()
    owner = os.getuid() if user is None else user
    own_disk = mounts and kernel.mount_tmpfs(folder, f"{_DISK},uid={owner}")
    if mounts:
        for path in hide:
            kernel.mount_tmpfs(path, "size=4k,mode=0755", read_only=True)
    if user is not None and not (_is_open(libraries, folder, mounts=mounts) and _gives(folder, user)):
        user = None  # better the same user than a right program that cannot import a module
    network = spaces and "network" in namespaces
    processes = spaces and "processes" in namespaces and kernel.unshare_processes()
    return Room(
        user=user,
        in_user_namespace=nested,
        processes=processes,
        no_network=network and kernel.unshare_network() and kernel.unshare_ipc(),
        own_disk=own_disk,
        readable=(*libraries, *_SYSTEM, "/proc") if processes and mounts else (*libraries, *_SYSTEM),
    )


def _libraries() -> list[str]:
    """The folders and archives of Python's own library."""
    places = [place for place in sys.path if place and Path(place).exists()]
    own = Path(sys.base_prefix, "lib")
    return [*places, str(own)] if own.is_dir() else places


def _works_elsewhere() -> bool:
    """Whether a user namespace serves here, found out in a process that may be lost to it."""
    trial = os.fork()
    if trial == 0:
        served = kernel.enter_user_namespace() and kernel.own_mounts() and kernel.drop_capabilities()
        os._exit(0 if served else 1)
    return os.waitpid(trial, 0)[1] == 0


def _gives(folder: str, user: int) -> bool:
    try:
        os.chown(folder, user, -1)
    except OSError:
        return False
    return True


def _is_open(libraries: Sequence[str], folder: str, *, mounts: bool) -> bool:
    """Whether another user can reach all these; with `mounts`, closed folders on the way are covered."""
    within = [Path(library, "any") for library in libraries]
    needed = [*within, Path(folder)]
    keep = sorted([*map(Path, libraries), Path(folder)])
    try:
        while (closed := next(filter(None, map(_barrier, needed)), None)) is not None:
            if not mounts or closed in keep:
                return False
            _cover(closed, [path for path in keep if path.is_relative_to(closed)])
    except OSError:
        return False
    return True


def _barrier(path: Path) -> Path | None:
    """The topmost folder above `path` that other users may not enter."""
    for folder in reversed(path.parents):
        mode = folder.stat().st_mode
        if stat.S_ISDIR(mode) and not mode & stat.S_IXOTH:
            return folder
    return None


def _cover(closed: Path, keep: Sequence[Path]) -> None:
    """Cover a closed folder with an open, empty one that shows only what is to be kept."""
    with contextlib.ExitStack() as held:
        kept = []
        for path in keep:
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
            held.callback(os.close, descriptor)
            kept.append((path, descriptor))
        if not kernel.mount_tmpfs(str(closed), "size=1m,mode=0755"):
            raise OSError(f"{closed} could not be covered")
        for path, descriptor in kept:
            if path.exists():
                continue  # within one that is already shown
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                path.mkdir(parents=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
            if not kernel.bind(descriptor, str(path)):
                raise OSError(f"{path} could not be shown")
