from __future__ import annotations

import json
import sys

import pytest
from observing import call, plan, program, result, seen, value

from checker.model import Ended
from checker.observation import assemble
from checker.observe import observe
from checker.plan import plan_to_json

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


def test_the_first_probe_that_raises_a_memory_error_is_the_last() -> None:
    source = "n = 0\ndef f():\n    global n\n    n += 1\n    if n > 1: raise MemoryError\n"
    probes = (call("f"), call("f"), call("f"))
    events: list[str] = []
    with pytest.raises(MemoryError):
        observe(source, plan_to_json(plan(probes, probes)), events.append)
    told = [json.loads(event) for event in events]
    assert [event["e"] for event in told] == ["run", "program", "call", "result", "call", "result"]
    assert told[-1]["raised"]["type"] == "MemoryError"
    for host in (Ended.MEMORY_LIMIT, Ended.COMPLETE):  # a host that does not notice it sees a crash
        found = assemble(plan(probes, probes), events, host, 0.0)
        assert found.ended is (host if host is Ended.MEMORY_LIMIT else Ended.CRASHED)
        outcomes = [probe.outcome.value for run in found.runs for probe in run.probes]
        assert outcomes == ["value", "raised", "not_run", "not_run", "not_run", "not_run"]


def test_the_interpreter_is_given_back_after_a_memory_error_too() -> None:
    out, limit = sys.stdout, sys.getrecursionlimit()
    with pytest.raises(MemoryError):
        seen("def f(): raise MemoryError\n", (call("f"),))
    assert (sys.stdout, sys.getrecursionlimit()) == (out, limit)


def test_a_memory_error_that_the_program_deals_with_ends_nothing() -> None:
    source = "def f():\n    try: raise MemoryError\n    except MemoryError: return 1\n"
    assert seen(source, (call("f"), call("f")))[-1]["e"] == "end"


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
