from __future__ import annotations

from dataclasses import dataclass

import pytest
from handmade import function, value

from checker.model import Case, Kind, Outcome
from checker.trusted import check_trusted

PASSED = Outcome.PASSED

# --- the design's "Rules of comparing" ----------------------------------------------------------
#
# One row a sentence of that table and a hostile value. The function f(faelle) is due to give the tuple
# (0.0, 0.5) for [1] and (1.0, 0.25) for [2]; what is written here is what it gives for [1] with
# a, b = 0.0, 0.5 and for [2] with a, b = 1.0, 0.25.


@dataclass(frozen=True)
class Rule:
    """What a learner gives, and what it counts as: passed, or the kind of difference."""

    gives: str
    counts_as: Outcome | Kind
    given: str = ""
    says: str = ""


FRACTION = "from fractions import Fraction"
DECIMAL = "from decimal import Decimal"
NAMED = "from collections import namedtuple\nPaar = namedtuple('Paar', 'recall mrr')"
LYING_FLOAT = """
class Zahl(float):
    def __float__(self): return 9.0
    __eq__ = None
"""
LYING_TUPLE = """
class Paar(tuple):
    def __iter__(self): return iter((7, 7))
    def __len__(self): return 9
"""
EQUAL_TO_ALL = """
class Gleich:
    def __eq__(self, other): return True
    def __float__(self): return 0.5
    def __sub__(self, other): return 0.0
    def __le__(self, other): return True
    def __abs__(self): return 0.0
"""
DISGUISED = """
class Tarnung:
    __class__ = tuple
    def __iter__(self): return iter((0.0, 0.5))
"""
RING = """
def ring():
    x = []
    x.extend((x, x))
    return x
"""
DEEP = """
def tief(x, n=3_000):
    for _ in range(n): x = type(x)((x,))
    return x
"""
BURSTS = """
def platzt():
    yield 0.0
    raise KeyboardInterrupt
"""
DECORATED = """
from functools import wraps
def d(g): return wraps(g)(lambda *a: g(*a))
@d
def f(x): return wert(x[0])
"""
TUPLE_CLASS = """
class f(tuple):
    def __new__(cls, x): return tuple.__new__(cls, wert(x[0]))
"""

RIGHT, WRONG = "Die Werte darin stimmen.", "Auch die Werte darin stimmen noch nicht alle."

