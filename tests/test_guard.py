from __future__ import annotations

import ast
import builtins
import gc
import signal
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import checker.capture
import checker.compare
from checker.guard import AT_WORK, FRAMES, Guard


@pytest.fixture
def guard() -> Any:
    """A guard whose state of the program is undone at the end."""
    made = Guard({})
    made.enter()
    yield made
    made.fresh()
    made.leave()


def test_a_call_gives_the_value_and_the_seconds(guard: Guard) -> None:
    def add(a: int, b: int) -> int:
        time.sleep(0.01)
        return a + b

    called = guard.call(add, 1, 2)
    assert (called.value, called.error) == (3, None)
    assert 0.01 <= called.seconds < 5


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt, GeneratorExit])
def test_whatever_is_raised_is_data(guard: Guard, error: type[BaseException]) -> None:
    def fail() -> None:
        raise error

    assert type(guard.call(fail).error) is error


def test_the_builtins_of_a_program_hold_while_its_code_runs(guard: Guard) -> None:
    def patch() -> None:
        vars(builtins)["len"] = None
        vars(builtins)["neu"] = 1
        del vars(builtins)["print"]

    before = len, print
    guard.call(patch)
    assert (len, print) == before
    found = guard.call(lambda: (vars(builtins)["len"], "print" in vars(builtins), vars(builtins)["neu"]))
    assert found.value == (None, False, 1)
    assert (len, print) == before


def test_a_fresh_start_forgets_what_a_program_did(guard: Guard) -> None:
    def patch() -> None:
        vars(builtins).update(len=None, neu=1)
        sys.modules["json"] = None  # type: ignore[assignment]
        sys.modules["nix"] = 3  # type: ignore[assignment]
        sys.modules["echt"] = ModuleType("echt")
        sys.path.clear()
        sys.setrecursionlimit(5000)
        gc.callbacks.append(lambda phase, info: None)

    path, callbacks = list(sys.path), list(gc.callbacks)
    guard.call(patch)
    guard.fresh()
    assert guard.call(lambda: (len, "neu" in vars(builtins))).value == (len, False)
    assert sys.modules["json"] is not None
    assert "nix" not in sys.modules
    assert sys.modules.pop("echt").__name__ == "echt"
    assert (sys.path, gc.callbacks) == (path, callbacks)
    limit: Any = guard.call(sys.getrecursionlimit).value
    assert limit < 5000


def test_own_modules_cannot_be_changed_by_the_way(guard: Guard) -> None:
    before = checker.capture.capture

    def patch() -> None:
        vars(checker.capture)["capture"] = None

    guard.call(patch)
    assert checker.capture.capture is before


def test_own_modules_that_nobody_needs_meanwhile_are_as_before_when_it_is_over() -> None:
    before = checker.compare.compare
    guard = Guard({})
    guard.enter()
    guard.call(lambda: vars(checker.compare).update(compare=None))
    guard.fresh()
    guard.leave()
    assert checker.compare.compare is before


def test_all_that_works_beside_a_program_is_looked_at_after_every_call() -> None:
    needed: set[str] = set()
    waiting = {"observe", "cell", "child"}
    while waiting:
        name = waiting.pop()
        needed.add(name)
        path = Path(checker.capture.__file__).with_name(f"{name}.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                package, _, module = node.module.partition(".")
                if package == "checker":
                    waiting |= ({module} if module else {alias.name for alias in node.names}) - needed
    assert needed == AT_WORK


def test_a_trace_function_is_off_between_calls_and_on_within(guard: Guard) -> None:
    own = sys.gettrace()
    seen: list[str] = []

    def trace(frame: Any, event: str, arg: object) -> None:
        seen.append(frame.f_code.co_name)

    def named() -> None:
        pass

    guard.call(lambda: sys.settrace(trace))
    assert sys.gettrace() is own
    guard.call(named)
    assert sys.gettrace() is own
    assert "named" in seen


def test_how_deep_a_program_may_recurse_does_not_depend_on_how_deep_we_are(guard: Guard) -> None:
    def depth(number: int = 1) -> int:
        try:
            return depth(number + 1)
        except RecursionError:
            return number

    def deeper(left: int) -> Any:
        return deeper(left - 1) if left else guard.call(depth).value

    shallow: Any = guard.call(depth).value
    assert abs(shallow - deeper(300)) <= 2
    assert abs(shallow - FRAMES) <= 10


def test_a_timer_ends_with_the_call_that_set_it(guard: Guard) -> None:
    def ring(*_: object) -> None:
        raise TimeoutError

    def wind() -> None:
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.01)

    before = signal.getsignal(signal.SIGALRM)
    assert guard.call(wind).error is None
    time.sleep(0.03)
    guard.fresh()
    assert signal.getsignal(signal.SIGALRM) is before


def test_attributes_of_sys_are_the_programs_between_enter_and_leave() -> None:
    guard = Guard({"argv": ["a.py"], "neu": 1})
    before = sys.argv
    guard.enter()
    assert (sys.argv, vars(sys)["neu"]) == (["a.py"], 1)
    guard.leave()
    assert sys.argv is before
    assert not hasattr(sys, "neu")


def test_builtins_of_its_own_are_seen_by_the_program_only() -> None:
    guard = Guard({}, {"input": "eigene"})
    assert guard.call(lambda: vars(builtins)["input"]).value == "eigene"
    assert input is not None
    assert vars(builtins)["input"] != "eigene"


def test_work_of_ours_in_the_midst_of_a_call_finds_our_builtins(guard: Guard) -> None:
    found: list[object] = []

    def patch() -> None:
        vars(builtins)["len"] = None
        guard.aside(lambda: found.append(vars(builtins)["len"]))
        found.append(vars(builtins)["len"])

    guard.call(patch)
    assert found == [len, None]
