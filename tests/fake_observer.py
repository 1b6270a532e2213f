"""Observing functions that stand in for the real one, so that isolation is tested by itself."""

from __future__ import annotations

import json
from collections.abc import Callable


def observe(source: str, plan: str, emit: Callable[[str], None]) -> None:
    """Run the program with `emit` and `plan` at hand; tell what it raised."""
    emit(json.dumps({"e": "run", "run": 0}))
    names = {"emit": emit, "plan": plan, "__name__": "__main__"}
    try:
        exec(compile(source, "program.py", "exec"), names)
    except Exception as error:  # noqa: BLE001
        emit(json.dumps({"e": "raised", "type": type(error).__name__}))
    emit(json.dumps({"e": "end"}))


def fail(source: str, plan: str, emit: Callable[[str], None]) -> None:
    """Fail as no observing function may."""
    raise RuntimeError("observing failed")


def run_out_of_memory(source: str, plan: str, emit: Callable[[str], None]) -> None:
    """Need more than there is, outside of the program."""
    emit(json.dumps({"e": "run", "run": 0}))
    bytearray(2**40)
