"""What the Linux kernel offers to shut a process in, called directly through ctypes.

Every function says whether the kernel did it. None raises, so that a kernel, a container or a
system that lacks one of them only lowers the level of isolation, which is then reported.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = [
    "adopt_orphans",
    "bind",
    "die_with_parent",
    "drop_capabilities",
    "enter_user_namespace",
    "mount_proc",
    "mount_tmpfs",
    "own_mounts",
    "protect_memory",
    "restrict_files",
    "unmount",
    "unshare_ipc",
    "unshare_network",
    "unshare_processes",
]

LINUX = sys.platform == "linux"

_CLONE_NEWNS = 0x00020000
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWPID = 0x20000000
_CLONE_NEWNET = 0x40000000

_MS_RDONLY = 0x1
_MS_NOSUID = 0x2
_MS_NODEV = 0x4
_MS_NOEXEC = 0x8
_MS_BIND = 0x1000
_MS_REC = 0x4000
_MS_PRIVATE = 0x40000
_MNT_DETACH = 0x2

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_SIGKILL = 9

_CAPABILITY_VERSION_3 = 0x20080522

# landlock_create_ruleset and the two after it: the same numbers on every architecture but alpha.
_LANDLOCK_CREATE_RULESET = 444
_LANDLOCK_ADD_RULE = 445
_LANDLOCK_RESTRICT_SELF = 446
_LANDLOCK_CREATE_RULESET_VERSION = 1
_LANDLOCK_RULE_PATH_BENEATH = 1

_FS_EXECUTE = 1 << 0
_FS_WRITE_FILE = 1 << 1
_FS_READ_FILE = 1 << 2
_FS_READ_DIR = 1 << 3
_FS_TRUNCATE = 1 << 14

# Since which version of Landlock which rights can be restricted: all of version 1, then refer
# (moving between folders), truncate, ioctl on devices; TCP; abstract sockets and signals.
_FILES = ((1, (1 << 13) - 1), (2, 1 << 13), (3, _FS_TRUNCATE), (5, 1 << 15))
_NETWORK = ((4, 0b11),)
_SCOPE = ((6, 0b11),)


def _libc() -> ctypes.CDLL | None:
    if not LINUX:
        return None
    try:
        return ctypes.CDLL(None, use_errno=True)
    except OSError:
        return None


def _call(name: str, *args: object) -> int:
    """The result of a C function of libc, -1 when there is no such function here."""
    try:
        return int(getattr(_libc(), name)(*args))
    except (AttributeError, ctypes.ArgumentError):
        return -1


def _prctl(option: int, argument: int) -> bool:
    zero = ctypes.c_ulong(0)
    return _call("prctl", option, ctypes.c_ulong(argument), zero, zero, zero) == 0


def protect_memory() -> bool:
    """Make this process unreadable (memory, descriptors, environment) for others of the same user."""
    return _prctl(_PR_SET_DUMPABLE, 0)


def adopt_orphans() -> bool:
    """Make every process below this one whose parent dies a child of this one."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> bool:
    """Have the kernel kill this process when its parent ends; set anew after a change of user."""
    return _prctl(_PR_SET_PDEATHSIG, _SIGKILL)


# --- namespaces -------------------------------------------------------------------------------


def enter_user_namespace() -> bool:
    """Enter a user namespace that maps this user and group to themselves.

    There is no way back from one that could not be mapped: try it in a process that may be lost.
    """
    uid, gid = os.getuid(), os.getgid()
    if _call("unshare", _CLONE_NEWUSER) != 0:
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    except OSError:
        return False
    return True


def unshare_processes() -> bool:
    """Have the next child start a process namespace: when that child ends, the kernel kills all in it."""
    return _call("unshare", _CLONE_NEWPID) == 0


def unshare_network() -> bool:
    """Leave every network, the machine's own loopback included."""
    return _call("unshare", _CLONE_NEWNET) == 0


def unshare_ipc() -> bool:
    """Leave shared memory, semaphores and queues behind; those made from now on end with the process."""
    return _call("unshare", _CLONE_NEWIPC) == 0