RULES = {
    "int, float and their subclasses, Fraction, Decimal: a number": [
        Rule("a, b", PASSED),
        Rule("Zahl(a), Zahl(b)", PASSED, "class Zahl(float): pass"),
        Rule("Zahl(a), b", PASSED, "class Zahl(int): pass"),
        Rule("Zahl(a), Zahl(b)", PASSED, LYING_FLOAT),
        Rule("Fraction(a), Fraction(b)", PASSED, FRACTION),
        Rule("Decimal(a), Decimal(b)", PASSED, DECIMAL),
        Rule("N(int(a)), b", PASSED, "from enum import IntEnum\nN = IntEnum('N', 'NULL EINS', start=0)"),
    ],
    "0 is fine for 0.0": [Rule("int(a), b", PASSED), Rule("-a if a == 0 else a, b", PASSED)],
    "bool where a number is due": [
        Rule("bool(a), b", Kind.BOOL_NOT_NUMBER, says="`True` oder `False`"),
        Rule("bool(a), bool(b)", Kind.BOOL_NOT_NUMBER),
    ],
    "str where a number is due": [
        Rule("str(a), str(b)", Kind.TEXT_NOT_NUMBER, says="ein Text"),
        Rule("f'{a}', f'{b}'", Kind.TEXT_NOT_NUMBER),
        Rule("a, Text(b)", Kind.TEXT_NOT_NUMBER, "class Text(str): pass"),
        Rule("a, '\\ud800'", Kind.TEXT_NOT_NUMBER),
    ],
    "complex where a number is due": [Rule("a, complex(b)", Kind.COMPLEX_NOT_NUMBER, says="komplexe")],
    "nan where a number is due": [
        Rule("a, float('nan')", Kind.NAN, says="`nan`"),
        Rule("Decimal('NaN'), b", Kind.NAN, DECIMAL),
        Rule("Decimal('sNaN'), Decimal('-NaN123')", Kind.NAN, DECIMAL),
    ],
    "anything else where a number is due": [
        Rule("a, None", Kind.NOT_A_NUMBER),
        Rule("[a], [b]", Kind.NOT_A_NUMBER),
        Rule("a, (b,)", Kind.NOT_A_NUMBER),
        Rule("a, ...", Kind.NOT_A_NUMBER),
        Rule("a, b'0.5'", Kind.NOT_A_NUMBER),
        Rule("a, f", Kind.NOT_A_NUMBER),
    ],
    "tuple and subclasses, namedtuple included: a tuple": [
        Rule("tuple([a, b])", PASSED),
        Rule("Paar(a, b)", PASSED, NAMED),
        Rule("Paar((a, b))", PASSED, LYING_TUPLE),
    ],
    "list where a tuple is due, and whether the numbers were right": [
        Rule("[a, b]", Kind.LIST_NOT_TUPLE, says=RIGHT),
        Rule("[b, a]", Kind.LIST_NOT_TUPLE, says=WRONG),
        Rule("[a, b, b]", Kind.LIST_NOT_TUPLE, says=WRONG),
        Rule("Liste([a, b])", Kind.LIST_NOT_TUPLE, "class Liste(list): pass", says=RIGHT),
    ],
    "set where a tuple is due": [
        Rule("{a, b}", Kind.SET_NOT_TUPLE, says=RIGHT),
        Rule("frozenset((b, a))", Kind.SET_NOT_TUPLE, says=RIGHT),
        Rule("{a, 9}", Kind.SET_NOT_TUPLE, says=WRONG),
        Rule("{a, b, 9}", Kind.SET_NOT_TUPLE, says=WRONG),
    ],
    "dict where a tuple is due": [
        Rule("{'recall': a, 'mrr': b}", Kind.DICT_NOT_TUPLE, says=RIGHT),
        Rule("{'mrr': b, 'recall': a}", Kind.DICT_NOT_TUPLE, says=RIGHT),
        Rule("{1: a, 2: b}", Kind.DICT_NOT_TUPLE, says=RIGHT),
        Rule("{'recall': b, 'mrr': a}", Kind.DICT_NOT_TUPLE, says=WRONG),
    ],
    "generator where a tuple is due": [
        Rule("(x for x in (a, b))", Kind.GENERATOR_NOT_TUPLE, says=RIGHT),
        Rule("map(abs, (a, b))", Kind.GENERATOR_NOT_TUPLE, says="`map`"),
        Rule("zip((a,), (b,))", Kind.GENERATOR_NOT_TUPLE, says=WRONG),
        Rule("iter((a, b, b))", Kind.GENERATOR_NOT_TUPLE, says=WRONG),
    ],
    "anything else where a tuple is due": [
        Rule("a", Kind.NOT_A_TUPLE, says="Tupel mit 2 Werten"),
        Rule("str((a, b))", Kind.NOT_A_TUPLE),
        Rule("True", Kind.NOT_A_TUPLE),
        Rule("f", Kind.NOT_A_TUPLE),
        Rule("None", Kind.NONE_RETURNED, says="`return`"),
    ],
    "another number of components": [
        Rule("(a,)", Kind.WRONG_LENGTH, says="hat dein Ergebnis 1"),
        Rule("a, b, 0", Kind.WRONG_LENGTH, says="hat dein Ergebnis 3"),
        Rule("()", Kind.WRONG_LENGTH),
        Rule("((a, b),)", Kind.WRONG_LENGTH),
    ],
    "difference ≤ tolerance + 1e-12, tolerance 1e-9": [
        Rule("a, b + 1e-9", PASSED),
        Rule("a - 1e-9, b", PASSED),
        Rule("a, b + 1.002e-9", Kind.WRONG_VALUE),
        Rule("a, b + 1.1e-9", Kind.WRONG_VALUE),
        Rule("Fraction(a) + Fraction(1, 10**9), b", PASSED, FRACTION),
        Rule("Fraction(a) + Fraction(2, 10**9), b", Kind.WRONG_VALUE, FRACTION),
        Rule("a, Decimal(b) + Decimal('1e-9')", PASSED, DECIMAL),
        Rule("a, Decimal(b) + Decimal('2e-9')", Kind.WRONG_VALUE, DECIMAL),
    ],
    "any callable under the name is a function, called with positional arguments": [
        Rule("", PASSED, "f = lambda x: wert(x[0])"),
        Rule("", PASSED, "class F:\n def __call__(self, x): return wert(x[0])\nf = F()"),
        Rule("", PASSED, "from functools import partial\nf = partial(lambda y, x: wert(x[0]), 0)"),
        Rule("", PASSED, DECORATED),
        Rule("", PASSED, "class F:\n @staticmethod\n def rechne(x, /): return wert(x[0])\nf = F.rechne"),
        Rule("", PASSED, "def f(*args): return wert(args[0][0])"),
        Rule("", PASSED, TUPLE_CLASS),
    ],
    "right result, and printed besides: passed": [Rule("print(a, b) or (a, b)", PASSED)],
    "right results, but the argument was changed: passed with a remark": [
        Rule("x.clear() or (a, b)", PASSED),
    ],
    "hostile values": [
        Rule("Gleich()", Kind.NOT_A_TUPLE, EQUAL_TO_ALL),
        Rule("Gleich(), Gleich()", Kind.NOT_A_NUMBER, EQUAL_TO_ALL),
        Rule("Tarnung()", Kind.NOT_A_TUPLE, DISGUISED),
        Rule("ring()", Kind.LIST_NOT_TUPLE, RING, WRONG),
        Rule("tief([])", Kind.LIST_NOT_TUPLE, DEEP, WRONG),
        Rule("a, tief(())", Kind.NOT_A_NUMBER, DEEP),
        Rule("(a, b) * 1_000_000", Kind.WRONG_LENGTH, says="2000000"),
        Rule("[a, b] * 1_000_000", Kind.LIST_NOT_TUPLE, says=WRONG),
        Rule("'x' * 10_000_000", Kind.NOT_A_TUPLE),
        Rule("count()", Kind.GENERATOR_NOT_TUPLE, "from itertools import count", WRONG),
        Rule("endlos()", Kind.GENERATOR_NOT_TUPLE, "def endlos():\n while True: yield 0.5", WRONG),
        Rule("platzt()", Kind.GENERATOR_NOT_TUPLE, BURSTS, WRONG),
        Rule("10**5000, b", Kind.WRONG_VALUE),
        Rule("a, -10**40000", Kind.WRONG_VALUE),
        Rule("a, Fraction(10**5000, 10**5000 - 1)", Kind.WRONG_VALUE, FRACTION),
        Rule("a, Decimal('1e99999999')", Kind.WRONG_VALUE, DECIMAL),
        Rule("Decimal('-1e999999'), b", Kind.WRONG_VALUE, DECIMAL),
        Rule("Decimal('Infinity'), b", Kind.WRONG_VALUE, DECIMAL),
        Rule("float('inf'), -float('inf')", Kind.WRONG_VALUE),
    ],
}  # fmt: skip

