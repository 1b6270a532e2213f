"""Right and wrong programs for `accuracy` that are no mistake files."""

from __future__ import annotations

__all__ = ["RIGHT", "WRONG"]

_DATA = """
echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]
"""

RIGHT: dict[str, str] = {
    "by_hand": "antwort = (0.95, 0.0, 0.85, 0.25, 1.0)\n",
    "whole_numbers": "antwort = 0.95, 0, 0.85, 0.25, 1\n",
    "within_the_tolerance": "antwort = (0.9549, 0.0049, 0.8451, 0.2549, 0.9951)\n",
    "quotients": "antwort = (19 / 20, 0 / 1, 17 / 20, 1 / 4, 1 / 1)\n",
    "fraction": "from fractions import Fraction as B\n\n"
    "antwort = (B(19, 20), B(0), B(17, 20), B(1, 4), B(1))\n",
    "decimal": "from decimal import Decimal as D\n\n"
    'antwort = (D("0.95"), D(0), D("0.85"), D("0.25"), D(1))\n',
    "tuple_of_a_list": "antwort = tuple([0.95, 0.0, 0.85, 0.25, 1.0])\n",
    "namedtuple": """
from collections import namedtuple

Antwort = namedtuple("Antwort", "accuracy_A recall_A accuracy_B precision_B recall_B")
antwort = Antwort(0.95, 0.0, 0.85, 0.25, 1.0)
""",
    "function_with_a_rule": _DATA
    + """
def anteil(teil, ganzes):
    return teil / ganzes if ganzes else 0.0


def kennzahlen(gemeldet):
    tp = sum(e and g for e, g in zip(echt, gemeldet))
    richtig = sum(e == g for e, g in zip(echt, gemeldet))
    return richtig / len(echt), anteil(tp, sum(gemeldet)), anteil(tp, sum(echt))


acc_a, _, rec_a = kennzahlen(gemeldet_a)
antwort = (acc_a, rec_a, *kennzahlen(gemeldet_b))
print(antwort)
""",
    "counter": _DATA
    + """
from collections import Counter

a, b = (Counter(zip(echt, gemeldet)) for gemeldet in (gemeldet_a, gemeldet_b))
antwort = (
    (a[True, True] + a[False, False]) / a.total(),
    a[True, True] / (a[True, True] + a[True, False]),
    (b[True, True] + b[False, False]) / b.total(),
    b[True, True] / (b[True, True] + b[False, True]),
    b[True, True] / (b[True, True] + b[True, False]),
)
""",
}

WRONG: dict[str, str] = {
    "precision_without_a_rule": _DATA
    + """
def kennzahlen(gemeldet):
    tp = sum(e and g for e, g in zip(echt, gemeldet))
    richtig = sum(e == g for e, g in zip(echt, gemeldet))
    return richtig / len(echt), tp / sum(gemeldet), tp / sum(echt)


acc_a, prec_a, rec_a = kennzahlen(gemeldet_a)
antwort = (acc_a, rec_a, *kennzahlen(gemeldet_b))
""",
    "just_outside_the_tolerance": "antwort = (0.956, 0.0, 0.85, 0.25, 1.0)\n",
    "precision_of_a_too": "antwort = (0.95, 0.0, 0.0, 0.85, 0.25, 1.0)\n",
    "only_b": "antwort = (0.85, 0.25, 1.0)\n",
    "one_number": "antwort = 0.95\n",
    "lists_compared": _DATA + "\nantwort = (echt == gemeldet_a, 0.0, echt == gemeldet_b, 0.25, 1.0)\n",
    "one_text": 'antwort = "(0.95, 0.0, 0.85, 0.25, 1.0)"\n',
    "decimal_commas": "antwort = (0,95, 0,0, 0,85, 0,25, 1,0)\n",
    "set": "antwort = {0.95, 0.0, 0.85, 0.25, 1.0}\n",
    "generator": "antwort = (x / 20 for x in (19, 0, 17, 5, 20))\n",
    "nan_for_precision": 'antwort = (0.95, 0.0, 0.85, float("nan"), 1.0)\n',
    "complex": "antwort = (0.95 + 0j, 0j, 0.85 + 0j, 0.25 + 0j, 1 + 0j)\n",
    "true_for_one": "antwort = (0.95, 0.0, 0.85, 0.25, True)\n",
    "capital_letter": "Antwort = (0.95, 0.0, 0.85, 0.25, 1.0)\n",
    "printed_only": "print((0.95, 0.0, 0.85, 0.25, 1.0))\n",
    "const_as_in_javascript": "const antwort = (0.95, 0.0, 0.85, 0.25, 1.0)\n",
}
