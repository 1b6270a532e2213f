from __future__ import annotations

import builtins
import json
import sys
import threading

import pytest
from cells import Cells, Event

from checker.cell import SHOWN, Console


@pytest.fixture
def cells() -> Cells:
    return Cells()


# --- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("1 + 1", "2"),
        ("x = 3\nx", "3"),
        ("x = 3", None),
        ("None", None),
        ("'a'", "'a'"),
        ("1; 2", "2"),
        ("", None),
        ("# nur ein Kommentar", None),
        ("if True:\n    3", None),
        ("print", "<built-in function print>"),
        ("'\\udc80'", "'\\udc80'"),
    ],
)
def test_the_value_of_an_expression_at_the_end_is_told(cells: Cells, source: str, value: str | None) -> None:
    assert cells.value(source) == value


def test_a_value_is_told_by_its_own_repr(cells: Cells) -> None:
    assert cells.value("class K:\n    def __repr__(self): return '<hier>'\nK()") == "<hier>"


def test_a_long_value_is_cut(cells: Cells) -> None:
    value = cells.value("'x' * 1_000_000")
    assert value is not None
    assert (len(value), value[-1]) == (10_000, "…")


@pytest.mark.parametrize("body", ["raise ValueError('a')", "return 3", "raise SystemExit"])
def test_a_repr_that_fails_is_an_error(cells: Cells, body: str) -> None:
    events = cells.run(f"class K:\n    def __repr__(self): {body}\nK()")
    assert [event["e"] for event in events] == ["error", "end"]


def test_what_a_repr_returns_is_read_as_exact_text(cells: Cells) -> None:
    source = """
class Text(str):
    def __str__(self): raise RuntimeError
    __len__ = __getitem__ = __iter__ = __str__
class K:
    def __repr__(self): return Text('hier')
K()"""
    assert cells.value(source) == "hier"


def test_names_are_kept_from_cell_to_cell(cells: Cells) -> None:
    cells.run("import math\nx = 3\ndef f(): return x")
    cells.run("x = 4")
    assert cells.value("f(), math.floor(2.5), __name__") == "(4, 2, '__main__')"


def test_two_consoles_share_no_names() -> None:
    first, second = Cells(), Cells()
    first.run("x = 3")
    assert second.error("x")["raised"]["type"] == "NameError"


def test_dataclasses_of_an_earlier_cell_work(cells: Cells) -> None:
    cells.run("from dataclasses import dataclass\n@dataclass\nclass Fall:\n    frage: 'str | None' = None")
    assert cells.value("Fall('a')") == "Fall(frage='a')"


# --- output -----------------------------------------------------------------------------------


def test_output_is_told_by_line_and_before_the_value(cells: Cells) -> None:
    events = cells.run("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c', end='')\n7")
    assert [(event["e"], event.get("text")) for event in events[:-1]] == [
        ("stdout", "a\n"),
        ("stderr", "b\n"),
        ("stdout", "c"),
        ("value", "7"),
    ]
    assert events[-1]["e"] == "end"
    assert events[-1]["seconds"] >= 0


def test_output_is_told_while_the_cell_runs(cells: Cells) -> None:
    heard: list[str] = []
    cells.console.run("print('a')\nprint('b', end='', flush=True)\ngehört = 1\n", "zelle-1", heard.append)
    assert [json.loads(event).get("text") for event in heard] == ["a\n", "b", None]


def test_many_lines_are_told_in_larger_pieces(cells: Cells) -> None:
    events = cells.run("for i in range(20_000): print(i)")
    texts = [event["text"] for event in events if event["e"] == "stdout"]
    assert "".join(texts) == "".join(f"{number}\n" for number in range(20_000))
    assert len(texts) < 2000


def test_output_beyond_what_is_shown_is_cut_once(cells: Cells) -> None:
    events = cells.run("for i in range(1000): print('x' * 999)\nraise ValueError('a')")
    kinds = [event["e"] for event in events if event["e"] != "stdout"]
    assert kinds == ["output_cut", "error", "end"]
    assert sum(len(event["text"]) for event in events if event["e"] == "stdout") == SHOWN
    assert cells.stdout("print('wieder da')") == "wieder da\n"


