"""Observing a program: what it does is told in events, nothing of it is judged.

This runs beside the program in one interpreter, which is not to be trusted afterwards. An event is a
JSON text; `observation.py` on the trusted side knows what to believe of them.
"""

from __future__ import annotations

import builtins
import re
import sys
import warnings
from collections.abc import Callable, Mapping
from types import CodeType

from checker.arguments import Arguments, Pool, numbers_in
from checker.capture import capture
from checker.guard import Called, Guard
from checker.jsontext import json_text
from checker.model import Probe, ProbeKind, ProbeOutcome, ProgramOutcome, RunPlan, Wire
from checker.plan import plan_from_json
from checker.program import Refused, Source, describe, new_main, public_names, set_main
from checker.stream import Kept, Outlet
from checker.voice import Voice

__all__ = ["observe"]

# The functions below keep the builtins of this moment, whatever a program does to the shared ones.
globals()["__builtins__"] = dict(vars(builtins))

KEPT = 64 * 1024
"""Characters of output that are told in all."""

_PYTHON = ".".join(map(str, sys.version_info[:3]))

# What calling with the wrong number or names of arguments is told by, in every version.
_MISFIT = re.compile(
    r"takes |missing (\d+ )?required |got an unexpected keyword|got multiple values|expected [\w ]*argument"
)

_IGNORED = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)

_MISSING = object()

# Held from before any program was started: there may be several in one interpreter.
_catch_warnings, _forget_filters = warnings.catch_warnings, warnings.resetwarnings
_filter_by_module, _filter = warnings.filterwarnings, warnings.simplefilter
_find_misfit = _MISFIT.search
_args_of = vars(BaseException)["args"].__get__
_traceback_of = vars(BaseException)["__traceback__"].__get__


def observe(source: str, plan_text: str, emit: Callable[[str], None]) -> None:
    """Start a program as often as the plan has runs, put the probes to it, and emit what is seen.

    `emit` is called with one JSON text an event, from one thread at a time. After
    `{"e":"output_limit"}` it is never called again: whoever hosts this is to end the interpreter.
    Raises ValueError for a malformed plan, MemoryError after the first probe that raised one (or when
    there is none left even to tell of that), and nothing else of its own. What a program did to modules
    that it shares with a later one stays.
    """
    plan = plan_from_json(plan_text)
    voice = Voice(emit)
    observer = _Observer(Source(source, plan.filename), numbers_in(plan_text), voice)
    with observer, _catch_warnings(module=warnings):
        for number, run in enumerate(plan.runs):
            observer.run(number, run)
        voice.say({"e": "end", "python": _PYTHON, "output_cut": observer.output_cut})


