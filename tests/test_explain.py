from __future__ import annotations

from collections.abc import Sequence
from string import Formatter

import pytest

from checker.explain import code_only, explain, explanation, nearest, own_line, python_message, says
from checker.model import Frame, Raised
from checker.rules import RULES
from checker.texts import LANGUAGES, catalogue


def caught(source: str) -> Raised:
    """What this Python raises for a program, as the observing side would tell it."""
    try:
        exec(compile(source, "f.py", "exec"), {"__name__": "__main__"})
    except SyntaxError as error:
        line = error.lineno or 0
        lines = source.splitlines()
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        return Raised(type(error).__name__, error.msg, (), line, error.offset, text)
    except BaseException as error:  # noqa: BLE001 - a learner's program may raise anything
        frames, trace = [], error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == "f.py":
                number = trace.tb_lineno
                frames.append(Frame(number, trace.tb_frame.f_code.co_name, source.splitlines()[number - 1]))
            trace = trace.tb_next
        return Raised(type(error).__name__, str(error), tuple(frames))
    pytest.fail(f"nothing raised: {source}")


# Programs as learners write them, by the words that they should get, in every Python.
PROGRAMS: dict[str, Sequence[str]] = {
    "js_name": [
        "x = null", "x = true", "console.log(1)", "undefined",
        "Math.max(1)", "JSON.parse('')", "none",
    ],
    "import_missing": ["math.sqrt(2)", "Counter([1])", "defaultdict(list)"],
    "third_party": [
        "np.mean([1])", "pd.DataFrame()", "plt.show()", "import numpy as np", "from sklearn import metrics",
        "import pandas.core",
    ],
    "js_comment_name": ["n = 3\nx = n // Treffer"],
    "near_name": ["pritn(1)", "lenght = 1\nlengt", "Sum([1])", "antwort = 1\nprint(Antwort)", "x = ture"],
    "unbound_local": ["x = 1\ndef f():\n    x += 1\nf()"],
    "free_name": ["def f():\n    def g():\n        return x\n    g()\n    x = 1\nf()"],
    "name": ["evaluate([1])", "kap1", "print(zzz)", "liste", "summe", "typ", "x = maxi"],
    "attribute_none": ["x = [2, 1].sort()\nx.pop()", "None.foo"],
    "attribute_index_of": ["[1].indexOf(1)", "'a'.indexOf('a')"],
    "attribute_tuple": ["(1, 2).append(3)", "(1,).push(3)"],
    "attribute_js": [
        "[1].length", "[].push(1)", "'a'.toUpperCase()",
        "{}.length", "{1}.has(1)", "[1].forEach(print)",
    ],
    "attribute_dict": ["x = {'erwartet': 1}\nx.erwartet"],
    "attribute_module": ["import math\nmath.squareroot(2)"],
    "attribute": ["(5).foo", "class A: pass\nA().size", "{1}.push(1)"],
    "method": ["x = {}.keys\nfor y in x: pass", "print[1]", "def f(): pass\nf[0]"],
    "none_used": [
        "None[0]", "for x in None: pass", "a, b = None", "len(None)",
        "1 in None", "None()", "range(None)",
    ],
    "none_reckoned": ["1 + None", "None < 1", "None / 2"],
    "not_subscriptable": ["x = 5\nx[0]"],
    "not_iterable": ["for x in 5: pass", "a, b = 5", "1 in 5", "sum(5)"],
    "not_callable": ["x = [1]\nx(0)", "sum = 0\nsum([1])", "'a'()"],
    "index_text": ["x = [1]\nx['a']", "x = 'abc'\nx['a']", "(1,)['a']"],
    "index_float": ["x = [1]\nx[1 / 1]", "range(4 / 2)", "'abc'[1.0]"],
    "range_of": ["for i in range([1, 2]): pass", "range((1, 2))", "list(range({}))"],
    "index_other": ["[1, 2][0:1.0]", "[1][1, 2]", "round(1.5, [])", "chr([])", "range('3')"],
    "text_and_number": ["'a' + 1", "1 + 'a'", "'a' - 1", "x = 'a'\nx += 1"],
    "list_concat": ["[1] + 2", "(1,) + 2"],
    "operands": ["[1] - [2]", "{} + {}", "[1] ** 2"],
    "not_ordered": ["[1] < 2", "max([1, 'a'])"],
    "no_length": ["len(5)"],
    "unhashable": ["{[1]: 2}", "{[1]}", "x = {}\nx[[]] = 1"],
    "no_item_assignment": ["x = (1,)\nx[0] = 2", "x = 'a'\nx[0] = 'b'"],
    "join_texts": ["','.join([1, 2])"],
    "keyword": ["def f(): pass\nf(x=1)"],
    "arguments": ["def f(x): pass\nf()", "def f(x): pass\nf(1, 2)"],
    "type": ["int([])"],
    "index_of": ["x = []\nx.index('A')", "(1,).index(2)", "'abc'.index('z')"],
    "remove": ["x = [1]\nx.remove(2)", "x = {1}\nx.remove(2)"],
    "unpack": ["a, b = 1, 2, 3", "a, b = [1]", "for a, b in ['x']: pass"],
    "convert": ["int('a')", "float('0,5')", "int('')"],
    "empty": ["max([])", "min([])", "from statistics import mean\nmean([])"],
    "domain": ["import math\nmath.sqrt(-1)", "import math\nmath.log(0)"],
    "value": ["list(range(0, 1, 0))"],
    "raised": [
        "raise ValueError('nein')", "def f():\n    raise KeyError('x')\nf()", "raise ArithmeticError",
        "class Eigene(Exception): pass\nraise Eigene", "raise OSError", "raise MemoryError",
        "if True: raise LookupError('x')", "e = ValueError('x')\nraise e",
    ],
    "pop_empty": ["[].pop()", "set().pop()", "{}.popitem()"],
    "index": ["[][0]", "'a'[5]", "(1,)[3]"],
    "key": ["{}['a']", "{'a': {}}['a']['b']"],
    "zero_division": ["1 / 0", "1.0 / 0", "1 // 0", "1 % 0"],
    "overflow": ["2.0 ** 10000", "float(10 ** 400)"],
    "recursion": ["def f(x):\n    return f(x)\nf(1)"],
    "module": ["import gibtesnicht", "from gibtesnicht import x"],
    "import_name": ["from math import gibtesnicht"],
    "exit": ["import sys\nsys.exit()", "raise SystemExit"],
    "assertion": ["assert 1 == 2"],
    "stop_iteration": ["next(iter([]))"],
    "changed_size": ["x = {1: 2}\nfor y in x: x[y + 1] = 0"],
    "not_implemented": ["raise NotImplementedError"],
    "file": [
        "open('/gibt/es/nicht')", "open('/')", "import pathlib\npathlib.Path('/gibt/es/nicht').read_text()",
    ],
    "system": [
        "import subprocess\nsubprocess.run(['/gibt/es/nicht'])", "import os\nos.listdir('/gibt/es/nicht')",
        "import os\nos.kill(2 ** 22 + 1, 0)",
    ],
    "unicode": ["b'\\xff'.decode()"],
    "other": [
        "class Eigene(Exception): pass\ndef f(): return Eigene()\nraise f()",
    ],
    "js_arrow_ge": ["if x => 3:\n    pass"],
    "js_arrow": ["f = (x) => x + 1", "f = x => x"],
    "js_equal": ["if x === 3:\n    pass", "x = 1 !== 2"],
    "js_and": ["if a && b:\n    pass"],
    "js_or": ["x = a || b"],
    "js_increment": ["x = 0\nx++", "x--;", "i++", "print(x++)"],
    "js_for": [
        "for (let i = 0; i < 3; i++) {\n}", "for (const x of y) {",
        "for (i = 0; i < 3; i++):\n    pass", "for f of x:\n    pass", "for (f of x) {", "[f for f of x]",
    ],
    "js_else_if": ["if x:\n    pass\nelse if y:\n    pass"],
    "js_function": ["function f(x) {\n  return x\n}", "f = function (x) {}", "export function f() {"],
    "js_declare": ["const x = 1", "let y = 2;", "var z = 3"],
    "js_new": ["x = new Map()"],
    "js_catch": ["try:\n    x = 1\ncatch (e):\n    pass", "} catch (e) {"],
    "js_throw": ["throw Error('x')", "throw new Error('x')"],
    "js_switch": ["switch (x) {", "switch (x):\n    y", "switch x:\n    case 1:\n        y"],
    "js_do": ["do:\n    x", "do {", "do {\n  x\n} while (y)"],
    "js_spread": ["x = [...fragen]", "f(...x)", "x = {...y, 'a': 1}"],
    "js_destructure": ["for {a, b} in x:\n    pass", "{a, b} = x"],
    "js_typeof": ["typeof x", "if typeof x == 'string':\n    pass"],
    "js_generic": ["x: Array<string> = []", "def f(x: Map<string, number>):\n    pass", "x: string[] = []"],
    "js_import": ["import x from 'y'", "import { readFile } from 'fs'"],
    "js_comment": [
        "// ein Kommentar", "x = 1  // die erste Zahl", "/* so */", "x = 0 // Treffer", "x = [] // Liste;",
    ],
    "js_template": ["x = `Hallo`"],
    "js_nullish": ["x = a ?? b", "x = a?.b"],
    "js_ternary": ["x = a ? b : c"],
    "fence": ["```python\nx = 1\n```", "x = 1\n```"],
    "prompt": [">>> x = 1", "In [1]: x = 1", "In [1]: import math"],
    "shell": ["!pip install numpy", "%matplotlib inline"],
    "js_not": ["if !x:\n    pass", "y = !x"],
    "braces": ["if x {\n    y\n}", "while (True) {", "if x:\n    pass\n}"],
    "curly_quotes": ["x = “a”", "x = „a“", "x = ‘a’"],
    "strange_character": ["x = 1\u00a0+ 2", "x = 3 · 4", "x = 5 €"],
    "else_if": ["if x:\n    pass\nelseif y:\n    pass"],
    "assign_in_condition": ["if x = 3:\n    pass", "while x = f(1):\n    pass"],
    "never_closed": ["x = (1, 2", "x = [1,\n2", "print('a'"],
    "colon": [
        "if x\n    pass", "def f(x)\n    return x", "for x in y\n    pass",
        "else\n    pass", "while True\n  pass", "if max(a, key=len) > 3\n    pass",
        "if (a and\n    b)\n    c",
    ],
    "print_statement": ["print 'hallo'", "print x"],
    "unmatched": ["x = 1)", "x = (1]", "print(1))"],
    "text_end": ["x = 'abc", 'x = "abc', "x = '''abc"],
    "comma": ["x = [1 2]", "f(a b)"],
    "ternary_else": ["x = 1 if y", "x = [a if a for a in b]"],
    "async_outside": ["def f():\n    return await x", "await x", "def f():\n    async for x in y: pass"],
    "outside_function": ["return 5", "if True:\n    return 1"],
    "outside_loop": ["break", "if 1:\n    continue"],
    "assign_for": ["for f() in x:\n    pass", "[1 for 2 in x]"],
    "assign_to": ["1 = x", "f() = 2", "None = 1", "x + 1 = 2"],
    "invalid_number": ["1abc = 2", "x = 007"],
    "f_string": ["x = f'{}'"],
    "syntax": [
        "x = = 2", "x =", "if x then:\n    y", "new = 1\nx = new if y else",
        "x = [\n    y\n    for y in z w\n]",
    ],
    "tabs": ["if True:\n        x = 1\n\ty = 2"],
    "indent_missing": ["if True:\nx = 1", "def f():\n"],
    "indent_unexpected": ["x = 1\n    y = 2"],
    "indent": ["if True:\n        x = 1\n    y = 2"],
}  # fmt: skip
CASES = [(key, source) for key, sources in PROGRAMS.items() for source in sources]


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(("key", "source"), CASES, ids=[f"{key}: {source}" for key, source in CASES])
def test_what_this_python_raises_gets_the_words_meant_for_it(key: str, source: str) -> None:
    names = ["antwort", "lenght"] if "antwort" in source or "lenght" in source else []
    raised = caught(source)
    assert explanation(raised, names)[0] == key, python_message(raised)
    for language in LANGUAGES:
        assert len(explain(language, raised, names)) > 20