@pytest.mark.parametrize("after", ["", "\nprint('x')", "\n7"])
def test_a_flood_is_the_last_that_is_told(cells: Cells, after: str) -> None:
    events = cells.run("try:\n    while True: print('x' * 100_000)\nexcept BaseException: pass" + after)
    assert events[-1] == {"e": "output_limit"}
    assert [event["e"] for event in events].count("output_limit") == 1


def test_each_cell_may_write_up_to_the_limit(cells: Cells) -> None:
    for _ in range(3):
        assert cells.run("for i in range(5): print('x' * 1_000_000)")[-1]["e"] == "end"


def test_a_stream_that_is_closed_or_replaced_is_there_again_in_the_next_cell(cells: Cells) -> None:
    cells.run("import sys, io\nsys.stdout.close()\nsys.stdout = io.StringIO()")
    assert cells.stdout("print('da')") == "da\n"
    cells.run("alt = sys.stdout\nsys.stdout = None")
    assert cells.stdout("sys.stdout = alt\nprint('da')") == "da\n"


def test_a_thread_that_writes_later_disturbs_nothing(cells: Cells) -> None:
    cells.run(
        "import threading\nlos, fertig = threading.Event(), threading.Event()\nimport sys\naus = sys.stdout\n"
        "def später():\n    los.wait(10)\n    aus.write('spät\\n')\n    fertig.set()\n"
        "threading.Thread(target=später, daemon=True).start()"
    )
    namespace = vars(cells.console._module)
    namespace["los"].set()
    assert namespace["fertig"].wait(10)
    assert cells.stdout("print('da')") == "da\n"


# --- input ------------------------------------------------------------------------------------


