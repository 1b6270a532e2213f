"""Cells: pieces of a program, run one after the other in one namespace, as in a notebook.

What a cell prints is told while it runs; the value of an expression at its end follows.
"""

from __future__ import annotations

import ast
import builtins
import time
import traceback
from _thread import RLock
from collections.abc import Callable, Container, Iterator
from types import CodeType

from checker.capture import bounded, plain
from checker.guard import Called, Guard
from checker.lines import Lines
from checker.model import Wire
from checker.program import Refused, Source, describe, new_main, set_main
from checker.stream import WRITTEN, Outlet
from checker.voice import Voice

__all__ = ["Console"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))

SHOWN = 256 * 1024
"""Characters of output that are told of one cell."""

VALUE = 10_000
TRACEBACK = 20_000
PROMPT = 1000

_PIECE = 4096
_EAGER = 1000
_PAUSE = 0.05

_clock = time.perf_counter
_traceback_of = vars(BaseException)["__traceback__"].__get__
_repr = repr


class Console:
    """One namespace, and the cells that were run in it.

    For every line that a program reads, `ask` is called with what stands before the cursor (the
    question, as a rule) and gives the line, or None for no more. Without it there is none to read.
    """

    def __init__(self, ask: Callable[[str], str | None] | None = None) -> None:
        self._ask = ask
        self._waited = 0.0
        self._live = _Live()
        self._lines = Lines(self._line)
        self._outlet = Outlet(self._show, self._at_limit, self._flush, stdin=self._lines)
        self._guard = Guard(self._outlet.attributes())
        self._module = new_main()
        self._sources: dict[str, Source] = {}

    def run(self, source: str, filename: str, emit: Callable[[str], None]) -> None:
        """Run one cell and emit its events, one JSON text each.

        `filename` is what tracebacks call the cell, different for every run. After
        `{"e":"output_limit"}` nothing is emitted any more: the interpreter is to be ended.
        """
        voice = Voice(emit)
        cell = Source(source, filename)
        self._sources[filename] = cell
        self._live.begin(voice)
        self._lines.renew()
        self._outlet.renew(WRITTEN)
        before = set_main(self._module)
        self._guard.enter()
        try:
            seconds = self._run(cell, voice)
            self._live.flush()
            voice.say({"e": "end", "seconds": seconds}, last=True)
        finally:
            self._guard.leave()
            set_main(before)

    def _run(self, cell: Source, voice: Voice) -> float:
        """Run the statements, then the expression at the end, if there is one; returns the seconds used.

        The time in which it waited for a line is not counted.
        """
        seconds = 0.0
        self._waited = 0.0
        cell.show()
        try:
            steps = _steps(cell)
        except Refused as refused:
            voice.say({"e": "error", "raised": refused.raised, "traceback": _refusal_text(refused)})
            return seconds
        called = Called()
        for function, code in steps:
            called = self._guard.call(function, code, vars(self._module))
            seconds += called.seconds
            if called.error is not None:
                break
        if called.value is not None:
            called = self._guard.call(_repr, called.value)
            seconds += called.seconds
        self._live.flush()
        if called.error is not None:
            voice.say(self._error(called.error))
        elif called.value is not None:
            text = bounded(called.value, VALUE)  # type: ignore[arg-type]  # what repr gave
            voice.say({"e": "value", "text": text})
        called.forget()
        return max(0.0, seconds - self._waited)

    def _error(self, error: BaseException) -> dict[str, Wire]:
        for cell in self._sources.values():
            cell.show()
        raised = describe(error, self._sources, with_files=True)
        try:
            text = "".join(_own_traceback(error, self._sources).format())
        except BaseException:  # noqa: BLE001 - it asks the program's own exceptions for more than __str__
            text = f"{raised['type']}: {raised['message']}"
        return {"e": "error", "raised": raised, "traceback": _without_middle(text)}

    # called by the program's own code

    def _show(self, name: str, text: str) -> None:
        self._live.add(name, text)
        if self._live.is_due(line_ended="\n" in text):
            self._flush()

    def _flush(self) -> None:
        self._guard.aside(self._live.flush)

    def _at_limit(self) -> None:
        self._guard.aside(self._live.end)

    def _line(self) -> str | None:
        """Ask for a line, and show it where a terminal would."""
        answers: list[str | None] = [None]
        self._guard.aside(lambda: self._have_asked(answers))
        return answers[0]

    def _have_asked(self, answers: list[str | None]) -> None:
        self._live.flush()
        if self._ask is None:
            return
        begin = _clock()
        try:
            answers[0] = answer = self._ask(self._live.unfinished)
        finally:
            self._waited += _clock() - begin
        if answer is not None:
            self._live.add("stdin", f"{answer}\n")
            self._live.flush()


