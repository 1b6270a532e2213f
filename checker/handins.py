"""Handed-in files: found below what was named, and read without trusting what they are."""

from __future__ import annotations

import errno
import io
import os
import stat
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from checker.model import Raised

__all__ = ["LONGEST", "HandIn", "Program", "Unreadable", "find_handins", "read_handin"]

LONGEST = 2**20
"""Most bytes that a program may have."""

_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})
_SUFFIX = ".py"


class Unreadable(Exception):  # noqa: N818 - it says what the file is
    """A file that cannot be read as a program; `reason` is the last part of a text's key."""

    def __init__(self, reason: str, **fields: object) -> None:
        super().__init__(reason, fields)
        self.reason = reason
        self.fields = fields


@dataclass(frozen=True, slots=True)
class HandIn:
    """A file to check: `shown` is its path as the instructor would write it.

    `unreadable` is set when it is known already that there is nothing to read.
    """

    path: Path
    shown: str
    unreadable: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """What a file holds: its text, and the SyntaxError that Python would raise if its bytes are none.

    In that case the text is only good for looking for names in it.
    """

    text: str
    refused: Raised | None = None


# --- finding ----------------------------------------------------------------------------------


def find_handins(paths: Iterable[Path]) -> Iterator[HandIn]:
    """The files named and every .py file below the folders named, in a stable order, each once.

    Hidden files, environments and caches below a folder are left out; links to folders are not
    followed. What is named but not there, or not to be opened, is found too, with the reason.
    """
    seen: set[str] = set()
    for path in paths:
        for found in _below(path):
            place = os.path.join(os.path.realpath(found.path.parent), found.path.name)  # noqa: PTH118
            if place not in seen:
                seen.add(place)
                yield found


def _below(path: Path) -> Iterator[HandIn]:
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        yield _hand_in(path, _why(error, path))
        return
    if not is_folder:
        wrong = None if path.suffix == _SUFFIX else Unreadable("no_python_file")
        yield _hand_in(path, wrong)
        return
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            yield _hand_in(folder, _why(error, folder))
            continue
        # In reverse, because the last is looked into first.
        folders = [Path(entry) for entry in entries if _is_folder(entry) and _is_of_interest(entry)]
        waiting.extend(reversed(folders))
        for entry in entries:
            if entry.name.endswith(_SUFFIX) and not entry.name.startswith("."):
                yield _hand_in(Path(entry), Unreadable("folder") if _is_folder(entry) else None)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_of_interest(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or entry.name in _SKIPPED:
        return False
    return not os.path.lexists(os.path.join(entry.path, "pyvenv.cfg"))  # noqa: PTH118


def _hand_in(path: Path, unreadable: Unreadable | None = None) -> HandIn:
    # A name that is no text in the system's encoding must not stop what prints it.
    shown = os.fsencode(path).decode("utf-8", "backslashreplace")
    return HandIn(path, shown, unreadable)


# --- reading ----------------------------------------------------------------------------------


def read_handin(path: Path) -> Program:
    """The program in a file.

    Raises Unreadable for what cannot be opened, is no file, or is longer than LONGEST. Never waits: a
    pipe or a device is told by its kind.
    """
    data = _bytes(path)
    decoded = _decoded(data)
    if isinstance(decoded, Raised):
        return Program(data.decode("latin-1"), decoded)
    return Program(decoded)


def _bytes(path: Path) -> bytes:
    flags = (
        os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        _expect_file(path.stat().st_mode)
        with io.FileIO(os.open(path, flags)) as file:
            _expect_file(os.fstat(file.fileno()).st_mode)  # it may have become another meanwhile
            data = b""
            while len(data) <= LONGEST and (more := file.read(LONGEST + 1 - len(data))):
                data += more
    except OSError as error:
        raise _why(error, path) from error
    if len(data) > LONGEST:
        raise Unreadable("too_long", limit=LONGEST // 2**20)
    return data


def _expect_file(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise Unreadable("folder")
    if not stat.S_ISREG(mode):
        raise Unreadable("no_file")


def _why(error: OSError, path: Path) -> Unreadable:
    if error.errno == errno.ENOENT and path.is_symlink():
        return Unreadable("broken_link")
    reasons = {
        errno.ENOENT: "not_there",
        errno.ENOTDIR: "not_there",
        errno.EACCES: "no_permission",
        errno.EPERM: "no_permission",
        errno.ELOOP: "broken_link",
    }
    reason = reasons.get(error.errno or 0)
    return Unreadable(reason) if reason else Unreadable("unreadable", detail=error.strerror or str(error))


def _decoded(data: bytes) -> str | Raised:
    """Decode as Python does: UTF-8 unless one of the first two lines says otherwise (PEP 263)."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError as error:
        if "unknown encoding" in str(error):
            return _syntax_error(str(error), 1)
        encoding = "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if encoding.startswith("utf-8"):
            start = f"Non-UTF-8 code starting with '\\x{data[error.start]:02x}' on line {line}"
            return _syntax_error(f"{start}, but no encoding declared", line)
        return _syntax_error(f"(unicode error) {error}", line)
    except (LookupError, UnicodeError) as error:  # no encoding of text, or one that decodes nothing
        return _syntax_error(f"encoding problem: {encoding}: {error}", 1)


def _syntax_error(message: str, line: int) -> Raised:
    return Raised("SyntaxError", message, line=line)
