from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest
from handmade import function, value

from checker.exercise import ExerciseFault, load, load_exercise
from checker.model import Case, Check, Component
from checker.table import Table, table_to_json, text_hash

FUNCTION = '''"""Eine Übung."""
from __future__ import annotations

from dataclasses import dataclass

from checker import Case, Check, Component, Exercise, SameObject


@dataclass
class Fall:
    """Author's own helper: needs its module to be findable."""

    erwartet: str | None


CASES = (
    Case(([Fall("A").erwartet],), name="liste", expected=((0.0, 0.5),)),
    Case((SameObject("liste", 0),)),
)
EXERCISE = Exercise(
    name="f",
    parameters=("faelle",),
    components=(Component("recall"), Component("mrr")),
    published="beispiele",
    checks=(Check("beispiele", "Die Beispiele", cases=CASES),),
)
'''
VALUE = """from checker import Component, Exercise

EXERCISE = Exercise(name="antwort", components=(Component("a", 0.005), Component("b")), checks=())
"""


def table_text(table: Table, text: str, **hashes: str) -> str:
    return table_to_json(replace(table, hashes={"exercise.py": text_hash(text), **hashes}))


def function_sources() -> dict[str, str]:
    rows = [(Case((["A"],), name="liste"), (0.0, 0.5)), (Case((["A"],)), (0.0, 0.5))]
    table = function({"beispiele": rows}).table
    return {"exercise.py": FUNCTION, "cases.json": table_text(table, FUNCTION)}


def value_sources() -> dict[str, str]:
    return {"exercise.py": VALUE, "cases.json": table_text(value(0.5, 0.25).table, VALUE)}


def fault(text: str) -> ExerciseFault:
    with pytest.raises(ExerciseFault) as caught:
        load_exercise(text, "metriken/f/exercise.py")
    return caught.value


def test_an_exercise_is_loaded_from_texts_alone() -> None:
    loaded = load(function_sources(), "metriken/f")
    assert (loaded.name, loaded.filename) == ("metriken/f", "f.py")
    assert (loaded.exercise.name, loaded.exercise.parameters) == ("f", ("faelle",))
    assert [check.name for check in loaded.exercise.checks] == ["beispiele"]
    assert len(loaded.table.cases) == 2
    assert "exercise_metriken_f" not in sys.modules


def test_a_value_exercise_gets_a_check_a_component() -> None:
    loaded = load(value_sources(), "metriken/antwort")
    assert loaded.exercise.checks == (Check("a", "a"), Check("b", "b"))
    assert loaded.exercise.components == (Component("a", 0.005), Component("b"))


def test_a_value_exercise_may_give_its_checks_titles() -> None:
    text = VALUE.replace("checks=()", 'checks=(Check("a", "Titel A"), Check("b", "Titel B"))')
    exercise = load_exercise(text.replace("import Comp", "import Check, Comp"), "m/a/exercise.py")
    assert [check.title for check in exercise.checks] == ["Titel A", "Titel B"]


def test_an_exercise_can_be_loaded_without_a_table() -> None:
    exercise = load_exercise(FUNCTION, "metriken/f/exercise.py")
    assert exercise.checks[0].cases[0].expected == ((0.0, 0.5),)


def test_its_module_has_a_name_of_its_own() -> None:
    text = f"{VALUE}\nNAME = __name__\nif NAME != 'exercise_metriken_mein_f': raise ValueError(NAME)\n"
    load_exercise(text, "exercises/metriken/mein-f/exercise.py")


def test_a_module_of_that_name_is_put_back() -> None:
    sys.modules["exercise_m_a"] = sys
    try:
        load_exercise(VALUE, "m/a/exercise.py")
        assert sys.modules["exercise_m_a"] is sys
    finally:
        del sys.modules["exercise_m_a"]


# --- exercise.py --------------------------------------------------------------------------------


def test_a_syntax_error_names_file_and_line() -> None:
    found = fault("x = 1\nEXERCISE = = 2\n")
    assert (found.file, found.line) == ("metriken/f/exercise.py", 2)
    assert str(found).startswith("metriken/f/exercise.py:2: SyntaxError: ")


def test_an_exception_names_the_line_of_the_exercise() -> None:
    found = fault("def f():\n    return 1 / 0\n\nf()\n")
    assert (found.line, found.problem) == (2, "it raises ZeroDivisionError: division by zero")


