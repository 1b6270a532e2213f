"""Two small lessons in a folder of their own, for what works on files."""

from __future__ import annotations

import json
from pathlib import Path

from checker.table import text_hash

__all__ = ["DOUBLE_RIGHT", "DOUBLE_WRONG", "make_exercise", "make_lessons"]

DOUBLE_RIGHT = "def verdoppeln(x):\n    return 2 * x\n"
DOUBLE_WRONG = "def verdoppeln(x):\n    return x + 2\n"

_DOUBLE = """
from checker import Case, Check, Component, Exercise

EXERCISE = Exercise(
    name="verdoppeln",
    parameters=("x",),
    components=(Component("doppelt"),),
    checks=(Check("beispiele", "Die Beispiele", cases=(Case(args=(1,)), Case(args=(2,)), Case(args=(5,)))),),
    published="beispiele",
)
"""
_DOUBLE_CASES: list[object] = [
    {"check": "beispiele", "name": None, "args": [x], "expected": {"value": 2 * x}, "mistakes": {}}
    for x in (1, 2, 5)
]
_VALUE = """
from checker import Component, Exercise

EXERCISE = Exercise(name="antwort", components=(Component("summe"), Component("mittel")), checks=())
"""
_VALUE_CASES: list[object] = [
    {
        "check": None,
        "name": None,
        "args": [],
        "expected": {"value": {"t": "tuple", "v": [6, 2.0], "n": 2}},
        "mistakes": {},
    }
]
_LESSON = """---
title: Kleine Lektion
language: {language}
---

:::{{exercise}} verdoppeln
:title: Verdoppeln
:level: leicht

Text.
:::

::::{{exercise}} werte
:title: Zwei Werte
::::
"""


def make_exercise(folder: Path, text: str, cases: list[object], solution: str) -> Path:
    """An exercise's folder with what judging needs."""
    folder.mkdir(parents=True)
    (folder / "exercise.py").write_text(text, encoding="utf-8")
    (folder / "solution.py").write_text(solution, encoding="utf-8")
    hashes = {"exercise.py": text_hash(text), "solution.py": text_hash(solution)}
    table = {"format": 1, "python": "3.14.2", "hashes": hashes, "mistakes": {}, "cases": cases}
    (folder / "cases.json").write_text(json.dumps(table), encoding="utf-8")
    return folder


def make_lessons(root: Path, name: str = "klein", language: str = "de") -> Path:
    """`root`/exercises with one lesson more: a function exercise and a value exercise."""
    exercises = root / "exercises"
    lesson = exercises / name
    make_exercise(lesson / "verdoppeln", _DOUBLE, _DOUBLE_CASES, DOUBLE_RIGHT)
    make_exercise(lesson / "werte", _VALUE, _VALUE_CASES, "antwort = (6, 2)\n")
    (lesson / "lesson.md").write_text(_LESSON.format(language=language), encoding="utf-8")
    return exercises
