"""Where results go: standard output, or a file that is there whole or as it was before."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from checker.view import Style, one_line

__all__ = [
    "Progress",
    "complain",
    "file_to_write",
    "occupy_standard",
    "silence",
    "standard_output",
    "style_of",
]

_WIDTH = 100


def style_of(stream: TextIO, environment: Mapping[str, str]) -> Style:
    """What can be shown on a stream: colours on a terminal only, and not with NO_COLOR."""
    terminal = stream.isatty()
    colour = terminal and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    modern = os.name == "posix" or bool(environment.get("WT_SESSION"))
    try:
        "✓✗·".encode(stream.encoding or "ascii")
        signs = True
    except (LookupError, UnicodeEncodeError):
        signs = False
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if terminal else _WIDTH
    return Style(width=width, colour=colour and modern, signs=signs)


def occupy_standard() -> None:
    """Where a standard stream was closed, put nothing in its place.

    Else the next file that is opened would get its number, and be written to by whoever thinks it is
    the standard stream.
    """
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (taken := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(taken)


def silence(stream: TextIO | None) -> None:
    """Let go of what a stream still holds, so that it does not fail once more when the program ends."""
    with contextlib.suppress(OSError, ValueError):
        if stream is not None:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, stream.fileno())
            os.close(nothing)


def complain(text: str) -> None:
    """Say one line on standard error, as far as there is one to be said on."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{one_line(text)}\n")
            sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


@contextlib.contextmanager
def standard_output() -> Iterator[TextIO]:
    """Standard output, with all that was written out of the house at the end; raises OSError."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    try:
        yield sys.stdout
        sys.stdout.flush()
    except OSError:
        silence(sys.stdout)
        raise


@contextlib.contextmanager
def file_to_write(path: Path) -> Iterator[TextIO]:
    """A file that takes the place of `path` when all is written; raises OSError.

    What stood there stays until then. On KeyboardInterrupt it stays for good, and what was written is
    left beside it, as `path` with ".part".
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a device or a pipe: nothing there to lose
        with target.open("w", encoding="utf-8") as file:
            yield file
        return
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent, text=True)
    made = Path(name)
    try:
        with open(handle, "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor
            yield file
        made.chmod(_mode(target))
        made.replace(target)
    except KeyboardInterrupt:
        made.chmod(_mode(target))
        made.replace(f"{target}.part")
        raise
    finally:
        made.unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The rights of the file that is replaced, or those that a new file has."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask


class Progress:
    """A line on a terminal that says how far a batch is; nothing where there is no terminal."""

    def __init__(self, stream: TextIO | None, total: int) -> None:
        self._stream = stream if stream is not None and stream.isatty() and total > 1 else None
        self._total = total
        self._visible = False

    def show(self, done: int) -> None:
        """Say how many of all are done."""
        if self._stream is not None:
            self._stream.write(f"\r\x1b[K{done}/{self._total} …")
            self._stream.flush()
            self._visible = True

    def hide(self) -> None:
        """Take the line away, so that other text can stand there."""
        if self._stream is not None and self._visible:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._visible = False
