"""Loads an exercise from the texts of its files, and refuses one that is not well-formed.

An exercise.py is the author's code and runs here, on the judging side; it needs no file on disk.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from keyword import iskeyword
from types import ModuleType

from checker.compare import comparable
from checker.model import Case, Check, Component, Exercise, Value, ValueKind
from checker.table import (
    MalformedTable,
    Table,
    Unwritable,
    arguments_to_wire,
    table_from_json,
    text_hash,
)

__all__ = ["ExerciseFault", "LoadedExercise", "load", "load_exercise"]

_COMPILE = "run `build.py compile`"
_HASHED = re.compile(r"(?:exercise|solution|mistakes/[^/]+)\.py")


class ExerciseFault(Exception):  # noqa: N818 - it names what was found
    """An exercise that cannot be used: for its author to mend, never shown as the learner's fault."""

    def __init__(self, file: str, line: int | None, problem: str, remedy: str) -> None:
        super().__init__(file, line, problem, remedy)
        self.file = file
        self.line = line
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.problem} ({self.remedy})"


@dataclass(frozen=True, slots=True)
class LoadedExercise:
    """An exercise ready to judge: `name` as in "metriken/accuracy", what is declared, and its table."""

    name: str
    exercise: Exercise
    table: Table

    @property
    def filename(self) -> str:
        """The file name under which a submission runs."""
        return f"{self.name.rpartition('/')[2]}.py"


def load(sources: Mapping[str, str], name: str) -> LoadedExercise:
    """The exercise `name` from the texts of its files: "exercise.py", "cases.json", and any of the others.

    Raises ExerciseFault. Every text given is compared with the hash in the table, so that a stale
    table is found.
    """
    path = f"{name}/exercise.py"
    for file in ("exercise.py", "cases.json"):
        if file not in sources:
            remedy = _COMPILE if file == "cases.json" else "write it"
            raise ExerciseFault(f"{name}/{file}", None, "there is no such file", remedy)
    exercise = _declared(sources["exercise.py"], path)
    table_path = f"{name}/cases.json"
    try:
        table = table_from_json(sources["cases.json"])
    except MalformedTable as error:
        raise ExerciseFault(table_path, None, str(error), _COMPILE) from None
    for file, text in sources.items():
        if _HASHED.fullmatch(file) and table.hashes.get(file) != text_hash(text):
            raise ExerciseFault(table_path, None, f"it is older than {file}", _COMPILE)
    for problem in _table_problems(exercise, table):
        raise ExerciseFault(table_path, None, problem, _COMPILE)
    return LoadedExercise(name, exercise, table)


def load_exercise(text: str, path: str) -> Exercise:
    """What the exercise.py with this text declares, without a table; `path` is for messages and names.

    Raises ExerciseFault. Of a value exercise the checks are filled in, one a component.
    """
    exercise = _declared(text, path)
    try:
        arguments_to_wire([case for check in exercise.checks for case in check.cases])
    except Unwritable as error:
        named = re.search(r"'([^']*)'", str(error))
        line = _line_of(text, named.group(1) if named else "")
        raise ExerciseFault(path, line, str(error), "correct it") from None
    return exercise


def _declared(text: str, path: str) -> Exercise:
    """As `load_exercise`, but arguments are not looked into: with a table, compiling has done so."""
    parts = [re.sub(r"\W", "_", part) for part in path.split("/")[:-1][-2:]]
    module = ModuleType("_".join(["exercise", *parts]))
    with _registered(module):
        try:
            exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - see above
        except SyntaxError as error:
            raise ExerciseFault(path, error.lineno, f"SyntaxError: {error.msg}", "correct it") from None
        except (Exception, SystemExit) as error:  # an author's code may raise anything
            problem = f"it raises {type(error).__name__}: {error}"
            raise ExerciseFault(path, _last_line(error, path), problem, "correct it") from error
    exercise = module.__dict__.get("EXERCISE")
    if not isinstance(exercise, Exercise):
        problem = "it binds no Exercise to the name EXERCISE"
        raise ExerciseFault(path, None, problem, "write EXERCISE = Exercise(…)")
    for word, problem in _problems(exercise):
        raise ExerciseFault(path, _line_of(text, word), problem, "correct it")
    if exercise.parameters is None and not exercise.checks:
        checks = tuple([Check(component.name, component.name) for component in exercise.components])
        return replace(exercise, checks=checks)
    return exercise


@contextmanager
def _registered(module: ModuleType) -> Iterator[None]:
    """Where dataclasses and the like look for the module of a class while it is being made."""
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        if before is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = before


