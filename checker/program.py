"""A learner's source text, started as `__main__`, and what it raises told as data.

Exceptions are told with the frames of the learner's own file only, its lines read from the source text.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import linecache
import sys
import warnings
from collections import deque
from collections.abc import Iterable, Mapping
from types import CodeType, ModuleType, TracebackType

from checker.capture import bounded, plain, type_name
from checker.model import Wire

__all__ = ["Refused", "Source", "describe", "new_main", "public_names", "set_main"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))

MESSAGE = 2000
LINE = 200
FIRST = LAST = 10
NAMES = 100

# The reference evaluates annotations only when they are asked for (PEP 649); earlier versions come
# nearest to that by not evaluating them at all.
_FLAGS = 0 if sys.version_info >= (3, 14) else __future__.annotations.compiler_flag

_INLINED = {"<listcomp>", "<dictcomp>", "<setcomp>"}

_shared = builtins
_modules = sys.modules
_catch_warnings, _set_filter = warnings.catch_warnings, warnings.simplefilter
_lines = linecache.cache
_traceback_of = vars(BaseException)["__traceback__"].__get__


class Refused(Exception):  # noqa: N818 - it is told as a syntax error, and is none of ours
    """Python does not accept the source text; `raised` says why, `error` is Python's own exception."""

    def __init__(self, raised: Mapping[str, Wire], error: BaseException) -> None:
        super().__init__(raised)
        self.raised = raised
        self.error = error


class Source:
    """A source text under the name of the file that it is run as."""

    __slots__ = ("filename", "lines", "text")

    def __init__(self, text: str, filename: str) -> None:
        self.filename = filename
        self.text = text.removeprefix("\ufeff")  # as Python does with a file that begins so
        # Only what Python takes for the end of a line: splitlines also divides at form feeds.
        self.lines = tuple(self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))

    def line(self, number: int) -> str:
        """A line by its number from 1, bounded; empty where there is none."""
        return plain(self.lines[number - 1], LINE) if 0 < number <= len(self.lines) else ""

    def show(self) -> None:
        """Let tracebacks that Python itself writes find the lines."""
        _lines[self.filename] = (len(self.text), None, [line + "\n" for line in self.lines], self.filename)

    def hide(self) -> None:
        """Undo `show`."""
        _lines.pop(self.filename, None)

    def compile(self, tree: ast.Module | ast.Expression | None = None) -> CodeType:
        """The code of the text, or of a syntax tree made from it; raises Refused."""
        mode = "eval" if type(tree) is ast.Expression else "exec"
        with _Compiling(self):
            code: CodeType = compile(tree or self.text, self.filename, mode, _FLAGS, dont_inherit=True)
        return code

    def parse(self) -> ast.Module:
        """The syntax tree of the text; raises Refused."""
        with _Compiling(self):
            tree: ast.Module = compile(
                self.text, self.filename, "exec", _FLAGS | ast.PyCF_ONLY_AST, dont_inherit=True
            )
        return tree

    def refusal(self, error: Exception) -> dict[str, Wire]:
        """Why Python does not accept the text, as data: always a syntax error, with a line if possible."""
        kind, message, line, column = "SyntaxError", str(error), None, None
        if isinstance(error, SyntaxError):
            kind, message, line = type(error).__name__, str(error.msg), error.lineno
            column = None if error.offset is None else max(error.offset, 1)
        elif isinstance(error, UnicodeEncodeError):
            message = f"(unicode error) {message}"
            line, column = self._place(error.start)
        elif not isinstance(error, ValueError):
            # The deepest nesting nearly always stands in the longest line.
            message = f"too complex to compile ({type(error).__name__}: {message})".replace(": )", ")")
            line = max(range(len(self.lines)), key=lambda index: len(self.lines[index])) + 1
        if "\0" in self.text and "null bytes" in message:
            line, column = self._place(self.text.index("\0"))
        if line is not None:
            line = min(max(line, 1), len(self.lines))
        return {
            "type": kind,
            "message": plain(message, MESSAGE),
            "frames": [],
            "line": line,
            "column": column,
            "text": None if line is None else self.line(line),
        }

    def _place(self, index: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character of the text."""
        before = Source(self.text[:index], "").lines
        return len(before), len(before[-1]) + 1


class _Compiling:
    """Around a compilation: no warning comes out of it, and of the errors only Refused."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._quiet = _catch_warnings(module=warnings)

    def __enter__(self) -> None:
        self._quiet.__enter__()
        _set_filter("ignore")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._quiet.__exit__(kind, error, trace)
        if isinstance(
            error, (SyntaxError, ValueError, OverflowError, MemoryError, RuntimeError, SystemError)
        ):
            raise Refused(self._source.refusal(error), error) from None


def new_main(filename: str | None = None) -> ModuleType:
    """A new empty module `__main__`, that seems to come from `filename`."""
    module = ModuleType("__main__")
    namespace = vars(module)
    namespace["__builtins__"] = _shared
    if filename is not None:
        namespace.update(__file__=filename, __cached__=None)
    return module


def set_main(module: ModuleType) -> ModuleType:
    """Make a module the one that `import __main__` finds; returns the one before it."""
    before = _modules.get("__main__", module)
    _modules["__main__"] = module
    return before


def public_names(namespace: Mapping[str, object]) -> list[Wire]:
    """The first names in a namespace that do not begin with an underscore."""
    names: list[Wire] = []
    for name in list(namespace):
        if type(name) is str and not name.startswith("_") and len(names) < NAMES:
            names.append(plain(name, NAMES))
    return names


# --- exceptions -------------------------------------------------------------------------------


def describe(
    error: BaseException, sources: Mapping[str, Source], *, with_files: bool = False
) -> dict[str, Wire]:
    """An exception as data; `sources` are the program's own files by name, said of each frame if asked.

    Only `__str__` is the program's: what it raises or returns does no harm.
    """
    frames: list[Wire] = []
    for filename, function, line in _frames(_traceback_of(error), sources):
        text = sources[filename].line(line).strip()
        frame: dict[str, Wire] = {"line": line, "function": plain(function, LINE), "text": text}
        frames.append(frame | {"file": filename} if with_files else frame)
    return {"type": type_name(type(error)), "message": _message(error), "frames": frames}


def _message(error: BaseException) -> str:
    try:
        return bounded(str(error), MESSAGE)
    except BaseException:  # noqa: BLE001 - the program's own __str__
        return "<exception str() failed>"


def _frames(traceback: TracebackType | None, sources: Mapping[str, Source]) -> Iterable[tuple[str, str, int]]:
    """The first and the last frames in the program's own files: file, function and line of each."""
    first: list[tuple[str, str, int]] = []
    last: deque[tuple[str, str, int]] = deque(maxlen=LAST)
    for filename, function, line in _own_lines(traceback, sources):
        kept = last or first
        # Before 3.12 a comprehension has a frame of its own, within that of its function.
        if function in _INLINED and kept and kept[-1][0] == filename:
            kept[-1] = (filename, kept[-1][1], line)
        elif len(first) < FIRST:
            first.append((filename, function, line))
        else:
            last.append((filename, function, line))
    return (*first, *last)


def _own_lines(
    traceback: TracebackType | None, sources: Mapping[str, Source]
) -> Iterable[tuple[str, str, int]]:
    while traceback is not None:
        code = traceback.tb_frame.f_code
        filename = code.co_filename
        if type(filename) is str and filename in sources:
            yield filename, code.co_name, traceback.tb_lineno or code.co_firstlineno
        traceback = traceback.tb_next
