from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

import pytest
from apart import Apart, observe_apart
from hostile import CHAOS, ENDLESS, ERRORS, FATAL, FLOODS, LIARS, REFUSED, RIGHT, VALUE_LIARS

from checker.model import Ended, Plan, Probe, ProbeKind, RunPlan
from checker.observation import assemble
from checker.observe import observe
from checker.plan import plan_to_json

Event = dict[str, Any]

CASES: tuple[tuple[list[Any], int, list[float]], ...] = (
    ([{"erwartet": "kapitel1", "gefunden": ["kapitel2", "kapitel1"]}], 1, [0.0, 0.5]),
    ([{"erwartet": "kapitel1", "gefunden": ["kapitel2", "kapitel1"]}], 2, [1.0, 0.5]),
    ([], 3, [0.0, 0.0]),
    ([{"erwartet": None, "gefunden": ["kapitel3"]}], 1, [0.0, 0.0]),
)
METRIKEN = Plan(
    "retrieval_metriken.py",
    (RunPlan(tuple(Probe(ProbeKind.CALL, "retrieval_metriken", (faelle, k)) for faelle, k, _ in CASES)),),
)


def call(name: str, *args: object) -> Probe:
    return Probe(ProbeKind.CALL, name, args)


def value(name: str) -> Probe:
    return Probe(ProbeKind.VALUE, name)


def plan(*runs: tuple[Probe, ...]) -> Plan:
    return Plan("aufgabe.py", tuple(RunPlan(probes) for probes in runs))


def seen(source: str, *runs: tuple[Probe, ...]) -> list[Event]:
    """The events of a program, in this process."""
    events: list[str] = []
    observe(source, plan_to_json(plan(*runs)), events.append)
    return [json.loads(event) for event in events]


def program(source: str) -> Event:
    """What came of starting a program."""
    return next(event for event in seen(source, ()) if event["e"] == "program")


def result(source: str, probe: Probe) -> Event:
    """What came of one probe."""
    return next(event for event in seen(source, (probe,)) if event["e"] == "result")


def numbers(wire: object) -> list[float]:
    """The numbers of a tuple, whatever kind of tuple and of number."""
    assert isinstance(wire, dict), wire
    assert wire["t"] == "tuple"
    return [number(item) for item in wire["v"]]


def number(wire: object) -> float:
    if isinstance(wire, dict) and wire["t"] == "fraction":
        return int(wire["v"][0], 16) / int(wire["v"][1], 16)
    if isinstance(wire, dict):
        return float(wire["v"])
    assert isinstance(wire, float)
    return wire


# --- the order of events ----------------------------------------------------------------------


def test_a_run_is_told_before_during_and_after_each_probe() -> None:
    events = seen("a = 1\nprint('da')\n", (value("a"), value("b")), (value("a"),))
    assert [(event["e"], event.get("run"), event.get("probe")) for event in events] == [
        ("run", 0, None),
        ("program", 0, None),
        ("call", 0, 0),
        ("result", 0, 0),
        ("call", 0, 1),
        ("result", 0, 1),
        ("run", 1, None),
        ("program", 1, None),
        ("call", 1, 0),
        ("result", 1, 0),
        ("end", None, None),
    ]
    assert events[1]["stdout"] == "da\n"
    assert events[1]["names"] == ["a"]
    assert events[-1] == {
        "e": "end",
        "python": ".".join(map(str, sys.version_info[:3])),
        "output_cut": False,
    }


def test_every_event_is_one_line_of_ascii() -> None:
    events: list[str] = []
    observe("print('ä\\n')\nä = '\\n😀'\n", plan_to_json(plan((value("ä"),))), events.append)
    assert all(event.isascii() and "\n" not in event for event in events)


def test_an_empty_program_runs() -> None:
    assert program("")["outcome"] == "ran"


def test_only_a_malformed_plan_raises() -> None:
    with pytest.raises(ValueError, match="plan"):
        observe("", "[]", lambda event: None)
    with pytest.raises(ValueError, match="stands for no argument"):
        observe("f = 1", plan_to_json(plan((call("f", {"t": "object", "c": "X"}),))), lambda event: None)


