"""The words of the checker: plain frozen values, importing nothing of ours.

Data flows one way: an exercise gives a `Plan` of probes, the untrusted side answers with an
`Observation`, the trusted side turns exercise and observation into a `Report`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

__all__ = [
    "FORMAT",
    "Case",
    "CaseObservation",
    "Check",
    "CheckReport",
    "Component",
    "ComponentReport",
    "Ended",
    "Exercise",
    "Frame",
    "Kind",
    "Mistake",
    "Observation",
    "Outcome",
    "Plan",
    "Probe",
    "ProbeKind",
    "ProbeOutcome",
    "ProbeResult",
    "ProgramOutcome",
    "ProgramResult",
    "Raised",
    "Report",
    "RunPlan",
    "RunResult",
    "SameObject",
    "Value",
    "ValueKind",
    "Wire",
]

FORMAT = 1
"""Version of every JSON document that this package writes."""

Wire = object
"""A JSON value (None, bool, int, float, str, list, dict) in the tagged form of `wire.py`."""


class Outcome(StrEnum):
    """What came of a check, or of a whole submission."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SYNTAX_ERROR = "syntax_error"
    MISSING = "missing"
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    CRASHED = "crashed"
    NOT_RUN = "not_run"
    CHECKER_ERROR = "checker_error"


class Kind(StrEnum):
    """The kind of difference between a result and the expected one, where no mistake fits."""

    WRONG_VALUE = "wrong_value"
    NOT_A_NUMBER = "not_a_number"
    BOOL_NOT_NUMBER = "bool_not_number"
    TEXT_NOT_NUMBER = "text_not_number"
    COMPLEX_NOT_NUMBER = "complex_not_number"
    NAN = "nan"
    WRONG_TYPE = "wrong_type"
    LIST_NOT_TUPLE = "list_not_tuple"
    SET_NOT_TUPLE = "set_not_tuple"
    DICT_NOT_TUPLE = "dict_not_tuple"
    GENERATOR_NOT_TUPLE = "generator_not_tuple"
    NOT_A_TUPLE = "not_a_tuple"
    WRONG_LENGTH = "wrong_length"
    SWAPPED = "swapped"
    PERCENT = "percent"
    ROUNDED = "rounded"
    PRINTED = "printed"
    NONE_RETURNED = "none_returned"
    STATE = "state"
    MUTATED = "mutated"


# --- values -----------------------------------------------------------------------------------


class ValueKind(StrEnum):
    """How a value was seen, by its exact type or by the builtin it derives from."""

    NONE = "none"
    BOOL = "bool"
    INT = "int"
    FLOAT = "float"
    COMPLEX = "complex"
    FRACTION = "fraction"
    DECIMAL = "decimal"
    STR = "str"
    BYTES = "bytes"
    LIST = "list"
    TUPLE = "tuple"
    SET = "set"
    FROZENSET = "frozenset"
    DICT = "dict"
    ITERATOR = "iterator"
    OBJECT = "object"
    CYCLE = "cycle"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Value:
    """One observed value: data only, never the learner's object.

    `scalar` holds the plain Python value of a scalar kind (None, bool, int, float, complex,
    Fraction, Decimal, str, bytes; for a cut str or bytes its beginning) and is None for the rest.
    `items` holds the items of a container (of a dict: key, value, key, value …).
    `class_name` is the subclass's name, or for an object or iterator its type's name.
    `length` is the true length where it is known; larger than what `items` or `scalar` hold when
    `cut` is set, which also marks an int too large to keep.
    """

    kind: ValueKind
    scalar: object = None
    items: tuple[Value, ...] = ()
    class_name: str | None = None
    length: int | None = None
    cut: bool = False


# --- what is asked ----------------------------------------------------------------------------


class ProbeKind(StrEnum):
    """The kinds of question that can be put to a program."""

    VALUE = "value"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class Probe:
    """One question: the value bound to `name`, or the result of calling it with `args`.

    `args` are wire values. An argument `{"t": "same", "probe": i, "arg": j}` stands for the very
    object that probe i of the same run was given as its argument j.
    """

    kind: ProbeKind
    name: str
    args: tuple[Wire, ...] = ()