# The same mistake as other Pythons word it: 3.11 to 3.14 differ in these.
WORDINGS = [
    ("ValueError", "'B' is not in list", "x", "index_of"),
    ("ValueError", "list.index(x): x not in list", "x", "index_of"),
    ("ValueError", "tuple.index(x): x not in tuple", "x", "index_of"),
    ("ValueError", "substring not found", "i = text.index(y)", "index_of"),
    ("ZeroDivisionError", "float division by zero", "x", "zero_division"),
    ("ZeroDivisionError", "integer modulo by zero", "x", "zero_division"),
    ("TypeError", "unhashable type: 'list'", "x", "unhashable"),
    ("TypeError", "cannot use 'list' as a dict key (unhashable type: 'list')", "x", "unhashable"),
    ("TypeError", "argument of type 'NoneType' is not iterable", "x", "none_used"),
    ("TypeError", "argument of type 'NoneType' is not a container or iterable", "x", "none_used"),
    ("TypeError", "argument of type 'int' is not a container or iterable", "x", "not_iterable"),
    ("ValueError", "too many values to unpack (expected 2)", "x", "unpack"),
    ("ValueError", "too many values to unpack (expected 2, got 3)", "x", "unpack"),
    ("ValueError", "max() arg is an empty sequence", "x", "empty"),
    ("ValueError", "max() iterable argument is empty", "x", "empty"),
    ("ValueError", "math domain error", "x", "domain"),
    ("ValueError", "expected a nonnegative input, got -1.0", "x", "domain"),
    ("statistics.StatisticsError", "mean requires at least one data point", "x", "empty"),
    ("UnboundLocalError", "local variable 'x' referenced before assignment", "x", "unbound_local"),
    ("EOFError", "EOF when reading a line", "x", "input"),
    ("MemoryError", "", "x", "memory"),
    ("KeyboardInterrupt", "", "x", "interrupt"),
    ("ImportError", "attempted relative import", "x", "import"),
    (
        "AttributeError",
        "module 'random' has no attribute 'x' (consider renaming 'random.py')",
        "x",
        "attribute_module",
    ),
    ("TypeError", "f.<locals>.g() missing 1 required positional argument: 'k'", "x", "arguments"),
    ("TypeError", "list indices must be integers or slices, not str", "x", "index_text"),
    ("TypeError", "string indices must be integers", "x", "index_other"),
    ("TypeError", "list indices must be integers or slices, not float", "x", "index_float"),
    ("NameError", "name 'exit' is not defined", "exit()", "exit"),
    ("NameError", "name 'quit' is not defined", "quit()", "exit"),
    ("NameError", "name 'help' is not defined", "help(len)", "not_here"),
    ("NameError", "name 'trefer' is not defined. Did you mean: 'treffer'?", "x", "near_name"),
    ("NameError", "name 'liste' is not defined", "raise liste", "name"),
    ("TypeError", "exceptions must derive from BaseException", 'raise "x"', "type"),
    ("ConnectionRefusedError", "[Errno 111] Connection refused", "s.connect(x)", "system"),
    ("OSError", "[Errno 28] No space left on device", "f.write(x)", "system"),
    ("PermissionError", "[Errno 1] Operation not permitted", "p = Pool(4)", "system"),
    ("SyntaxError", "f-string: unmatched '['", 'x = f"{a["&&"]}"', "f_string"),
    ("KeyboardInterrupt", "", "raise KeyboardInterrupt", "interrupt"),
    ("Unheard", "of", "x", "other"),
]