def test_the_interpreter_is_given_back_as_it_was() -> None:
    main, out, limit, hook = (
        sys.modules["__main__"],
        sys.stdout,
        sys.getrecursionlimit(),
        sys.unraisablehook,
    )
    path, argv = list(sys.path), list(sys.argv)
    source = """
import builtins, sys, signal, warnings
builtins.len = builtins.neu = 3
del builtins.print
sys.setrecursionlimit(5000)
sys.argv.append("x")
sys.path.clear()
sys.path = []
sys.settrace(lambda *args: None)
signal.signal(signal.SIGINT, signal.SIG_IGN)
warnings.simplefilter("error")
import __main__
assert __main__.sys is sys
"""
    trace = sys.gettrace()
    assert program(source)["raised"] is None
    assert len([1]) == 1
    assert print is not None
    assert "neu" not in dir(__builtins__)
    assert (sys.modules["__main__"], sys.stdout, sys.getrecursionlimit()) == (main, out, limit)
    assert (sys.unraisablehook, sys.path, sys.argv, sys.gettrace()) == (hook, path, argv, trace)


# --- what a probe gives -----------------------------------------------------------------------


def test_a_name_that_is_not_there_is_no_name() -> None:
    assert result("", value("antwort"))["outcome"] == "no_name"
    assert result("", call("antwort"))["outcome"] == "no_name"
    assert result("def __getattr__(name): return 1\n", value("antwort"))["outcome"] == "no_name"


def test_builtins_are_no_names_of_the_program() -> None:
    assert result("", value("len"))["outcome"] == "no_name"
    assert result("import builtins\nbuiltins.antwort = 1\n", value("antwort"))["outcome"] == "no_name"


@pytest.mark.parametrize("text", ["f = 1", "f = None", "class K: pass\nf = K()", "f = (lambda: 1)()"])
def test_what_cannot_be_called_is_not_callable(text: str) -> None:
    assert result(text, call("f"))["outcome"] == "not_callable"


@pytest.mark.parametrize(
    "text",
    [
        "def f(): pass",
        "def f(a): pass",
        "def f(a, b, c): pass",
        "def f(a, b, *, c): pass",
        "f = lambda: 1",
        "class K:\n    def __call__(self, a): pass\nf = K()",
        "class K:\n    def m(self, a): pass\nf = K().m",
        "class f: pass",
        "class f:\n    def __init__(self, a): pass",
        "import functools\nf = functools.partial(lambda a: 1, 1)",
        "import functools\nf = functools.partial(lambda a: 1, a=1)",
        "f = len",
        "f = abs",
        "def f(a):\n    yield a",
        "async def f(a): pass",
    ],
)
def test_a_call_that_does_not_fit_is_wrong_parameters(text: str) -> None:
    event = result(text, call("f", [1], 2))
    assert event["outcome"] == "wrong_parameters"
    assert event["raised"]["type"] == "TypeError"


@pytest.mark.parametrize(
    "text",
    [
        "def f(a, b): return a + b",
        "def f(a, b): return len()",
        "def f(a, b): raise TypeError('f() takes 1 positional argument but 2 were given')",
        "def g(a): pass\ndef f(*args): return g(*args)",
        "import functools\n@functools.lru_cache\ndef f(a, b): pass",
        "f = sum",
        "class K(TypeError): pass\ndef f(a, b): raise K('takes ')",
        "class f:\n    def __init__(self, a, b): return 3",
    ],
)
def test_a_type_error_for_any_other_reason_is_raised(text: str) -> None:
    assert result(text, call("f", [[1], "a"], 2))["outcome"] == "raised"


def test_an_exception_tells_its_frames_outermost_first() -> None:
    source = "import json\n\ndef g(x):\n    return 1 / x\n\ndef f(x):\n    return g(x)\n"
    assert result(source, call("f", 0))["raised"] == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "frames": [
            {"line": 7, "function": "f", "text": "return g(x)"},
            {"line": 4, "function": "g", "text": "return 1 / x"},
        ],
    }


def test_frames_of_other_files_are_left_out() -> None:
    source = "import json\ndef f(x):\n    return json.loads('{')\n"
    assert [frame["line"] for frame in result(source, call("f", 0))["raised"]["frames"]] == [3]


def test_a_changed_argument_is_told_by_its_index() -> None:
    source = "def f(a, b, c):\n    b.append(1)\n    c['x'] = 1\n    a.clear\n    return 1\n"
    assert result(source, call("f", [], [], {}))["mutated"] == [1, 2]


def test_a_change_of_type_only_is_a_change() -> None:
    source = "def f(a):\n    a[0] = True\n"
    assert result(source, call("f", [1]))["mutated"] == [0]


