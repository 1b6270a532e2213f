"""Exercises and observations made by hand, for tests of the judging side: no program is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.calls import argument_values, arguments_to_wire
from checker.exercise import LoadedExercise
from checker.model import (
    Case,
    CaseObservation,
    Check,
    Component,
    Ended,
    Exercise,
    Frame,
    Mistake,
    Observation,
    ProbeOutcome,
    ProbeResult,
    ProgramOutcome,
    ProgramResult,
    Raised,
    RunResult,
    SameObject,
    Value,
    ValueKind,
    Wire,
)
from checker.table import Table, TableCase
from checker.wire import write

PAIR = (Component("recall"), Component("mrr"))
ONE = (Component("anteil"),)
NOT_RUN = ProbeResult(ProbeOutcome.NOT_RUN)
UNFINISHED = ProbeResult(ProbeOutcome.UNFINISHED)
GENERATOR = Value(ValueKind.ITERATOR, None, (), "generator", 0)


def value_of(obj: object) -> Value:
    """A plain Python value as it would be seen; a Value stays as it is."""
    return obj if isinstance(obj, Value) else argument_values(arguments_to_wire([Case((obj,))]), 0)[0]


def wire_of(obj: object) -> Wire:
    """The wire form of a plain Python value, or of a Value."""
    return write(value_of(obj))


def gave(obj: object, stdout: str = "", mutated: tuple[int, ...] = ()) -> ProbeResult:
    """A probe that gave a value."""
    return ProbeResult(ProbeOutcome.VALUE, value_of(obj), stdout=stdout, mutated=mutated)


def raised(kind: str, message: str = "", line: int = 3, text: str = "x") -> ProbeResult:
    """A probe that raised, in the learner's function f."""
    return ProbeResult(ProbeOutcome.RAISED, raised=Raised(kind, message, (Frame(line, "f", text),)))


def known(obj: object, stdout: str = "") -> CaseObservation:
    """What a known program gave: a value, or an exception by its type."""
    if isinstance(obj, type) and issubclass(obj, BaseException):
        return CaseObservation(raised=obj.__name__, stdout=stdout)
    return CaseObservation(value=value_of(obj), stdout=stdout)


def function(
    checks: Mapping[str, Sequence[tuple[Case, object]]],
    components: tuple[Component, ...] = PAIR,
    mistakes: Mapping[str, tuple[str, Sequence[object]]] | None = None,
    parameters: tuple[str, ...] = ("faelle",),
    published: str | None = None,
) -> LoadedExercise:
    """A function exercise f: its checks by name, each a list of cases and what they give."""
    cases = [(name, case, due) for name, rows in checks.items() for case, due in rows]
    calls = arguments_to_wire([case for _, case, _ in cases])
    rows = tuple(
        TableCase(name, case.name, args, known(due))
        for (name, case, due), args in zip(cases, calls, strict=True)
    )
    columns = tuple(
        Mistake(name, message, tuple(known(item) for item in column))
        for name, (message, column) in (mistakes or {}).items()
    )
    exercise = Exercise(
        name="f",
        components=components,
        checks=tuple(Check(name, f"Titel {name}") for name in checks),
        parameters=parameters,
        published=published,
    )
    return LoadedExercise("lektion/f", exercise, Table("3.14.2", {}, rows, columns))


def simple(*results: object, components: tuple[Component, ...] = PAIR) -> LoadedExercise:
    """A function exercise of one check whose n-th case has the argument [0, …, n] and gives results[n]."""
    return function({"alle": [(Case((list(range(n)),)), due) for n, due in enumerate(results)]}, components)


def value(*due: object, components: Sequence[str] = ("a", "b"), tolerance: float = 1e-9) -> LoadedExercise:
    """A value exercise that binds `antwort` to a tuple of these."""
    exercise = Exercise(
        name="antwort",
        components=tuple(Component(name, tolerance) for name in components),
        checks=tuple(Check(name, f"Titel {name}") for name in components),
    )
    expected = known(due if len(due) > 1 else due[0])
    return LoadedExercise(
        "lektion/werte", exercise, Table("3.14.2", {}, (TableCase(None, None, (), expected),), ())
    )


def seen(
    *probes: ProbeResult,
    ended: Ended = Ended.COMPLETE,
    program: ProgramResult | None = None,
    output_cut: bool = False,
    detail: str = "",
) -> Observation:
    """What was seen of a program in one run."""
    ran = ProgramResult(ProgramOutcome.RAN, names=("f",)) if program is None else program
    return Observation(ended, (RunResult(ran, probes),), "3.14.2", 0.25, output_cut, detail)


def seen_alone(*probes: ProbeResult, ended: Ended = Ended.COMPLETE) -> Observation:
    """What was seen of calls each in a run of its own."""
    ran = ProgramResult(ProgramOutcome.RAN, names=("f",))
    return Observation(ended, tuple(RunResult(ran, (probe,)) for probe in probes), "3.14.2", 0.5)


def three_checks() -> LoadedExercise:
    """Examples, a check of two cases, and one that gives the first list again."""
    return function(
        {
            "beispiele": [(Case(([1, 2],), name="liste"), (0.0, 0.5))],
            "mehr": [(Case(([1] * 9,)), (1.0, 0.25)), (Case(([3],)), (1.0, 1.0))],
            "gleiche": [(Case((SameObject("liste", 0),)), (0.0, 0.5))],
        },
        published="beispiele",
    )


ALL_RIGHT = (gave((0.0, 0.5)), gave((1.0, 0.25)), gave((1.0, 1.0)), gave((0.0, 0.5)))