@pytest.mark.parametrize(("kind", "message", "text", "key"), WORDINGS)
def test_other_wordings_get_the_same_words(kind: str, message: str, text: str, key: str) -> None:
    assert explanation(Raised(kind, message, (Frame(1, "f", text),)))[0] == key


def test_every_rule_has_words_and_they_name_only_what_the_rule_finds() -> None:
    for language in LANGUAGES:
        for rule in RULES:
            text = catalogue(language)[f"error.{rule.key}"]
            fields = {name for _, name, _, _ in Formatter().parse(text) if name}
            found = {"type"}
            for pattern in (rule.message, rule.line):
                found |= (
                    set() if pattern is None else {part.split(">")[0] for part in pattern.split("(?P<")[1:]}
                )
            if rule.instead is not None or rule.near:
                found.add("instead")
            assert fields <= found, (language, rule.key)


def test_almost_every_rule_is_met_by_a_program_above() -> None:
    met = set(PROGRAMS) | {key for *_, key in WORDINGS}
    assert {rule.key for rule in RULES} <= met


def test_the_learners_own_innermost_line_comes_first() -> None:
    raised = caught("def f(x):\n    return 1 / x\n\nf(0)")
    assert own_line(raised) == 2
    assert explain("de", raised).startswith("Zeile 2: Hier wird durch 0 geteilt.")
    assert explain("en", raised).startswith("Line 2: Here something is divided by 0.")