def own_mounts() -> bool:
    """Get a private table of mounts: what is mounted from now on is seen from here only."""
    if _call("unshare", _CLONE_NEWNS) != 0:
        return False
    return _call("mount", None, b"/", None, ctypes.c_ulong(_MS_REC | _MS_PRIVATE), None) == 0


def mount_tmpfs(folder: str, options: str, *, read_only: bool = False) -> bool:
    """Mount an empty file system in memory on `folder`; `options` as in tmpfs(5)."""
    flags = _MS_NOSUID | _MS_NODEV | (_MS_RDONLY if read_only else 0)
    target = os.fsencode(folder)
    return _call("mount", b"tmpfs", target, b"tmpfs", ctypes.c_ulong(flags), options.encode()) == 0


def mount_proc() -> bool:
    """Mount a /proc that shows this process namespace only."""
    flags = ctypes.c_ulong(_MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    return _call("mount", b"proc", b"/proc", b"proc", flags, None) == 0


def bind(descriptor: int, folder: str) -> bool:
    """Show the folder open as `descriptor` at the path `folder` too."""
    source = os.fsencode(f"/proc/self/fd/{descriptor}")
    flags = ctypes.c_ulong(_MS_BIND | _MS_REC)
    return _call("mount", source, os.fsencode(folder), None, flags, None) == 0


def unmount(folder: str) -> bool:
    """Take away what is mounted on a folder, from this process's table of mounts."""
    return _call("umount2", os.fsencode(folder), _MNT_DETACH) == 0


# --- rights -----------------------------------------------------------------------------------


def drop_capabilities() -> bool:
    """Give up every capability (of a user namespace), and any way to gain one."""
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    return _prctl(_PR_SET_NO_NEW_PRIVS, 1) and _call("capset", header, bytes(24)) == 0


def restrict_files(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Leave this process and all it starts only these files, by Landlock; nothing may be executed.

    Also keeps it, as far as the kernel's version goes, from TCP and from signalling processes
    outside. Returns Landlock's version, 0 when nothing was restricted.
    """
    version = _call(
        "syscall",
        ctypes.c_long(_LANDLOCK_CREATE_RULESET),
        None,
        ctypes.c_size_t(0),
        ctypes.c_uint32(_LANDLOCK_CREATE_RULESET_VERSION),
    )
    if version < 1 or not _prctl(_PR_SET_NO_NEW_PRIVS, 1):
        return 0
    ruleset = _ruleset(version)
    if ruleset < 0:
        return 0
    try:
        for path in readable:
            _allow(ruleset, path, _FS_READ_FILE | _FS_READ_DIR)
        for path in writable:
            _allow(ruleset, path, _rights(version, _FILES) & ~_FS_EXECUTE)
        restricted = _call(
            "syscall", ctypes.c_long(_LANDLOCK_RESTRICT_SELF), ctypes.c_int(ruleset), ctypes.c_uint32(0)
        )
    finally:
        os.close(ruleset)
    return version if restricted == 0 else 0


def _rights(version: int, table: tuple[tuple[int, int], ...]) -> int:
    return sum(rights for since, rights in table if version >= since)


def _ruleset(version: int) -> int:
    # A kernel refuses a field that it does not know unless it is zero.
    fields = [_rights(version, table) for table in (_FILES, _NETWORK, _SCOPE)]
    while fields[-1] == 0:
        fields.pop()
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    return _call(
        "syscall",
        ctypes.c_long(_LANDLOCK_CREATE_RULESET),
        attributes,
        ctypes.c_size_t(len(attributes)),
        ctypes.c_uint32(0),
    )


def _allow(ruleset: int, path: str, rights: int) -> bool:
    """Add a rule for a file or all below a folder; a path that is not there needs none."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        if not Path(path).is_dir():
            rights &= _FS_READ_FILE | _FS_WRITE_FILE | _FS_TRUNCATE
        rule = struct.pack("=Qi", rights, descriptor)
        return (
            _call(
                "syscall",
                ctypes.c_long(_LANDLOCK_ADD_RULE),
                ctypes.c_int(ruleset),
                ctypes.c_int(_LANDLOCK_RULE_PATH_BENEATH),
                rule,
                ctypes.c_uint32(0),
            )
            == 0
        )
    finally:
        os.close(descriptor)