@dataclass(frozen=True, slots=True)
class RunPlan:
    """One start of the program in a fresh namespace, and the probes put to it in order."""

    probes: tuple[Probe, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the untrusted side is told: never an expected value.

    `filename` is the name under which the program runs, for example `accuracy.py`.
    """

    filename: str
    runs: tuple[RunPlan, ...]


# --- what was seen ----------------------------------------------------------------------------


class Ended(StrEnum):
    """How the observing interpreter came to its end, as seen from outside."""

    COMPLETE = "complete"
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    CRASHED = "crashed"
    FAULT = "fault"
    """The observing side itself failed: ours to mend, never the learner's."""


class ProgramOutcome(StrEnum):
    """What came of starting the program."""

    RAN = "ran"
    RAISED = "raised"
    SYNTAX_ERROR = "syntax_error"
    UNFINISHED = "unfinished"


class ProbeOutcome(StrEnum):
    """What came of one probe."""

    VALUE = "value"
    RAISED = "raised"
    NO_NAME = "no_name"
    NOT_CALLABLE = "not_callable"
    WRONG_PARAMETERS = "wrong_parameters"
    UNFINISHED = "unfinished"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of the learner's own program in a traceback; `line` counts from 1."""

    line: int
    function: str
    text: str


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception: `type` and `message` as Python says them, `frames` the learner's own, outermost first.

    For a SyntaxError `line`, `column` (both from 1) and `text` say where it is.
    """

    type: str
    message: str
    frames: tuple[Frame, ...] = ()
    line: int | None = None
    column: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """What starting the program gave; `names` are the first 100 public names that it bound."""

    outcome: ProgramOutcome
    raised: Raised | None = None
    names: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What one probe gave; `mutated` are the indices of arguments whose content changed."""

    outcome: ProbeOutcome
    value: Value | None = None
    raised: Raised | None = None
    stdout: str = ""
    stderr: str = ""
    mutated: tuple[int, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class RunResult:
    """What one `RunPlan` gave: exactly one `ProbeResult` a probe, in order."""

    program: ProgramResult
    probes: tuple[ProbeResult, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that was seen of a submission: exactly one `RunResult` a run of the plan.

    `output_cut` says that more was printed than the 64 KiB that are kept. `detail` is for
    `Ended.FAULT` alone: what went wrong, for whoever mends it.
    """

    ended: Ended
    runs: tuple[RunResult, ...]
    python: str = ""
    seconds: float = 0.0
    output_cut: bool = False
    detail: str = ""


# --- what an author declares ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SameObject:
    """In a case's arguments: the very object that the case named `case` got as argument `argument`."""

    case: str
    argument: int


@dataclass(frozen=True, slots=True)
class Component:
    """One named part of the result; `tolerance` is absolute."""

    name: str
    tolerance: float = 1e-9


@dataclass(frozen=True, slots=True)
class Case:
    """One call, by hand: its arguments as ordinary Python values.

    `expected`, where given (a one-element tuple around the result, so that None can be expected),
    is what the author worked out by hand; compiling fails when the solution disagrees.
    """

    args: tuple[object, ...]
    name: str | None = None
    expected: tuple[object] | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A named group of cases; `title` is what the learner reads."""

    name: str
    title: str
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Exercise:
    """What an exercise.py declares, in its one public name `EXERCISE`.

    With `parameters` the learner defines a function `name` that is called; without, the learner
    binds a value to `name`. A value exercise has one case and one check a component, named after
    the component; a function exercise declares its checks. `components` names the parts of a
    tuple result in order; a single component is a result that is no tuple.
    `published` is the name of the check whose cases stand in the lesson text.
    """

    name: str
    components: tuple[Component, ...]
    checks: tuple[Check, ...]
    parameters: tuple[str, ...] | None = None
    published: str | None = None


# --- the compiled table -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CaseObservation:
    """What a known program gave for one case: a value or an exception's type, and what it printed."""

    value: Value | None = None
    raised: str | None = None
    stdout: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A typical wrong program: what the learner is told, and what it gives for every case."""

    name: str
    message: str
    column: tuple[CaseObservation, ...] = field(repr=False)


# --- what is said -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComponentReport:
    """One component of the case shown; `expected` and `got` are bounded Python source text."""

    name: str
    expected: str
    got: str
    passed: bool


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What came of one check; `call`, `expected`, `got` belong to its smallest failing case."""

    name: str
    title: str
    outcome: Outcome
    message: str = ""
    call: str | None = None
    expected: str | None = None
    got: str | None = None
    components: tuple[ComponentReport, ...] = ()
    kind: Kind | None = None
    line: int | None = None
    column: int | None = None
    python_message: str | None = None
    printed: str = ""
    frames: tuple[Frame, ...] = ()
    remarks: tuple[str, ...] = ()
    cases: int = 0
    cases_passed: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """The one result of a check, the same everywhere but for `python` and `seconds`.

    `total` is the number of checks that the exercise declares. `mistake` names the recognised
    mistake or else the kind of difference. `shown` is the name of the check whose counterexample
    is to be shown first, None when there is none.
    """

    exercise: str
    verdict: Outcome
    passed: int
    total: int
    checks: tuple[CheckReport, ...]
    mistake: str | None = None
    kind: Kind | None = None
    message: str = ""
    shown: str | None = None
    line: int | None = None
    column: int | None = None
    python_message: str | None = None
    frames: tuple[Frame, ...] = ()
    remarks: tuple[str, ...] = ()
    stdout: str = ""
    stderr: str = ""
    seconds: float = 0.0
    python: str = ""
    file: str | None = None