def test_an_error_without_a_line_of_the_learners_has_words_all_the_same() -> None:
    assert explain("de", Raised("ZeroDivisionError", "x")).startswith("Hier wird durch 0 geteilt.")


def test_what_stands_in_texts_and_comments_is_no_code() -> None:
    assert code_only("x = 'a && b' # c || d") == "x = '' "
    assert code_only('print("it\'s && \\" ||")') == 'print("")'
    assert code_only("x = 'never closed && ") == "x = ''"
    assert explanation(caught("x = ('&&' '||' === 1"))[0] == "js_equal"
    assert explanation(caught("print('a && b'"))[0] == "never_closed"
    assert explanation(caught("x = 1 + + # a && b"))[0] == "syntax"


def test_floor_division_in_a_broken_line_is_not_taken_for_a_comment() -> None:
    assert explanation(caught("x = (a // b if c else d"))[0] == "never_closed"
    assert explanation(caught("x = a // b = 3"))[0] != "js_comment"


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("x = [a if b\n    else c d]", "colon"),
        ("if f(a b\n    c):\n    y", "colon"),
        ("if max(a, key=len) > 3\n    y", "assign_in_condition"),
        ("for x in {\n    1", "braces"),
        ("new = 1\nx = new if y else", "js_new"),
        ("import x; from y import (z", "js_import"),
        ("raise ValueError('a' + 1)", "raised"),
        ("raise gibtesnicht", "raised"),
    ],
)
def test_words_are_not_said_of_what_only_looks_like_it(source: str, key: str) -> None:
    assert explanation(caught(source))[0] != key