def test_an_exception_still_tells_change_and_output() -> None:
    source = "def f(a):\n    a.clear()\n    print('hier')\n    raise ValueError('a')\n"
    event = result(source, call("f", [1]))
    assert (event["outcome"], event["mutated"], event["stdout"]) == ("raised", [0], "hier\n")


def test_each_call_gets_new_arguments() -> None:
    source = (
        "alle = []\ndef f(a):\n    alle.append(a)\n    a.append(1)\n    return len(set(map(id, alle))), a\n"
    )
    events = [e for e in seen(source, (call("f", []), call("f", []))) if e["e"] == "result"]
    assert [event["value"]["v"] for event in events] == [[1, [1]], [2, [1]]]


def test_equal_texts_are_different_objects() -> None:
    source = "def f(a):\n    return a[0] == a[1], a[0] is a[1]\n"
    assert result(source, call("f", ["kapitel1", "kapitel1"]))["value"]["v"] == [True, False]


def test_the_same_object_is_handed_in_again_where_the_plan_says_so() -> None:
    source = "def f(a):\n    a.append(len(a))\n    return list(a)\n"
    probes = (call("f", []), call("f", []), call("f", {"t": "same", "probe": 0, "arg": 0}))
    events = [e for e in seen(source, probes, probes) if e["e"] == "result"]
    assert [event["value"] for event in events] == [[0], [0], [0, 1]] * 2
    assert all(event["mutated"] == [0] for event in events)


def test_one_object_in_several_places_is_one_object() -> None:
    shared = {"t": "def", "id": 1, "v": ["a"]}
    source = "def f(a, b):\n    return a[0] is a[1] is b\n"
    assert result(source, call("f", [shared, {"t": "ref", "id": 1}], {"t": "ref", "id": 1}))["value"] is True


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


# --- hostile programs -------------------------------------------------------------------------


def check_is_taken(plan: Plan, apart: Apart, ended: Ended = Ended.COMPLETE) -> None:
    """The judging side takes every event for what it is."""
    assert assemble(plan, apart.events, Ended.COMPLETE, 1.0).ended is ended


def check_is_right(source: str, times: int = 1) -> None:
    apart = observe_apart(source, METRIKEN, times=times)
    check_is_taken(METRIKEN, apart)
    events = [json.loads(event) for event in apart.events]
    assert apart.orderly, events[-3:]
    assert events[1]["outcome"] == "ran", events[1]
    results = [event for event in events if event["e"] == "result"]
    assert [event["outcome"] for event in results] == ["value"] * len(CASES), results
    assert [numbers(event["value"]) for event in results] == [expected for *_, expected in CASES]
    assert all(event["mutated"] == [] for event in results)
    assert all(event["seconds"] >= 0 for event in results)
    assert events[-1]["e"] == "end"


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_is_seen_to_be_right(name: str) -> None:
    check_is_right(RIGHT[name])


@pytest.mark.parametrize("name", CHAOS)
def test_a_right_program_is_right_whatever_else_it_does(name: str) -> None:
    check_is_right(CHAOS[name])


@pytest.mark.parametrize("name", CHAOS)
def test_it_is_right_when_observed_once_more_in_the_same_interpreter(name: str) -> None:
    check_is_right(CHAOS[name], times=3)


def bounded_results(source: str, plan: Plan) -> list[Mapping[str, Any]]:
    apart = observe_apart(source, plan)
    assert apart.orderly
    assert all(len(event) < 500_000 for event in apart.events)
    check_is_taken(plan, apart)
    events = [json.loads(event) for event in apart.events]
    assert events[-1]["e"] == "end"
    return [event for event in events if event["e"] == "result"]


@pytest.mark.parametrize("name", LIARS)
def test_no_result_hangs_crashes_or_looks_right(name: str) -> None:
    results = bounded_results(LIARS[name], METRIKEN)
    assert len(results) == len(CASES)
    for event, (*_, expected) in zip(results, CASES, strict=True):
        assert event.get("value") != {"t": "tuple", "v": expected, "n": 2}


@pytest.mark.parametrize("name", VALUE_LIARS)
def test_a_value_is_seen_as_the_result_of_a_call_is(name: str) -> None:
    (by_value,) = bounded_results(VALUE_LIARS[name], plan((value("antwort"),)))
    assert by_value["outcome"] == "value"


