"""A small lesson in a folder of its own, to be changed by the tests that use it."""

from __future__ import annotations

from pathlib import Path

FRONT_MATTER = """\
---
title: Erste Schritte
language: de
track: KI
module: M1
minutes: {reading: 5, exercises: 7}
---
"""

BODY = """\
Guten Tag aus Python {python_version}.

## Rechnen

Man rechnet $a + b$.

```{code-cell}
:name: summe
print(1 + 1)
```

::::{exercise} summe
:title: Zwei Zahlen
:level: leicht
:minutes: 7

Binde `antwort` an 2.

:::{hint}
Eins und eins.
:::
::::
"""


def write_exercise(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {
        "exercise.py": "EXERCISE = None\n",
        "starter.py": "antwort = ...\n",
        "solution.py": "antwort = 2\n",
        "cases.json": "{}\n",
    }.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def write_lesson(
    exercises: Path, name: str = "schritte", *, front_matter: str = FRONT_MATTER, body: str = BODY
) -> Path:
    """Write a lesson with one exercise, `summe`; gives its folder."""
    folder = exercises / name
    write_exercise(folder / "summe")
    (folder / "lesson.md").write_text(front_matter + body, "utf-8")
    return folder