class _Live:
    """Tells output in order while it comes: by line at first, in larger pieces once there is much."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._voice: Voice | None = None
        self._reset()

    def _reset(self) -> None:
        self._pieces: list[tuple[str, str]] = []
        self._size = 0
        self._since = 0.0
        self._left = SHOWN
        self._events = 0
        self.unfinished = ""
        """The end of what was told, if it is not that of a line."""

    def begin(self, voice: Voice) -> None:
        """Tell what comes from now on to `voice`; what an earlier cell left behind is dropped."""
        with self._lock:
            self._voice = voice
            self._reset()

    def add(self, name: str, text: str) -> None:
        """Take a piece of output."""
        with self._lock:
            if not self._pieces:
                self._since = _clock()
            if self._left >= 0:
                self._pieces.append((name, text))
                self._size += len(text)

    def is_due(self, *, line_ended: bool) -> bool:
        """Whether what was taken should be told now."""
        is_calm = self._events < _EAGER or _clock() - self._since > _PAUSE
        return self._size >= _PIECE or (line_ended and is_calm)

    def flush(self) -> None:
        """Tell all that was taken so far."""
        with self._lock:
            pieces, self._pieces, self._size = self._pieces, [], 0
            for name, text in _joined(pieces):
                self._tell(name, text)

    def end(self) -> None:
        """Tell that there was more than may be written, and nothing after that."""
        self.flush()
        if self._voice is not None:
            self._voice.say({"e": "output_limit"}, last=True)

    def _tell(self, name: str, text: str) -> None:
        if self._voice is None or self._left < 0:
            return
        if kept := plain(text, self._left):
            self._voice.say({"e": name, "text": kept})
            self.unfinished = (self.unfinished + kept).rpartition("\n")[2][-PROMPT:]
        self._events += 1
        self._left -= len(text)
        if self._left < 0:
            self._voice.say({"e": "output_cut"})


def _joined(pieces: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Pieces that follow each other on one stream as one."""
    texts: list[str] = []
    for index, (name, text) in enumerate(pieces):
        texts.append(text)
        if index + 1 == len(pieces) or pieces[index + 1][0] != name:
            yield name, "".join(texts)
            texts.clear()


def _steps(cell: Source) -> list[tuple[Callable[..., object], CodeType]]:
    """The functions to call with the code that each is to run; raises Refused."""
    tree = cell.parse()
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        return [(exec, cell.compile(tree))]
    del tree.body[-1]
    return [(exec, cell.compile(tree)), (eval, cell.compile(ast.Expression(last.value)))]


def _own_traceback(error: BaseException, own: Container[str]) -> traceback.TracebackException:
    """What Python itself would write, with the program's own frames only, in causes and groups too."""
    told = traceback.TracebackException(type(error), error, _traceback_of(error), compact=True)
    waiting = [told]
    while waiting:
        part = waiting.pop()
        part.stack[:] = [frame for frame in part.stack if frame.filename in own]
        related = (part.__cause__, part.__context__, *(part.exceptions or ()))
        waiting += [each for each in related if each is not None]
    return told


def _refusal_text(refused: Refused) -> str:
    error = refused.error
    if not isinstance(error, SyntaxError):
        return f"{refused.raised['type']}: {refused.raised['message']}\n"
    lines = traceback.TracebackException(type(error), error, None).format_exception_only()
    return _without_middle("".join(lines))


def _without_middle(text: str) -> str:
    if len(text) > TRACEBACK:
        half = TRACEBACK // 2 - 10
        text = f"{text[:half]}\n  [...]\n{text[-half:]}"
    return plain(text, TRACEBACK)
