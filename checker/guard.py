"""Keeps the state of the interpreter that a program may change apart from ours.

Whenever a program's code has returned, what our own work rests on is put back, and the program finds
its own state again when it goes on. Our functions would not need that for the builtins (each module
here holds its own), but those of the standard library and of the host do.
"""

from __future__ import annotations

import builtins
import gc
import signal
import sys
import time
from collections.abc import Callable, Mapping
from operator import is_
from types import FrameType, ModuleType

__all__ = ["AT_WORK", "FRAMES", "Called", "Guard"]

_SHARED = vars(builtins)
_COLLECTOR = gc.callbacks
_MODULES: dict[str, object] = vars(sys)["modules"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(_SHARED)

FRAMES = 1000
"""How deep a program may recurse until it changes the limit itself; the same under every host."""

AT_WORK = frozenset(
    {
        *("arguments", "capture", "cell", "child", "guard", "jsontext", "kernel"),
        *("lines", "model", "observe", "plan", "program", "stream", "voice"),
    }
)
"""The modules of this package whose functions are called while a program is not over yet."""

_OURS = 500
_RESERVE = 4 * 2**20
_LISTS = ("path", "meta_path", "path_hooks")
_SIGNALS = ("SIGINT", "SIGALRM", "SIGVTALRM", "SIGPROF")
_TIMERS = ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
_MISSING = object()

# Held from before any program was started.
_clock = time.perf_counter
_get_limit, _set_limit = sys.getrecursionlimit, sys.setrecursionlimit
_get_trace, _set_trace = sys.gettrace, sys.settrace
_get_profile, _set_profile = sys.getprofile, sys.setprofile
_get_frame = sys._getframe  # noqa: SLF001 - the documented way to learn how deep one is
_get_timer: Callable[[int], tuple[float, float]] | None = getattr(signal, "getitimer", None)
_set_timer: Callable[[int, float], object] | None = getattr(signal, "setitimer", None)
_get_handler, _set_handler = signal.getsignal, signal.signal


class Called:
    """What came of running a program's code: a value or an exception, and the seconds it took."""

    __slots__ = ("error", "seconds", "value")

    def __init__(self) -> None:
        self.value: object = None
        self.error: BaseException | None = None
        self.seconds = 0.0

    def forget(self) -> None:
        """Let go of value and exception, whose traceback holds this object too: they are freed at once."""
        self.value = self.error = None


class _Kept:
    """What a module of ours held, to be put back."""

    __slots__ = ("_held", "_saved", "_values")

    def __init__(self, module: ModuleType) -> None:
        self._held = vars(module)
        self._saved = dict(self._held)
        self._values = list(self._held.values())

    def restore(self) -> None:
        if not _are_same(self._held, self._values):
            self._held.update(self._saved)


class Guard:
    """The border between a program and us, crossed by `call`.

    `attributes` are what `sys` holds for the program, between `enter` and `leave`; `extra` are builtins
    of its own.
    """

    def __init__(self, attributes: Mapping[str, object], extra: Mapping[str, object] | None = None) -> None:
        self._attributes = dict(attributes)
        self._host_attributes: dict[str, object] = {}
        self._builtins = dict(_SHARED)
        self._builtin_values = list(_SHARED.values())
        self._extra = dict(extra or {})
        self._program_builtins = dict(self._extra)
        self._modules = dict(_MODULES)
        # To look at all of them after every call would take as long as all the rest of an observation.
        own = _own_modules()
        self._at_work = [_Kept(module) for name, module in own.items() if name in AT_WORK]
        self._at_rest = [_Kept(module) for name, module in own.items() if name not in AT_WORK]
        self._lists = {name: (vars(sys)[name], list(vars(sys)[name])) for name in _LISTS}
        # Given up when a program has used all memory, so that this can be told; not touched until then.
        self._reserve = bytes(_RESERVE)
        self._callbacks = list(_COLLECTOR)
        numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        self._handlers = {number: _get_handler(number) for number in numbers}
        self._timers = [number for number in _own_timers() if not _is_running(number)]
        self._limit = _get_limit()
        self._trace = self._program_trace = _get_trace()
        self._profile = self._program_profile = _get_profile()
        self._frames = self._given = FRAMES

    def enter(self) -> None:
        """Give `sys` the program's attributes, noting the host's."""
        held = vars(sys)
        self._host_attributes = {name: held.get(name, _MISSING) for name in self._attributes}
        held.update(self._attributes)

    def leave(self) -> None:
        """Give the host its `sys` back."""
        _set_limit(self._limit)
        for kept in self._at_rest:
            kept.restore()
        _put_back(vars(sys), self._host_attributes)

    def fresh(self) -> None:
        """Bring about the state that a program is to find at its start, whatever one before it did."""
        _put_back(_SHARED, self._builtins)
        for name in [name for name in list(_SHARED) if name not in self._builtins]:
            del _SHARED[name]
        for name, module in list(_MODULES.items()):
            if name not in self._modules and not issubclass(type(module), ModuleType):
                del _MODULES[name]  # something put in place of a module
        _put_back(_MODULES, self._modules)
        for name, (own, content) in self._lists.items():
            own[:] = content
            setattr(sys, name, own)
        _COLLECTOR[:] = self._callbacks
        for number, handler in self._handlers.items():
            _restore_handler(number, handler)
        vars(sys).update(self._attributes)
        self._program_builtins = dict(self._extra)
        self._program_trace, self._program_profile = self._trace, self._profile
        self._frames = FRAMES

    # Nothing of ours may stand between the program's code and the caller's traceback: the caller
    # tells by it whether the call itself failed.
    def call(self, function: Callable[..., object], *args: object) -> Called:
        """Run a function of the program's in the program's state; whatever it raises is data."""
        called = Called()
        self._give()
        begin = _clock()
        try:
            called.value = function(*args)
        except BaseException as error:  # noqa: BLE001 - a program may raise anything
            called.error = error
            if issubclass(type(error), MemoryError):
                self._reserve = b""
        for attempts_left in (2, 1, 0):
            try:
                called.seconds = _clock() - begin
                self._take()
                break
            except BaseException:
                # A trace function of the program's may raise here; the interpreter drops it for that.
                if not attempts_left:
                    raise
        return called

    def aside(self, function: Callable[[], None]) -> None:
        """Do something of ours or the host's while the program's code is under way."""
        self._own_builtins()
        try:
            function()
        finally:
            _put_back(_SHARED, self._program_builtins)

    def _give(self) -> None:
        _put_back(_SHARED, self._program_builtins)
        try:
            self._given = _depth() + self._frames
            _set_limit(self._given)
        except RecursionError:  # a limit too low even to make the call
            self._given = _get_limit()
        if self._program_profile is not self._profile:
            _set_profile(self._program_profile)
        if self._program_trace is not self._trace:
            _set_trace(self._program_trace)

    def _take(self) -> None:
        trace, profile = _get_trace(), _get_profile()
        if trace is not self._trace:
            _set_trace(self._trace)
        if profile is not self._profile:
            _set_profile(self._profile)
        self._program_trace, self._program_profile = trace, profile
        # A timer that went off later would interrupt us, not the program.
        for number in self._timers:
            if _is_running(number):
                _stop(number)
        limit = _get_limit()
        if limit != self._given:
            self._frames = limit
        _set_limit(max(self._limit, _depth() + _OURS))
        self._own_builtins()

    def _own_builtins(self) -> None:
        for kept in self._at_work:
            kept.restore()
        if _are_same(_SHARED, self._builtin_values):
            self._program_builtins = {}
            return
        now = {name: _SHARED.get(name, _MISSING) for name in self._builtins}
        ours = self._builtins
        self._program_builtins = {name: value for name, value in now.items() if value is not ours[name]}
        _put_back(_SHARED, ours)


def _depth() -> int:
    """How many frames there are below the caller's caller, that one included."""
    depth = 0
    frame: FrameType | None = _get_frame(2)
    while frame is not None:
        depth += 1
        frame = frame.f_back
    return depth


def _are_same(held: Mapping[str, object], values: list[object]) -> bool:
    try:
        return len(held) == len(values) and all(map(is_, held.values(), values))
    except RuntimeError:  # a thread is changing them
        return False


def _put_back(held: dict[str, object], saved: Mapping[str, object]) -> None:
    for name, value in saved.items():
        if value is _MISSING:
            held.pop(name, None)
        elif held.get(name, _MISSING) is not value:
            held[name] = value


def _own_modules() -> dict[str, ModuleType]:
    """The modules of this package, which a program may import and change as any other, by name."""
    package = __name__.partition(".")[0]
    found = [(name, module) for name, module in list(_MODULES.items()) if name.partition(".")[0] == package]
    return {name.rpartition(".")[2]: module for name, module in found if isinstance(module, ModuleType)}


def _own_timers() -> list[int]:
    names = _TIMERS if _get_timer and _set_timer else ()
    return [getattr(signal, name) for name in names]


def _is_running(timer: int) -> bool:
    return _get_timer is not None and _get_timer(timer)[0] > 0


def _stop(timer: int) -> None:
    if _set_timer is not None:
        _set_timer(timer, 0)


def _restore_handler(number: int, handler: object) -> None:
    if _get_handler(number) is handler or handler is None:
        return
    try:
        _set_handler(number, handler)  # type: ignore[arg-type]  # what getsignal gave
    except ValueError:  # not in the main thread, where a program can't have changed it
        return
