from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

from checker.imports import announce, arrived, needs_files

AWAY = "mailbox"
"""A module that nothing here imports."""


@pytest.fixture
def snapshot() -> Iterator[None]:
    """As in a Python that has started from its snapshot, its files still on their way."""
    before = list(sys.meta_path)
    sys.modules.pop(AWAY, None)
    announce()
    yield
    sys.meta_path[:] = before
    sys.modules.pop(AWAY, None)


@pytest.mark.parametrize(
    "source",
    [
        "x = 1",
        "import sys, math\nimport os.path",
        "from collections.abc import Iterable",
        "from math import sqrt",
        "import time",
        "def f(:",
        "a\0b",
        "import_module = 3",
    ],
)
def test_a_program_of_what_is_there_waits_for_nothing(source: str) -> None:
    import_module("collections.abc")
    assert not needs_files(source)


@pytest.mark.parametrize(
    "source",
    [
        f"import {AWAY}",
        f"import sys, {AWAY} as m",
        f"from {AWAY} import Mailbox",
        f"def f():\n    if True:\n        import {AWAY}",
        "from concurrent import futures_that_are_not",
        f"import importlib\nimportlib.import_module('{AWAY}')",
        f"__import__('{AWAY}')",
        f"exec('import {AWAY}')",
        "open('notes.txt')",
        "eval('1')",
    ],
)
def test_a_program_that_may_import_more_waits(source: str) -> None:
    sys.modules.pop(AWAY, None)
    assert needs_files(source)


@pytest.mark.usefixtures("snapshot")
def test_an_import_too_early_says_that_it_is_still_to_come_until_the_files_arrive() -> None:
    with pytest.raises(ImportError, match=r"wird noch geladen: mailbox .* still loading: mailbox") as told:
        import_module(AWAY)
    assert told.value.name == AWAY
    arrived()
    assert import_module(AWAY).__name__ == AWAY


@pytest.mark.usefixtures("snapshot")
def test_what_is_built_in_or_imported_is_there_all_the_while() -> None:
    sys.modules.pop("atexit", None)
    assert import_module("atexit").__name__ == "atexit"
    assert import_module("json").__name__ == "json"


@pytest.mark.usefixtures("snapshot")
def test_that_the_files_arrived_changes_nothing_else() -> None:
    others = sys.meta_path[1:]
    arrived()
    assert sys.meta_path == others
    arrived()
    assert sys.meta_path == others
