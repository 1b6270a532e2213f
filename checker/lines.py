"""A standard input whose lines are asked for when the program wants them."""

from __future__ import annotations

import builtins
import io
from collections.abc import Callable

__all__ = ["Lines"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))


class Lines(io.TextIOBase):
    """A stream to read from. Whenever a line is wanted, `ask` gives one, without its end, or None: no more.

    `input`, `readline`, a loop over the lines and `read` all take from here, so none finds lines that
    another has had. After None there is nothing until `renew`.
    """

    mode = "r"
    encoding = "utf-8"
    errors = "strict"
    name = "<stdin>"

    def __init__(self, ask: Callable[[], str | None]) -> None:
        super().__init__()
        self._ask = ask
        self._rest = ""
        self._is_over = False

    def renew(self) -> None:
        """Forget what was left of a line, and that there was no more."""
        self._rest = ""
        self._is_over = False

    def readable(self) -> bool:
        """Always: this is all that the stream is for."""
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # None: as every text stream
        """The next line with its end, or what is left of it; empty when there is no more."""
        if not self._rest:
            self._fetch()
        end = self._rest.find("\n") + 1 or len(self._rest)
        return self._take(end if size is None or size < 0 else min(size, end))

    def read(self, size: int | None = -1, /) -> str:
        """All lines until there are no more, or `size` characters."""
        wanted = -1 if size is None else size
        while (wanted < 0 or len(self._rest) < wanted) and self._fetch():
            pass
        return self._take(len(self._rest) if wanted < 0 else wanted)

    def close(self) -> None:
        """Stay open: a program that closes its input finds it open at its next start."""

    def _fetch(self) -> bool:
        """Whether there was one more line."""
        line = None if self._is_over else self._ask()
        self._is_over = line is None
        if line is not None:
            self._rest += f"{line}\n"
        return line is not None

    def _take(self, count: int) -> str:
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken
