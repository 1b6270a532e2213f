"""The text of the lesson "Metriken": complete, and every number in it comes from the code beside it."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import runpy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from latex2mathml.converter import convert

from checker.model import Exercise

FOLDER = Path(__file__).parent.parent / "exercises" / "metriken"
LESSON = (FOLDER / "lesson.md").read_text(encoding="utf-8")
EXERCISES = ("accuracy", "retrieval_metriken", "ohne_antwort_auswerten")

FENCE = re.compile(r"^```(?P<info>\S+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"^## (?P<title>.+)\n(?P<text>(?:(?!^## ).*\n?)*)", re.MULTILINE)
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")

# The worked examples: the cell's name, and what has to be seen below it.
WORKED = {
    "position": ["1", "False"],
    "mittelwert": ["0.5"],
    "vier-felder": ["Accuracy: 0.7", "Precision: 0.5", "Recall: 0.667"],
    "zaehlen": ["True True", "False True", "True False", "False False", "Meldungen: 2", "TP: 1"],
    "regel": ["0.5", "0.0"],
    "suche": ["Recall@3: 0.75", "Recall@2: 0.5", "Kehrwerte: [0.5, 1.0, 0, 0.333]", "MRR: 0.458"],
    "abgelehnt": ["korrekt abgelehnt: 0.667", "zu Unrecht abgelehnt: 0.5"],
    "drei-systeme": [
        "System korrekt zu Unrecht",
        "antwortet immer 0.0 0.0",
        "lehnt alles ab 1.0 1.0",
        "unterscheidet 1.0 0.0",
    ],
    "ohne-varianz": [
        "leichtes Set: 1.0 1.0",
        "mit Randfällen: 0.667 0.833",
        "Prüfer, der alles lobt: 1.0 1.0",
    ],
    "seltene-fehler": ["Accuracy: 0.95", "Recall: 0.0"],
    "null-durch-null": ["nie gemeldet: 0.0", "viermal Fehlalarm: 0.0"],
    "pruefstein": ["Accuracy: 0.95", "Recall: 0.0", "Recall@3: 0.8", "MRR: 0.4"],
}

RAISING = {"position-fehlt": "ValueError", "anteil-von-nichts": "ZeroDivisionError"}


@dataclass(frozen=True)
class Cell:
    name: str
    raises: str | None
    code: str


def cells(text: str) -> list[Cell]:
    found: list[Cell] = []
    for fence in FENCE.finditer(text):
        if fence["info"] == "{code-cell}":
            options = dict(re.findall(r"^:([a-z]+): (.+)$", fence["body"], re.MULTILINE))
            code = re.sub(r"\A(?::[a-z]+: .+\n)+", "", fence["body"])
            found.append(Cell(options["name"], options.get("raises"), code))
    return found


def run(cell: Cell, space: dict[str, Any]) -> str:
    """What is seen below a cell: its output and the value of its last expression."""
    tree = ast.parse(cell.code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(tree, cell.name, "exec", dont_inherit=True), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), cell.name, "eval", dont_inherit=True), space)
            if value is not None:
                output.write(f"{value!r}\n")
    return output.getvalue()


def run_all() -> dict[str, str]:
    space: dict[str, Any] = {"__name__": "__main__"}
    below: dict[str, str] = {}
    for cell in cells(LESSON):
        if cell.raises is None:
            below[cell.name] = run(cell, space)
        else:
            with pytest.raises(Exception) as caught:  # noqa: PT011 (the cell names the type)
                run(cell, space)
            below[cell.name] = caught.type.__name__
    return below


def sections() -> dict[str, str]:
    return {match["title"]: match["text"] for match in SECTION.finditer(LESSON)}


def exercise_text(name: str) -> str:
    match = re.search(rf"^::::\{{exercise\}} {name}\n(.*?)^::::$", LESSON, re.DOTALL | re.MULTILINE)
    assert match is not None
    return match[1]


def prose(text: str) -> str:
    """The text without fenced code."""
    return FENCE.sub("", text)


# --- its parts ------------------------------------------------------------------------------------


def test_every_section_is_there_in_order() -> None:
    assert list(sections()) == [
        "Worum es geht",
        "Deine Ziele",
        "Aus JavaScript und TypeScript kommend",
        "Schritt 1: Wie gut ist ein Prüfer?",
        "Schritt 2: Wie gut ist eine Suche?",
        "Schritt 3: Fragen ohne Antwort, getrennt ausgewertet",
        "Drei Fallen",
        "Projektaufgabe",
        "Zum Merken",
        "Prüfstein",
        "Herkunft",
    ]


def test_the_head_says_what_the_lesson_is() -> None:
    head = LESSON.split("---\n")[1]
    for line in (
        'title: "Metriken: Accuracy, Recall@k und MRR"',
        "language: de",
        "track: KI",
        "module: M3 Evaluation",
        "block: Baustein 02",
        "check: Abschluss-Check",
        "  reading: 15",
        "  exercises: 35",
    ):
        assert f"{line}\n" in head


def test_each_exercise_stands_after_the_step_it_belongs_to() -> None:
    places = [LESSON.index(f"::::{{exercise}} {name}\n") for name in EXERCISES]
    steps = [LESSON.index(f"\n## {step}") for step in ("Schritt 1", "Schritt 2", "Schritt 3", "Drei Fallen")]
    assert sorted([*places, *steps]) == [
        steps[0],
        places[0],
        steps[1],
        places[1],
        steps[2],
        places[2],
        steps[3],
    ]


@pytest.mark.parametrize(("name", "minutes"), list(zip(EXERCISES, (12, 15, 8), strict=True)))
def test_an_exercise_has_its_level_its_time_and_three_hints(name: str, minutes: int) -> None:
    task = exercise_text(name)
    assert ":level: mittel\n" in task
    assert f":minutes: {minutes}\n" in task
    assert task.count("\n:::{hint}\n") == 3


def test_there_are_three_traps_a_checklist_a_touchstone_and_what_to_remember() -> None:
    assert sections()["Drei Fallen"].count(":::{trap} ") == 3
    assert sections()["Projektaufgabe"].count("\n- [ ] ") >= 8
    assert ":::{checklist} Fertig, wenn\n" in sections()["Projektaufgabe"]
    touchstone = sections()["Prüfstein"]
    assert touchstone.count(":::{answer}\n") == 1
    assert touchstone.count("\n- [ ] ") >= 4
    assert ":::{merksatz}\n" in sections()["Zum Merken"]


def test_the_origin_names_source_and_version() -> None:
    origin = sections()["Herkunft"]
    for words in ("quellen/kursbuch-lerninhalte.md", "611 bis 655", "{python_version}", "erfunden"):
        assert words in origin


def test_what_was_not_written_yet_is_not_linked() -> None:
    assert re.findall(r"\]\(([^)]*)\)", prose(LESSON)) == ["#exercise-accuracy"]


def test_prose_uses_german_quotation_marks() -> None:
    body = re.sub(r"`[^`\n]*`", "", prose(LESSON.split("---\n", 2)[2]))
    assert '"' not in body
    assert body.count("„") == body.count("“") > 0


def test_every_formula_becomes_mathml() -> None:
    text = re.sub(r"`[^`\n]*`", "", prose(LESSON))
    formulas = [block or inline for block, inline in re.findall(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", text)]
    assert len(formulas) >= 10
    for formula in formulas:
        markup = convert(formula)
        assert markup.startswith("<math")
        assert "\\" not in markup


# --- its numbers ----------------------------------------------------------------------------------


def test_cells_run_in_order_and_show_the_worked_numbers() -> None:
    below = {
        name: [" ".join(line.split()) for line in output.splitlines()] for name, output in run_all().items()
    }
    assert below == {**WORKED, **{name: [raised] for name, raised in RAISING.items()}}


@pytest.mark.parametrize("cell", cells(LESSON), ids=lambda cell: cell.name)
def test_a_cell_runs_by_itself(cell: Cell) -> None:
    if cell.raises is None:
        run(cell, {"__name__": "__main__"})
    else:
        with pytest.raises(Exception) as caught:  # noqa: PT011 (the cell names the type)
            run(cell, {"__name__": "__main__"})
        assert caught.type.__name__ == cell.raises


def declared(name: str) -> Exercise:
    exercise = runpy.run_path(str(FOLDER / name / "exercise.py"))["EXERCISE"]
    assert isinstance(exercise, Exercise)
    return exercise


@pytest.mark.parametrize("title", list(sections()))
def test_every_decimal_number_is_printed_by_a_cell_of_its_section(title: str) -> None:
    below = run_all()
    printed = {number for cell in cells(sections()[title]) for number in DECIMAL.findall(below[cell.name])}
    text = sections()[title]
    for name in EXERCISES:
        if f"::::{{exercise}} {name}\n" in text:
            # Tables of examples are computed below, by the solution; the tolerance is the exercise's.
            printed |= {str(component.tolerance) for component in declared(name).components}
            printed.add("0.0")
            text = re.sub(r"^\| `\[\{.*\n", "", text, flags=re.MULTILINE)
    assert set(DECIMAL.findall(prose(text))) <= printed


def test_percentages_are_printed_too() -> None:
    percentages = re.findall(r"(\d+)\s+Prozent", prose(LESSON))
    assert percentages
    assert {f"0.{number}" for number in percentages} <= set(DECIMAL.findall(run_all()["pruefstein"]))


@pytest.mark.parametrize("name", ["retrieval_metriken", "ohne_antwort_auswerten"])
def test_examples_in_the_text_are_published_cases_and_right(name: str) -> None:
    published = [
        (case.args, case.expected)
        for check in declared(name).checks
        if check.name == declared(name).published
        for case in check.cases
    ]
    solution = runpy.run_path(str(FOLDER / name / "solution.py"))[name]
    rows = re.findall(r"^\| `(\[\{.+)` \|$", exercise_text(name), re.MULTILINE)
    assert rows
    for row in rows:
        *args, result = (ast.literal_eval(cell.strip("`")) for cell in row.split(" | "))
        assert (tuple(args), (result,)) in published
        assert solution(*args) == result


def test_the_worked_ranking_of_step_2_is_a_published_case() -> None:
    rows = re.findall(r"^\| \d \| `(\w+)` \| (.+?) \| (\d|nicht gefunden) \|", LESSON, re.MULTILINE)
    cases = [
        {"erwartet": expected, "gefunden": re.findall(r"`(\w+)`", ranking)} for expected, ranking, _ in rows
    ]
    ranks = [
        case["gefunden"].index(case["erwartet"]) + 1 if case["erwartet"] in case["gefunden"] else None
        for case in cases
    ]
    assert ranks == [None if rank == "nicht gefunden" else int(rank) for _, _, rank in rows]
    published = declared("retrieval_metriken").checks[0]
    assert [(cases, 3), (cases, 2)] == [case.args for case in published.cases if case.args[0] == cases]


def test_the_learner_is_told_all_that_the_cases_ask() -> None:
    for words in ('`""`', '`"None"`', '`"0"`', '`"kap10"`', '`"Kap1"`', "mehrmals", "größer", "`(0.0, 0.0)`"):
        assert words in exercise_text("retrieval_metriken")
    for words in ('`""`', '`"None"`', "leere Gruppe", "`0.0`"):
        assert words in exercise_text("ohne_antwort_auswerten")
    for words in ("20 Antworten", "Index 7", "2, 7, 11 und 15", "`0.005`"):
        assert words in exercise_text("accuracy")