class _Observer:
    """One program under observation; as a context manager it gives the interpreter back as it was."""

    def __init__(self, source: Source, numbers: Mapping[str, Callable[..., object]], voice: Voice) -> None:
        self._source = source
        self._sources = {source.filename: source}
        self._numbers = numbers
        self._voice = voice
        self._kept = Kept(KEPT)
        self._outlet = Outlet(self._kept, self._at_limit)
        self._guard = Guard({"argv": [source.filename], **self._outlet.attributes()})
        self._code: CodeType | None = None
        self._refused: Refused | None = None

    def __enter__(self) -> None:
        try:
            self._code = self._source.compile()
        except Refused as refused:
            self._refused = refused
        self._guard.enter()

    def __exit__(self, *_: object) -> None:
        self._guard.fresh()
        self._guard.leave()
        self._source.hide()

    @property
    def output_cut(self) -> bool:
        return self._kept.cut

    def _at_limit(self) -> None:
        self._guard.aside(lambda: self._voice.say({"e": "output_limit"}, last=True))

    def run(self, number: int, run: RunPlan) -> None:
        """Start the program anew and put the probes of one run to it."""
        if self._outlet.exceeded:
            return
        self._voice.say({"e": "run", "run": number})
        # Texts, to be read anew for every call.
        texts = [json_text(list(probe.args)) for probe in run.probes]
        namespace = self._start(number)
        pool = Pool(self._numbers)
        for index, probe in enumerate(run.probes):
            if namespace is None or self._outlet.exceeded:
                return
            self._voice.say({"e": "call", "run": number, "probe": index})
            arguments = pool.arguments(index, texts[index])
            result = self._answer(probe, namespace, arguments)
            self._voice.say({"e": "result", "run": number, "probe": index, **result, **self._kept.take()})
            if _is_out_of_memory(result):
                # The other calls would fill it as slowly, and what they gave would tell nothing more.
                raise MemoryError("the program has used up its memory")

    def _start(self, number: int) -> dict[str, object] | None:
        """The namespace of the program once it ran; None when it did not run to its end."""
        event: dict[str, Wire] = {"e": "program", "run": number, "names": []}
        if self._code is None:
            raised = None if self._refused is None else self._refused.raised
            event |= {"outcome": ProgramOutcome.SYNTAX_ERROR.value, "raised": raised, "seconds": 0.0}
            self._voice.say(event | {"stdout": "", "stderr": ""})
            return None
        self._guard.fresh()
        self._outlet.renew()
        self._source.show()
        _default_warnings()
        module = new_main(self._source.filename)
        namespace = vars(module)
        set_main(module)
        called = self._guard.call(exec, self._code, namespace)
        ran = called.error is None
        event |= {
            "outcome": (ProgramOutcome.RAN if ran else ProgramOutcome.RAISED).value,
            "raised": None if called.error is None else describe(called.error, self._sources),
            "names": public_names(namespace),
            "seconds": called.seconds,
        }
        called.forget()
        self._voice.say(event | self._kept.take())
        return namespace if ran else None

    def _answer(self, probe: Probe, namespace: Mapping[str, object], arguments: Arguments) -> dict[str, Wire]:
        try:
            target = namespace.get(probe.name, _MISSING)
            if target is _MISSING:
                return _result(ProbeOutcome.NO_NAME)
            if probe.kind is ProbeKind.VALUE:
                return _result(ProbeOutcome.VALUE, value=capture(target))
            if not callable(target):
                return _result(ProbeOutcome.NOT_CALLABLE)
            called = self._guard.call(target, *arguments.values)
            answer = self._outcome(called)
            called.forget()
            mutated: list[Wire] = [*arguments.changed()]
        except BaseException as error:  # noqa: BLE001 - a signal or a thread of the program's interrupts us
            return _result(ProbeOutcome.RAISED, raised=describe(error, self._sources))
        return answer | {"mutated": mutated, "seconds": called.seconds}

    def _outcome(self, called: Called) -> dict[str, Wire]:
        if called.error is None:
            return _result(ProbeOutcome.VALUE, value=capture(called.value))
        outcome = ProbeOutcome.WRONG_PARAMETERS if _is_misfit(called.error) else ProbeOutcome.RAISED
        return _result(outcome, raised=describe(called.error, self._sources))


def _result(outcome: ProbeOutcome, **more: Wire) -> dict[str, Wire]:
    return {"outcome": outcome.value, "mutated": [], "seconds": 0.0, **more}


def _is_out_of_memory(result: Mapping[str, Wire]) -> bool:
    raised = result.get("raised")
    return isinstance(raised, dict) and raised["type"] == "MemoryError"


def _is_misfit(error: BaseException) -> bool:
    """Whether a call failed at its arguments: a TypeError that says so, with no frame below the call's."""
    trace = _traceback_of(error)
    if type(error) is not TypeError or trace is None or trace.tb_next is not None:
        return False
    args = _args_of(error)
    return len(args) == 1 and type(args[0]) is str and _find_misfit(args[0]) is not None


def _default_warnings() -> None:
    """Python's own filters, whatever the host has set: a program sees the same ones everywhere."""
    _forget_filters()
    _filter_by_module("default", category=DeprecationWarning, module="__main__")
    for category in _IGNORED:
        _filter("ignore", category, append=True)
