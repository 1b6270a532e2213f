"""The standard streams of a program, captured.

To the program they behave like the text streams that it knows. What is written goes, as text that any
encoding can hold, to whoever made them, up to a limit on all that is written.
"""

from __future__ import annotations

import builtins
import codecs
import io
import sys
from collections.abc import Callable, Iterable

from checker.capture import plain, type_name

__all__ = ["WRITTEN", "Kept", "NoInput", "Outlet", "OutputLimit", "TextStream"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))

WRITTEN = 8 * 2**20
"""Most characters that a program may write, stdout and stderr together."""


_HOOKS = ("breakpointhook", "displayhook", "excepthook", "unraisablehook")


class OutputLimit(BaseException):
    """The program has written more than it may; raised into it at every further attempt.

    Not an Exception, so that a program which catches those is stopped too.
    """


class Outlet:
    """The standard streams of a program, with one count for all that it writes.

    `sink` is called with "stdout" or "stderr" and a text, `flush` when the program wants it shown;
    `stdin` is what it reads from, nothing if not given. When `limit` is passed `at_limit` is called
    once, and from then on every writing raises OutputLimit.
    """

    __slots__ = ("_at_limit", "_left", "_sink", "exceeded", "stderr", "stdin", "stdout")

    def __init__(
        self,
        sink: Callable[[str, str], None],
        at_limit: Callable[[], None],
        flush: Callable[[], None] | None = None,
        limit: int = WRITTEN,
        stdin: io.TextIOBase | None = None,
    ) -> None:
        self._sink = sink
        self._at_limit = at_limit
        self._left = limit
        self.exceeded = False
        self.stdin = NoInput() if stdin is None else stdin
        self.stdout = TextStream("stdout", self._write, flush)
        self.stderr = TextStream("stderr", self._write, flush)

    def attributes(self) -> dict[str, object]:
        """What `sys` is to hold for a program that writes here; its hooks write here too."""
        streams = {"stdin": self.stdin, "stdout": self.stdout, "stderr": self.stderr}
        hooks = {name: vars(sys)[f"__{name}__"] for name in _HOOKS}
        return {**streams, **{f"__{name}__": stream for name, stream in streams.items()}, **hooks}

    def renew(self, limit: int | None = None) -> None:
        """Reopen both streams; with `limit` count from nothing again, unless it was passed before."""
        self.stdout.reopen()
        self.stderr.reopen()
        if limit is not None:
            self._left = limit

    def _write(self, name: str, text: str) -> None:
        self._left -= len(text)
        if self._left >= 0 and not self.exceeded:
            self._sink(name, text)
            return
        if not self.exceeded:
            self.exceeded = True
            self._at_limit()
        raise OutputLimit("more output than a program may write")


class Kept:
    """A sink that keeps what is written until it is taken; `cut` says that there was more."""

    __slots__ = ("_left", "_pieces", "cut")

    def __init__(self, limit: int) -> None:
        self._left = limit
        self._pieces: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self.cut = False

    def __call__(self, name: str, text: str) -> None:
        """Keep as much of the text as still fits."""
        kept = plain(text, max(self._left, 0))
        self._left -= len(text)
        if self._left < 0:
            self.cut = True
        if kept:
            self._pieces[name].append(kept)

    def take(self) -> dict[str, str]:
        """What was written since the last time, by stream."""
        taken, self._pieces = self._pieces, {"stdout": [], "stderr": []}
        return {name: "".join(pieces) for name, pieces in taken.items()}


class TextStream(io.TextIOBase):
    """A stream for text that hands every piece on; without a file, a position or a terminal."""

    mode = "w"
    encoding = "utf-8"
    errors = "backslashreplace"
    line_buffering = True

    def __init__(
        self, name: str, write: Callable[[str, str], None], flush: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self.name = f"<{name}>"
        self.buffer: io.BufferedIOBase = _ByteStream(self)
        self._stream = name
        self._write = write
        self._flush = flush
        self._is_open = True

    @property
    def closed(self) -> bool:
        """Whether the program has closed the stream."""
        return not self._is_open

    def close(self) -> None:
        """Refuse text from now on."""
        self._is_open = False

    def flush(self) -> None:
        """Have what was written so far shown."""
        if self._is_open and self._flush is not None:
            self._flush()

    def reopen(self) -> None:
        """Take text again after a program has closed this stream."""
        self._is_open = True

    def writable(self) -> bool:
        """Always: this is all that the stream is for."""
        return True

    def write(self, text: str, /) -> int:
        """Hand on a text, whatever class of str it is of."""
        if not issubclass(type(text), str):
            raise TypeError(f"write() argument must be str, not {type_name(type(text))}")
        if not self._is_open:
            raise ValueError("I/O operation on closed file.")
        exact = "".join((text,))
        self._write(self._stream, exact)
        return len(exact)

    def writelines(self, lines: Iterable[str], /) -> None:  # type: ignore[override]  # text, no bytes
        """Hand on one text after the other."""
        for line in lines:
            self.write(line)

    def reconfigure(self, **_: object) -> None:
        """Accept what a real stream would; there is nothing to set here."""


class NoInput(io.TextIOBase):
    """A stream to read from that has nothing; `input` raises EOFError on it, even after `exit`."""

    mode = "r"
    encoding = "utf-8"
    errors = "strict"
    name = "<stdin>"

    def readable(self) -> bool:
        """Always, to find that there is nothing."""
        return True

    def read(self, size: int | None = -1, /) -> str:  # noqa: ARG002 - the signature of every text stream
        """Nothing, however much is asked for."""
        return ""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # noqa: ARG002 - as above
        """No line."""
        return ""

    def close(self) -> None:
        """Stay open: a program that closes its input finds it open at its next start."""


class _ByteStream(io.BufferedIOBase):
    """The `buffer` of a text stream: UTF-8, handed on at once."""

    def __init__(self, text: TextStream) -> None:
        super().__init__()
        self._text = text
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def writable(self) -> bool:
        """Always: this is all that the stream is for."""
        return True

    def write(self, data: bytes, /) -> int:  # type: ignore[override]  # bytes stands for every buffer
        """Hand on bytes as text; what is no UTF-8 shows as backslashes."""
        blob = bytes(memoryview(data))
        self._text.write(self._decoder.decode(blob))
        return len(blob)
