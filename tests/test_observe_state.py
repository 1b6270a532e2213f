from __future__ import annotations

import gc
import json
import subprocess
import sys
import time

from observing import Event, call, plan, program, result, seen

from checker.observe import observe
from checker.plan import plan_to_json


def test_state_is_kept_within_a_run_and_lost_between_runs() -> None:
    source = "n = 0\ndef f():\n    global n\n    n += 1\n    return n\n"
    events = seen(source, (call("f"), call("f")), (call("f"),))
    assert [event["value"] for event in events if event["e"] == "result"] == [1, 2, 1]


def test_patched_builtins_stay_within_a_run() -> None:
    source = """
import builtins
try:
    frisch = len([]) == 0 and not hasattr(builtins, "neu")
finally:
    builtins.len = lambda x: 3
    builtins.neu = 1
def f():
    return len([]), neu, frisch
"""
    events = seen(source, (call("f"), call("f")), (call("f"),))
    assert [event["value"]["v"] for event in events if event["e"] == "result"] == [[3, 1, True]] * 3


def test_a_changed_recursion_limit_holds_in_later_calls() -> None:
    source = "import sys\nsys.setrecursionlimit(20_000)\ndef f(n):\n    return n and f(n - 1)\n"
    assert result(source, call("f", 5000))["value"] == 0


def test_recursion_is_as_deep_as_in_a_program_of_its_own() -> None:
    source = "def f(n):\n    return n and f(n - 1)\n"
    assert result(source, call("f", 980))["outcome"] == "value"
    assert result(source, call("f", 1000))["raised"]["type"] == "RecursionError"


def test_what_a_failed_call_held_is_freed_before_the_next() -> None:
    source = """
import gc, weakref
class Groß: pass
alle = []
def f():
    groß = Groß()
    alle.append(weakref.ref(groß))
    raise ValueError(sum(einer() is not None for einer in alle))
gc.disable()
"""
    events = [event for event in seen(source, (call("f"),) * 3) if event["e"] == "result"]
    gc.enable()
    assert [event["raised"]["message"] for event in events] == ["1", "1", "1"]


def test_what_a_finalizer_prints_belongs_to_the_call_that_it_ends() -> None:
    source = "class K:\n    def __del__(self): print('weg')\ndef f(): return K()\n"
    events = [event for event in seen(source, (call("f"), call("len"))) if event["e"] == "result"]
    assert [event["stdout"] for event in events] == ["weg\n", ""]


def test_input_finds_nothing() -> None:
    event = result("def f():\n    return input('Name? ')\n", call("f"))
    assert event["raised"]["type"] == "EOFError"
    assert event["stdout"] == "Name? "
    assert result("import sys\ndef f():\n    return sys.stdin.read()\n", call("f"))["value"] == ""


def started_in_a_new_process(source: str, *options: str) -> Event:
    """What came of starting a program where pytest has put nothing in the place of Python's own."""
    host = """
import sys
from checker.observe import observe
write = sys.stderr.write
observe(sys.argv[1], sys.argv[2], lambda event: write(event + "\\n"))
"""
    python = [sys.executable, *options, "-c", host, source, plan_to_json(plan(()))]
    done = subprocess.run(python, capture_output=True, text=True, check=True)
    event: Event = json.loads(done.stderr.splitlines()[1])
    return event


def test_deprecations_are_told_as_python_does_by_default() -> None:
    source = "import warnings\nwarnings.warn('alt', DeprecationWarning)\n"
    event = started_in_a_new_process(source, "-W", "ignore")
    assert event["outcome"] == "ran"
    assert event["stderr"].startswith("aufgabe.py:2: DeprecationWarning: alt")


def test_a_debugger_finds_no_input_and_ends() -> None:
    event = started_in_a_new_process("breakpoint()\nx = 1\n")
    assert event["outcome"] == "raised"
    assert "(Pdb)" in event["stdout"]


def test_no_syntax_warning_is_told() -> None:
    event = program("x = 1\nif x is 1: print('\\d')\n")
    assert (event["outcome"], event["stderr"]) == ("ran", "")


def test_tracebacks_that_a_program_writes_show_its_lines() -> None:
    source = "import traceback\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    traceback.print_exc()\n"
    assert 'File "aufgabe.py", line 3, in <module>\n    1 / 0\n' in program(source)["stderr"]


def test_seconds_are_those_of_the_program() -> None:
    event = result("import time\ndef f():\n    time.sleep(0.05)\n", call("f"))
    assert 0.05 <= event["seconds"] < 5


def test_output_is_kept_up_to_64_kib_in_all() -> None:
    source = "def f(n):\n    print('x' * n)\n"
    events = seen(source, (call("f", 40_000), call("f", 40_000), call("f", 1)))
    kept = [event["stdout"] for event in events if event["e"] == "result"]
    assert [len(text) for text in kept] == [40_001, 64 * 1024 - 40_001, 0]
    assert events[-1]["output_cut"] is True


def test_names_are_public_bounded_and_in_order() -> None:
    source = "b = 1\n_c = 2\na = 3\nfor i in range(200): globals()[f'n{i}'] = 1\nglobals()[3] = 1\n"
    names = program(source)["names"]
    assert names[:4] == ["b", "a", "i", "n0"]
    assert len(names) == 100


def test_a_table_of_sixty_cases_costs_little_beyond_the_program() -> None:
    faelle = [{"erwartet": f"kapitel{i}", "gefunden": ["kapitel3", f"kapitel{i}"]} for i in range(5)]
    big = plan(tuple(call("f", faelle, 3) for _ in range(60)))
    text = plan_to_json(big)
    observe("def f(a, k): return (0.5, 0.5)\n", text, lambda event: None)
    begin = time.perf_counter()
    observe("def f(a, k): return (0.5, 0.5)\n", text, lambda event: None)
    assert time.perf_counter() - begin < 0.5