TWO_CALLS = function({"alle": [(Case(([1],)), (0.0, 0.5)), (Case(([2],)), (1.0, 0.25))]})
BEGIN = "def wert(n):\n    return (0.0, 0.5) if n == 1 else (1.0, 0.25)\n"
ROWS = [(line, rule) for line, rules in RULES.items() for rule in rules]


@pytest.mark.parametrize(
    ("line", "rule"), ROWS, ids=[f"{line}: {rule.gives or rule.given}" for line, rule in ROWS]
)
def test_rules_of_comparing(line: str, rule: Rule) -> None:
    define = f"def f(x):\n    a, b = wert(x[0])\n    return {rule.gives}\n" if rule.gives else ""
    report = check_trusted(TWO_CALLS, f"{BEGIN}{rule.given}\n{define}")
    if isinstance(rule.counts_as, Outcome):
        assert (report.verdict, report.kind) == (rule.counts_as, None), report.message
    else:
        assert (report.verdict, report.kind) == (Outcome.FAILED, rule.counts_as), report.message
    assert rule.says in report.message
    assert bool(report.remarks) is ("argument was changed" in line)


def test_rounded_results_of_functions_fail_and_are_told_so() -> None:
    loaded = function({"alle": [(Case(([n],)), (1 / n, 2 / n)) for n in (3, 7, 9)]})
    for digits in range(1, 7):
        rounded = f"def f(x):\n    return round(1 / x[0], {digits}), round(2 / x[0], {digits})"
        report = check_trusted(loaded, rounded)
        assert (report.verdict, report.kind) == (Outcome.FAILED, Kind.ROUNDED)
    assert "gerundet" in report.message.lower()


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ("0.95, 0.25", 2),
        ("0.955, 0.245", 2),
        ("0.945, 0.255", 2),
        ("0.9551, 0.25", 1),
        ("0.95, 0.2449", 1),
        ("0.96, 0.24", 0),
        ("Fraction('0.955'), Fraction('0.245')", 2),
        ("Decimal('0.955'), Decimal('0.2449')", 1),
    ],
)
def test_accuracy_has_a_tolerance_of_five_thousandths(given: str, passed: int) -> None:
    loaded = value(0.95, 0.25, tolerance=0.005)
    source = f"from fractions import Fraction\nfrom decimal import Decimal\nantwort = {given}"
    assert check_trusted(loaded, source).passed == passed