class Typist:
    """Answers questions with these lines, and then says that there are no more."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str | None:
        self.asked.append(prompt)
        return self.lines.pop(0) if self.lines else None


def told(events: list[Event]) -> list[tuple[str, str]]:
    """What was told of a cell, but for its end."""
    return [(event["e"], event.get("text", "")) for event in events if event["e"] != "end"]


def test_input_without_anyone_to_ask_is_an_error(cells: Cells) -> None:
    events = cells.run("input('Name? ')")
    assert [event.get("text") for event in events[:1]] == ["Name? "]
    assert events[1]["raised"]["type"] == "EOFError"
    assert events[1]["raised"]["message"]


def test_what_was_asked_and_answered_stands_in_the_output() -> None:
    cells = Cells(ask=Typist("Ada", ""))
    events = cells.run("name = input('Name? ')\nprint('Hallo', name)\ninput()")
    assert told(events) == [
        ("stdout", "Name? "),
        ("stdin", "Ada\n"),
        ("stdout", "Hallo Ada\n"),
        ("stdin", "\n"),
        ("value", "''"),
    ]


def test_the_question_is_what_stands_before_the_cursor() -> None:
    typist = Typist("a", "b", "c", "d")
    cells = Cells(ask=typist)
    cells.run(
        "print('vorher', end=' ')\ninput('Name? ')\ninput()\ninput(3)\nprint('x' * 5000, end='')\ninput()"
    )
    assert typist.asked == ["vorher Name? ", "", "3", "x" * 1000]
    cells.run("print('offen', end='')")
    typist.lines = ["e"]
    cells.run("input()")
    assert typist.asked[-1] == "", "an earlier cell's output is no question"


def test_every_way_to_read_takes_from_the_same_lines() -> None:
    cells = Cells(ask=Typist("a", "b", "c", "d"))
    source = (
        "import sys\n[input(), sys.stdin.readline(), *sys.stdin, sys.stdin.read(), sys.__stdin__.readline()]"
    )
    assert cells.value(source) == "['a', 'b\\n', 'c\\n', 'd\\n', '', '']"


def test_beyond_the_last_line_is_the_end_whoever_reads() -> None:
    typist = Typist("a")
    cells = Cells(ask=typist)
    error = cells.error("input()\ninput('noch? ')")
    assert error["raised"]["type"] == "EOFError"
    assert len(typist.asked) == 2
    source = "n = 0\ntry:\n    input()\nexcept EOFError:\n    n = len(sys.stdin.read())\nn"
    assert cells.value("import sys\n" + source) == "0"
    assert len(typist.asked) == 3, "after the end it asks again in the next run alone"


def test_a_program_that_reads_from_elsewhere_asks_nobody() -> None:
    typist = Typist("x")
    cells = Cells(ask=typist)
    assert cells.value("import sys, io\nsys.stdin = io.StringIO('hier\\n')\ninput()") == "'hier'"
    assert typist.asked == []


def test_the_time_that_an_answer_takes_is_not_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def clock() -> float:
        return now

    def ask(_prompt: str) -> str:
        nonlocal now
        now += 60
        return "a"

    monkeypatch.setattr("checker.cell._clock", clock)
    monkeypatch.setattr("checker.guard._clock", clock)
    cells = Cells(ask=ask)
    assert cells.run("input()\ninput()")[-1] == {"e": "end", "seconds": 0.0}
    assert now == 120


def test_input_is_pythons_own() -> None:
    cells = Cells(ask=Typist("x"))
    assert cells.value("input") == "<built-in function input>"
    assert cells.value("input.__module__") == "'builtins'"


def test_output_is_told_before_anyone_is_asked() -> None:
    heard: list[str] = []
    console = Console(ask=lambda _prompt: str(len(heard)))
    console.run("print('Hallo', end='')\nx = input()", "zelle-1", heard.append)
    console.run("x", "zelle-2", heard.append)
    assert json.loads(heard[3])["text"] == "'1'"


def test_what_asking_raises_is_raised_in_the_cell() -> None:
    def ask(_prompt: str) -> str:
        raise KeyboardInterrupt

    cells = Cells(ask=ask)
    assert (
        cells.value("try:\n    input()\nexcept KeyboardInterrupt:\n    x = 'abgebrochen'\nx")
        == "'abgebrochen'"
    )


def test_while_a_cell_waits_the_shared_builtins_are_ours() -> None:
    seen: list[object] = []

    def ask(_prompt: str) -> str:
        seen.append(vars(builtins)["len"])
        return "x"

    cells = Cells(ask=ask)
    assert cells.value("import builtins\nbuiltins.len = lambda x: 3\ninput()\nlen('')") == "3"
    assert seen == [len]


# --- what a cell changes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "import builtins\nfor n in ('len', 'isinstance', 'str', 'type'): setattr(builtins, n, lambda *a: 3)",
        "import builtins\nbuiltins.__dict__.clear()",
        "import sys\nsys.setrecursionlimit(200)",
        "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)",
        "import sys\nsys.excepthook = sys.displayhook = None\nsys.stdout = sys.stderr = None",
        "__builtins__ = {}\n__name__ = 3",
        "import warnings\nwarnings.simplefilter('error')",
    ],
)
def test_what_a_cell_breaks_is_broken_for_the_cells_only(cells: Cells, source: str) -> None:
    before = dict(vars(builtins))
    main, limit, filters = (
        sys.modules["__main__"],
        sys.getrecursionlimit(),
        list(__import__("warnings").filters),
    )
    cells.run(source)
    assert vars(builtins) == before
    assert (sys.modules["__main__"], sys.getrecursionlimit()) == (main, limit)
    assert cells.value("7") == "7"
    assert cells.error("1 / 0")["traceback"].endswith("ZeroDivisionError: division by zero\n")
    __import__("warnings").filters[:] = filters


def test_a_patched_builtin_stays_patched_in_the_next_cell(cells: Cells) -> None:
    cells.run("import builtins\nbuiltins.len = lambda x: 3")
    assert cells.value("len([])") == "3"
    assert len([]) == 0


def test_a_changed_recursion_limit_holds_in_the_next_cell(cells: Cells) -> None:
    cells.run("import sys\nsys.setrecursionlimit(5000)\ndef f(n): return n and f(n - 1)")
    assert cells.value("f(3000)") == "0"


def test_output_of_a_cell_with_broken_builtins_still_reaches_the_host() -> None:
    heard: list[str] = []
    console = Console()
    source = "import builtins\nbuiltins.str = builtins.len = builtins.memoryview = None\nprint('a')"
    console.run(source, "zelle-1", lambda text: heard.append(str(len(memoryview(text.encode())))))
    assert len(heard) == 2


def test_threads_that_print_at_once_lose_nothing(cells: Cells) -> None:
    source = """
import threading
def drucke(n):
    for i in range(300): print(f"{n}-{i}")
threads = [threading.Thread(target=drucke, args=(n,)) for n in range(4)]
for t in threads: t.start()
for t in threads: t.join()
"""
    written = cells.stdout(source).replace("\n", " ").split()
    assert threading.active_count() >= 1
    assert sum(part.count("-") for part in written) == 1200
