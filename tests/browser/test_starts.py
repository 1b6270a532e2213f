"""From the snapshot or without it: the same Python, sooner or later."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import Engine
from lesson_page import mistake, solution
from lesson_tab import LessonTab, cell
from plain_host import Habits, PlainHost
from tampered import damaged, other_build

CELL = cell("mittelwert")
WRONG = mistake("retrieval_metriken", "liste_statt_tupel")

LOOK = """
import colorsys, ctypes, locale, os, random, site, sys, tempfile, time
def below(folder):
    found = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [os.path.join(place, name) for name in files]
    return sorted(found)
print(repr({
    "installed": {path: os.path.getsize(path) for folder in site.getsitepackages() for path in below(folder)},
    "path": sys.path,
    "library": {name: os.path.getsize("/lib/" + name) for name in os.listdir("/lib") if "zip" in name},
    "home": (os.getcwd(), below("."), os.path.expanduser("~"), tempfile.gettempdir(), below("/tmp")),
    "environment": sorted(os.environ),
    "encodings": (sys.getdefaultencoding(), sys.getfilesystemencoding(), locale.getpreferredencoding()),
    "limits": (sys.getrecursionlimit(), sys.flags.hash_randomization, sys.version),
    "argv": (sys.argv, sys.executable, sys.prefix),
    "main": sorted(name for name in globals() if not name.startswith("_")),
    "finders": [getattr(finder, "__name__", type(finder).__name__) for finder in sys.meta_path],
    "linked": (ctypes.pythonapi.PyLong_AsLong(ctypes.py_object(41)), ctypes.CDLL(None).abs(-3)),
    "random": [random.random() for _ in range(3)],
    "temporary": next(tempfile._get_candidate_names()),
}))
"""
DIFFERENT = {"random", "temporary"}


@contextmanager
def opened(
    engine: Engine, site: Path, *, refuses: str = "\0", habits: Habits | None = None
) -> Iterator[LessonTab]:
    with PlainHost(site, habits=habits) as host:
        host.refuses = refuses
        tab = LessonTab(engine.browser, f"{host.address}/metriken/index.html")
        try:
            tab.wait_until_ready()
            yield tab
        finally:
            tab.tab.close()


def start_of(tab: LessonTab) -> object:
    return tab.tab.evaluate("() => document.documentElement.dataset.start")


@dataclass(frozen=True)
class Trouble:
    """What comes between the page and its snapshot."""

    refuses: str = "\0"
    rewrite: Callable[[str, bytes], bytes] = lambda _, content: content


TROUBLES: Mapping[str, Trouble] = {
    "is missing": Trouble(refuses="snapshot."),
    "is damaged": Trouble(rewrite=damaged),
    "is of another build": Trouble(rewrite=other_build),
}


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
def test_when_the_snapshot_is_not_to_be_had_python_starts_as_ever(
    engine: Engine, site: Path, trouble: Trouble
) -> None:
    with opened(engine, site, refuses=trouble.refuses, habits=Habits(rewrite=trouble.rewrite)) as tab:
        assert start_of(tab) == "ordinary"
        assert "42" in tab.run(CELL, "import statistics\nround(statistics.mean([40, 44]))")
        assert tab.check("retrieval_metriken", WRONG) == "failed"
        assert "Erwartet" in tab.result("retrieval_metriken")
        assert tab.check("retrieval_metriken", solution("retrieval_metriken")) == "passed"


def seen_by(tab: LessonTab) -> dict[str, object]:
    said = tab.run(CELL, LOOK)
    found: dict[str, object] = ast.literal_eval(said.strip())
    return found


def test_both_starts_give_the_same_python(engine: Engine, site: Path) -> None:
    looks: list[dict[str, object]] = []
    for refuses, start in (("\0", "snapshot"), ("\0", "snapshot"), ("snapshot.", "ordinary")):
        with opened(engine, site, refuses=refuses) as tab:
            assert start_of(tab) == start
            looks.append(seen_by(tab))
    one, again, ordinary = looks
    for name in one:
        if name in DIFFERENT:
            assert one[name] != again[name] != ordinary[name], f"{name} is the same at every start"
        else:
            assert one[name] == again[name] == ordinary[name], name
    assert one["installed"], "nothing was compared"