def test_what_python_suggests_itself_is_passed_on() -> None:
    raised = Raised("NameError", "name 'trefer' is not defined. Did you mean: 'treffer'?")
    assert "Meintest du `treffer`?" in explain("de", raised)


def test_words_are_found_again_whatever_they_are_filled_with() -> None:
    for source, key in (("x = 1 === 2", "js_equal"), ("x = {...y}", "js_spread"), ("x = (1", "never_closed")):
        for language in LANGUAGES:
            message = explain(language, caught(source))
            assert [rule.key for rule in RULES if says(language, f"error.{rule.key}", message)] == [key]


def test_python_says_type_and_message_or_the_type_alone() -> None:
    assert python_message(Raised("KeyError", "'a'")) == "KeyError: 'a'"
    assert python_message(Raised("MemoryError", "")) == "MemoryError"


@pytest.mark.parametrize(
    ("name", "names", "near"),
    [
        ("retrieval_metriken", ["retrieval_metrik", "faelle"], "retrieval_metrik"),
        ("retrieval_metriken", ["Retrieval_Metriken"], "Retrieval_Metriken"),
        ("retrieval_metriken", ["retrievalMetriken"], "retrievalMetriken"),
        ("antwort", ["antworten"], "antworten"),
        ("antwort", ["echt", "gemeldet_a"], None),
        ("antwort", ["antwort"], None),
        ("antwort", [], None),
    ],
)
def test_a_slip_of_a_name_is_found(name: str, names: list[str], near: str | None) -> None:
    assert nearest(name, names) == near


def test_what_a_message_holds_is_bounded_in_our_words() -> None:
    raised = Raised("NameError", f"name '{'x' * 5_000}' is not defined")
    assert len(explain("de", raised)) < 300