def _last_line(error: BaseException, path: str) -> int | None:
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _line_of(text: str, word: str) -> int | None:
    """The last line on which `word` stands quoted, or else the line of EXERCISE."""
    lines = text.splitlines()
    quoted = [i for i, line in enumerate(lines, 1) if f'"{word}"' in line or f"'{word}'" in line]
    named = [i for i, line in enumerate(lines, 1) if line.startswith("EXERCISE")]
    found = quoted or named
    return found[-1] if found else None


# --- what an author may get wrong -------------------------------------------------------------

_Problems = Iterator[tuple[str, str]]
"""A word to find the line by, and what is wrong."""


def _problems(exercise: Exercise) -> _Problems:
    if not _is_name(exercise.name):
        yield "", f"the exercise's name {exercise.name!r} is no name that Python could bind"
        return
    yield from _component_problems(exercise.components)
    if not _all(exercise.checks, Check) or not all(_all(check.cases, Case) for check in exercise.checks):
        yield "", "checks is a tuple of Check, and their cases are tuples of Case"
        return
    if exercise.parameters is None:
        yield from _value_problems(exercise)
    else:
        yield from _function_problems(exercise, exercise.parameters)


def _component_problems(components: Sequence[Component]) -> _Problems:
    if not _all(components, Component) or not components:
        yield "", "components is a tuple of at least one Component"
        return
    for component in components:
        if type(component.tolerance) not in (int, float) or not 0 <= component.tolerance < math.inf:
            yield component.name, f"the tolerance of {component.name!r} is no number from 0 on"
    yield from _twice([component.name for component in components], "components")


def _value_problems(exercise: Exercise) -> _Problems:
    names = [component.name for component in exercise.components]
    if exercise.checks and [check.name for check in exercise.checks] != names:
        yield (
            "",
            f"a value exercise has one check a component, in order: {', '.join(names)}; or none declared",
        )
    if any(check.cases for check in exercise.checks):
        yield "", "a value exercise has no cases: nothing is called"


def _function_problems(exercise: Exercise, parameters: tuple[str, ...]) -> _Problems:
    if not _all(parameters, str) or not all(_is_name(name) for name in parameters):
        yield "", "parameters is a tuple of names"
        return
    yield from _twice(parameters, "parameters")
    if not exercise.checks:
        yield "", "a function exercise declares at least one check"
    names = [check.name for check in exercise.checks]
    yield from _twice(names, "checks")
    if exercise.published is not None and exercise.published not in names:
        yield exercise.published, f"published names {exercise.published!r}, which is no check"
    for check in exercise.checks:
        if not isinstance(check.title, str) or not check.title:
            yield check.name, f"the check {check.name!r} has no title for the learner to read"
        for case in check.cases:
            yield from _case_problems(case, check, len(parameters))
    cases = [case for check in exercise.checks for case in check.cases]
    yield from _twice([case.name for case in cases if case.name is not None], "cases")


def _case_problems(case: Case, check: Check, parameters: int) -> _Problems:
    where = f"a case of {check.name!r}" if case.name is None else f"the case {case.name!r}"
    word = case.name or check.name
    if not _all(case.args, object) or len(case.args) != parameters:
        yield word, f"{where} has args that are no tuple of {parameters}, one a parameter"
    if case.expected is not None and not (_all(case.expected, object) and len(case.expected) == 1):
        yield word, f"{where}: expected is a tuple of one, (result,), or left out"


def _twice(names: Sequence[object], what: str) -> _Problems:
    for index, name in enumerate(names):
        if not isinstance(name, str) or not name:
            yield "", f"a name among the {what} is no text"
        elif name in names[:index]:
            yield name, f"the name {name!r} stands twice among the {what}"


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and not iskeyword(name)


def _all(values: object, kind: type) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, kind) for value in values)


# --- a table that does not fit ----------------------------------------------------------------


def _table_problems(exercise: Exercise, table: Table) -> Iterator[str]:
    checks = {check.name for check in exercise.checks}
    due = len(exercise.parameters or ())
    for index, case in enumerate(table.cases):
        if len(case.args) != due:
            yield f"case {index} has {len(case.args)} arguments, the function has {due}"
        if case.check not in (checks if exercise.parameters is not None else {None}):
            yield f"case {index} belongs to the check {case.check!r}, which the exercise has not"
        if case.expected.value is not None and not comparable(case.expected.value):
            yield f"case {index} expects what cannot be compared: incomplete, or an object that is no data"
        if case.expected.value is not None and not _fits(case.expected.value, len(exercise.components)):
            yield f"case {index} expects no tuple of {len(exercise.components)}, one item a component"
    if exercise.parameters is None:
        if len(table.cases) != 1 or table.cases[0].expected.value is None:
            yield "a value exercise has one case, and that expects a value"
        return
    for check in sorted(checks - {case.check for case in table.cases}):
        yield f"the check {check!r} has no cases"


def _fits(expected: Value, components: int) -> bool:
    return components == 1 or (expected.kind is ValueKind.TUPLE and len(expected.items) == components)