@pytest.mark.parametrize("text", ["raise SystemExit(0)", "import sys\nsys.exit()", "raise RecursionError"])
def test_an_exercise_that_ends_itself_is_a_fault(text: str) -> None:
    assert "it raises" in fault(text).problem


@pytest.mark.parametrize("text", ["", "EXERCISE = 5", "exercise = None"])
def test_an_exercise_that_declares_nothing_is_a_fault(text: str) -> None:
    found = fault(text)
    assert "EXERCISE" in found.problem
    assert found.remedy == "write EXERCISE = Exercise(…)"


CHANGES = {
    "a name that Python cannot bind": ('name="f"', 'name="1f"', "no name that Python could bind"),
    "a keyword as name": ('name="f"', 'name="def"', "no name that Python could bind"),
    "no components": ('(Component("recall"), Component("mrr"))', "()", "at least one Component"),
    "components of texts": (
        '(Component("recall"), Component("mrr"))',
        '("a", "b")',
        "at least one Component",
    ),
    "a component twice": (
        'Component("mrr")',
        'Component("recall")',
        "'recall' stands twice among the components",
    ),
    "a component without a name": ('Component("mrr")', 'Component("")', "among the components is no text"),
    "a tolerance below zero": ('Component("mrr")', 'Component("mrr", -1.0)', "tolerance of 'mrr'"),
    "a tolerance that is nan": ('Component("mrr")', 'Component("mrr", float("nan"))', "tolerance of 'mrr'"),
    "a tolerance as a text": ('Component("mrr")', 'Component("mrr", "0.1")', "tolerance of 'mrr'"),
    "no checks": ('(Check("beispiele", "Die Beispiele", cases=CASES),)', "()", "at least one check"),
    "checks that are cases": (
        '(Check("beispiele", "Die Beispiele", cases=CASES),)',
        "CASES",
        "tuple of Check",
    ),
    "cases that are a list": ("cases=CASES", "cases=list(CASES)", "tuples of Case"),
    "a check twice": (
        '(Check("beispiele", "Die Beispiele", cases=CASES),)',
        '(Check("beispiele", "A", cases=CASES), Check("beispiele", "B"))',
        "'beispiele' stands twice among the checks",
    ),
    "a check without a title": ('"Die Beispiele"', '""', "no title"),
    "published that is no check": (
        'published="beispiele"',
        'published="beispiel"',
        "'beispiel', which is no check",
    ),
    "parameters as one text": ('("faelle",)', '("faelle")', "tuple of names"),
    "a parameter that is no name": ('("faelle",)', '("fälle 1",)', "tuple of names"),
    "a parameter twice": ('("faelle",)', '("k", "k")', "'k' stands twice among the parameters"),
    "arguments too many": (
        'Case((SameObject("liste", 0),))',
        "Case((1, 2))",
        "a case of 'beispiele' has args",
    ),
    "arguments that are no tuple": ('Case((SameObject("liste", 0),))', "Case([1])", "has args"),
    "an expectation without its tuple": ("expected=((0.0, 0.5),)", "expected=(0.0, 0.5)", "tuple of one"),
    "a case twice": (
        'Case((SameObject("liste", 0),))',
        'Case((1,), name="liste")',
        "'liste' stands twice among the cases",
    ),
    "the object of a case that is not there": (
        'SameObject("liste", 0)',
        'SameObject("list", 0)',
        "'list', which is no",
    ),
    "the object of an argument that is not there": (
        'SameObject("liste", 0)',
        'SameObject("liste", 1)',
        "none such",
    ),
    "an argument that cannot be written": ('SameObject("liste", 0)', "object()", "type object"),
}


@pytest.mark.parametrize(("old", "new", "words"), CHANGES.values(), ids=CHANGES)
def test_what_is_not_well_formed_is_refused_with_its_place(old: str, new: str, words: str) -> None:
    text = FUNCTION.replace(old, new)
    assert text != FUNCTION
    found = fault(text)
    assert words in found.problem
    assert found.line is not None
    assert found.remedy == "correct it"
    if "twice" in words:
        assert words.split("'")[1] in text.splitlines()[found.line - 1]


