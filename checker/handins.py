"""Handed-in files: found below what was named, and read without trusting what they are."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from checker.model import Raised
from checker.texts import say

__all__ = ["LONGEST", "Found", "HandIn", "Program", "Unreadable", "find_handins", "read_handin"]

LONGEST = 2**20
"""Most bytes that a program may have."""

_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})
_SUFFIX = ".py"
_ARCHIVES = frozenset({".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst"})
_DOCUMENTS = frozenset({".doc", ".docx", ".odt", ".rtf", ".pdf", ".htm", ".html", ".pages", ".pyc"})
_LIKE_PYTHON = re.compile(r"\.py(?:[w3]?$|[^a-z0-9])")
"""What is left of the suffix when a browser, a mail program or an editor has added to a name."""


class Unreadable(Exception):  # noqa: N818 - it says what the file is
    """A file that cannot be read as a program; `reason` is the last part of a text's key."""

    def __init__(self, reason: str, **fields: object) -> None:
        super().__init__(reason, fields)
        self.reason = reason
        self.fields = fields

    def told(self, language: str) -> str:
        """What the file is, and what to do, in words."""
        return say(language, f"offline.unreadable.{self.reason}", **self.fields)


@dataclass(frozen=True, slots=True)
class HandIn:
    """A file to check: `shown` is its path as the instructor would write it.

    `unreadable` is set when it is known already that there is nothing to read.
    """

    path: Path
    shown: str
    unreadable: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What was found: the files to check, and those beside them that may be meant as hand-ins but are none.

    All of the latter are `unreadable`, with the reason.
    """

    handins: tuple[HandIn, ...]
    left_out: tuple[HandIn, ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    """What a file holds: its text, and the SyntaxError that Python would raise if its bytes are none.

    In that case the text is only good for looking for names in it.
    """

    text: str
    refused: Raised | None = None


# --- finding ----------------------------------------------------------------------------------


def find_handins(paths: Iterable[Path]) -> Found:
    """The files named and every Python file below the folders named, in a stable order, each once.

    Hidden files, environments and caches below a folder are left out without a word; links to folders
    are not followed. What is named but not there, or not to be opened, is found too, with the reason.
    """
    seen: set[str] = set()
    handins: list[HandIn] = []
    left_out: list[HandIn] = []
    for path in paths:
        for found, counts in _below(path):
            place = os.path.join(os.path.realpath(found.path.parent), found.path.name)  # noqa: PTH118
            if place not in seen:
                seen.add(place)
                (handins if counts else left_out).append(found)
    return Found(tuple(handins), tuple(left_out))


def _below(path: Path) -> Iterator[tuple[HandIn, bool]]:
    """Every file at or below a path that is or may be a hand-in, and whether it counts as one."""
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        yield _hand_in(path, _why(error, path)), True
        return
    if not is_folder:
        wrong = None if _is_python(path.name) else Unreadable(_looks_like(path.name) or "no_python_file")
        yield _hand_in(path, wrong), True
        return
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            yield _hand_in(folder, _why(error, folder)), True
            continue
        # In reverse, because the last is looked into first.
        folders = [Path(entry) for entry in entries if _is_folder(entry) and _is_of_interest(entry)]
        waiting.extend(reversed(folders))
        for entry in entries:
            if _is_python(entry.name) and not entry.name.startswith("."):
                yield _hand_in(Path(entry), Unreadable("folder") if _is_folder(entry) else None), True
            elif (reason := _left_out(entry)) is not None:
                yield _hand_in(Path(entry), Unreadable(reason)), False


def _is_python(name: str) -> bool:
    return Path(name).suffix.lower() == _SUFFIX


def _left_out(entry: os.DirEntry[str]) -> str | None:
    """Why an entry of a folder is not checked, if somebody might expect that it is."""
    if _is_folder(entry) or not _is_of_interest(entry):
        return None
    try:
        linked = entry.is_dir()
    except OSError:
        linked = False
    return "linked_folder" if linked else _looks_like(entry.name)


def _looks_like(name: str) -> str | None:
    """What a hand-in that is no Python file seems to be, as a reason; None for what is hardly one."""
    lower = name.lower()
    suffix = Path(lower).suffix
    if suffix == ".ipynb":
        return "notebook"
    if suffix in _ARCHIVES:
        return "archive"
    if suffix in _DOCUMENTS:
        return "document"
    if suffix in ("", ".txt") or _LIKE_PYTHON.search(lower):
        return "other_name"
    return None


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