@pytest.mark.parametrize("name", ERRORS)
def test_whatever_is_raised_at_the_start_is_data(name: str) -> None:
    apart = observe_apart(ERRORS[name], METRIKEN)
    events = [json.loads(event) for event in apart.events]
    assert apart.orderly
    check_is_taken(METRIKEN, apart)
    assert [event["e"] for event in events] == ["run", "program", "end"]
    raised = events[1]["raised"]
    assert events[1]["outcome"] == "raised"
    assert len(raised["message"]) <= 2000
    assert 1 <= len(raised["frames"]) <= 20
    assert all(frame["text"] for frame in raised["frames"])


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_does_not_accept_is_a_syntax_error(name: str) -> None:
    apart = observe_apart(REFUSED[name], METRIKEN)
    check_is_taken(METRIKEN, apart)
    events = [json.loads(event) for event in apart.events]
    assert [event["e"] for event in events] == ["run", "program", "end"]
    raised = events[1]["raised"]
    assert events[1]["outcome"] == "syntax_error"
    assert raised["type"] in {"SyntaxError", "IndentationError", "TabError"}
    assert raised["message"]
    lines = REFUSED[name].replace("\r", "\n").split("\n")
    assert lines[raised["line"] - 1].startswith(raised["text"][:1])


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_left_to_the_deadline(name: str) -> None:
    apart = observe_apart(ENDLESS[name], METRIKEN, seconds=0.5)
    events = [json.loads(event) for event in apart.events]
    assert not apart.ended
    assert events[-1]["e"] in {"run", "call"}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_told_once_and_nothing_after_it(name: str) -> None:
    apart = observe_apart(FLOODS[name], METRIKEN)
    check_is_taken(METRIKEN, apart, Ended.OUTPUT_LIMIT)
    events = [json.loads(event) for event in apart.events]
    assert events[-1] == {"e": "output_limit"}
    assert [event["e"] for event in events].count("output_limit") == 1
    assert "end" not in [event["e"] for event in events]


def test_nothing_is_told_after_a_flood_that_is_swallowed() -> None:
    events: list[str] = []
    source = FLOODS["swallows once"] + "antwort = 1\n"
    observe(source, plan_to_json(plan((value("antwort"),), (value("antwort"),))), events.append)
    assert [json.loads(event)["e"] for event in events] == ["run", "output_limit"]


MEMORY = {
    "in large pieces": "while True: x.append(bytearray(10_000_000))",
    "in small pieces": "while True: x.append(object())",
    "in one piece": "x.append('x' * 10**12)",
}


@pytest.mark.parametrize("where", ["at start", "in a call", "of a call, kept by the program"])
@pytest.mark.parametrize("name", MEMORY)
def test_using_all_memory_is_told_as_a_memory_error(name: str, where: str) -> None:
    if where == "at start":
        source = f"x = []\n{MEMORY[name]}\n"
    elif where == "in a call":
        source = f"def retrieval_metriken(faelle, k):\n    x = []\n    {MEMORY[name]}\n"
    else:
        source = f"x = []\ndef retrieval_metriken(faelle, k):\n    global x\n    {MEMORY[name]}\n"
    apart = observe_apart(source, METRIKEN, memory=40 * 2**20)
    events = [json.loads(event) for event in apart.events]
    told = [event["raised"]["type"] for event in events if event.get("raised")]
    assert told[:1] == ["MemoryError"], events
    assert events[-1]["e"] == "end" or len(told) > 0


@pytest.mark.parametrize("name", FATAL)
def test_a_process_that_ends_has_told_all_until_then(name: str) -> None:
    apart = observe_apart(FATAL[name], METRIKEN)
    assert apart.ended
    assert json.loads(apart.events[-1])["e"] in {"run", "call"}


def test_a_table_of_sixty_cases_costs_little_beyond_the_program() -> None:
    faelle = [{"erwartet": f"kapitel{i}", "gefunden": ["kapitel3", f"kapitel{i}"]} for i in range(5)]
    big = plan(tuple(call("f", faelle, 3) for _ in range(60)))
    text = plan_to_json(big)
    observe("def f(a, k): return (0.5, 0.5)\n", text, lambda event: None)
    begin = time.perf_counter()
    observe("def f(a, k): return (0.5, 0.5)\n", text, lambda event: None)
    assert time.perf_counter() - begin < 0.5