def test_a_later_case_is_no_case_to_take_an_object_from() -> None:
    swapped = FUNCTION.replace("cases=CASES", "cases=CASES[::-1]")
    assert "no earlier case" in fault(swapped).problem


@pytest.mark.parametrize(
    ("checks", "words"),
    [
        ('(Check("b", "B"), Check("a", "A"))', "in order: a, b"),
        ('(Check("a", "A"),)', "in order: a, b"),
        ('(Check("a", "A", (Case(()),)), Check("b", "B"))', "no cases"),
    ],
)
def test_a_value_exercise_declares_its_checks_right_or_not_at_all(checks: str, words: str) -> None:
    text = VALUE.replace("checks=()", f"checks={checks}").replace("import", "import Case, Check,")
    assert words in fault(text).problem


# --- cases.json ---------------------------------------------------------------------------------


def table_fault(sources: dict[str, str]) -> ExerciseFault:
    with pytest.raises(ExerciseFault) as caught:
        load(sources, "metriken/f")
    return caught.value


def test_a_missing_table_says_what_to_run() -> None:
    found = table_fault({"exercise.py": FUNCTION})
    assert (found.file, found.problem) == ("metriken/f/cases.json", "there is no such file")
    assert "build.py compile" in str(found)


def test_a_missing_exercise_is_a_fault() -> None:
    assert table_fault({"cases.json": "{}"}).file == "metriken/f/exercise.py"


def test_a_malformed_table_is_a_fault() -> None:
    found = table_fault(function_sources() | {"cases.json": "{"})
    assert (found.file, found.remedy) == ("metriken/f/cases.json", "run `build.py compile`")


def test_a_table_older_than_its_exercise_is_stale() -> None:
    found = table_fault(function_sources() | {"exercise.py": FUNCTION + "\n# neu\n"})
    assert found.problem == "it is older than exercise.py"


@pytest.mark.parametrize("file", ["solution.py", "mistakes/neu.py"])
def test_a_table_older_than_any_file_given_is_stale(file: str) -> None:
    assert table_fault(function_sources() | {file: "x = 1"}).problem == f"it is older than {file}"


def test_other_files_do_not_make_a_table_stale() -> None:
    load(function_sources() | {"starter.py": "def f(faelle):\n    ...\n"}, "metriken/f")


def unfit(change: dict[str, object]) -> dict[str, str]:
    sources = function_sources()
    document = json.loads(sources["cases.json"])
    document["cases"][1] |= change
    return sources | {"cases.json": json.dumps(document)}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"args": []}, "case 1 has 0 arguments, the function has 1"),
        ({"check": "rang"}, "case 1 belongs to the check 'rang'"),
        ({"check": None}, "case 1 belongs to the check None"),
        ({"expected": {"value": [0.0, 0.5]}}, "case 1 expects no tuple of 2"),
        ({"expected": {"value": {"t": "tuple", "v": [0.0], "n": 1}}}, "case 1 expects no tuple of 2"),
        ({"expected": {"value": {"t": "object", "c": "X"}}}, "cannot be compared"),
        ({"expected": {"value": {"t": "iterator", "v": [1], "cut": True}}}, "cannot be compared"),
    ],
)
def test_a_table_that_does_not_fit_is_a_fault(change: dict[str, object], words: str) -> None:
    assert words in table_fault(unfit(change)).problem


def test_a_check_without_cases_in_the_table_is_a_fault() -> None:
    text = FUNCTION.replace("cases=CASES),)", 'cases=CASES), Check("leer", "Leer"))')
    rows = [(Case((["A"],), name="liste"), (0.0, 0.5)), (Case((["A"],)), (0.0, 0.5))]
    table = table_text(function({"beispiele": rows}).table, text)
    assert table_fault({"exercise.py": text, "cases.json": table}).problem == "the check 'leer' has no cases"


def test_a_value_exercise_has_one_case_that_expects_a_value() -> None:
    sources = value_sources()
    document = json.loads(sources["cases.json"])
    document["cases"] *= 2
    assert "one case" in table_fault(sources | {"cases.json": json.dumps(document)}).problem
    document["cases"] = [document["cases"][0] | {"expected": {"raised": "ValueError"}}]
    assert "one case" in table_fault(sources | {"cases.json": json.dumps(document)}).problem
