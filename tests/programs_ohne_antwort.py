"""Right and wrong programs for `ohne_antwort_auswerten` that are no mistake files."""

from __future__ import annotations

__all__ = ["RIGHT", "WRONG"]

_BASE = """
def anteil(gruppe):
    if not gruppe:
        return 0.0
    return sum(frage["abgelehnt"] for frage in gruppe) / len(gruppe)


def ohne_antwort_auswerten(fragen):
    ohne = [frage for frage in fragen if frage["erwartet"] is None]
    mit = [frage for frage in fragen if frage["erwartet"] is not None]
    return (anteil(ohne), anteil(mit))
"""
"""A right program; most of the wrong ones differ from it in a line."""

_RETURN = "return (anteil(ohne), anteil(mit))"
_SHARE = 'return sum(frage["abgelehnt"] for frage in gruppe) / len(gruppe)'


def _but(old: str, new: str) -> str:
    """The right program, but with `new` for `old`."""
    if _BASE.count(old) != 1:
        raise ValueError(old)
    return _BASE.replace(old, new)


RIGHT: dict[str, str] = {
    "two_lists": _BASE,
    "lambda": """
mittel = lambda xs: sum(xs) / len(xs) if xs else 0
ohne_antwort_auswerten = lambda fragen: tuple(
    mittel([f["abgelehnt"] for f in fragen if (f["erwartet"] is None) == leer]) for leer in (True, False)
)
""",
    "counters": """
def ohne_antwort_auswerten(fragen):
    ohne = mit = korrekt = zu_unrecht = 0
    for frage in fragen:
        if frage["erwartet"] is None:
            ohne += 1
            if frage["abgelehnt"]:
                korrekt += 1
        else:
            mit += 1
            if frage["abgelehnt"]:
                zu_unrecht += 1
    return (korrekt / ohne if ohne else 0.0, zu_unrecht / mit if mit else 0.0)
""",
    "collections_counter": """
from collections import Counter


def ohne_antwort_auswerten(fragen):
    z = Counter((f["erwartet"] is None, f["abgelehnt"]) for f in fragen)
    return tuple(z[g, True] / (z[g, True] + z[g, False] or 1) for g in (True, False))
""",
    "callable_object": """
class Auswertung:
    def __call__(self, fragen):
        gruppen = {True: [], False: []}
        for frage in fragen:
            gruppen[frage["erwartet"] is None].append(frage["abgelehnt"])
        return self.anteil(gruppen[True]), self.anteil(gruppen[False])

    @staticmethod
    def anteil(werte):
        return werte.count(True) / len(werte) if werte else 0.0


ohne_antwort_auswerten = Auswertung()
""",
    "recursion": """
def zaehle(fragen, ohne):
    if not fragen:
        return 0, 0
    ja, alle = zaehle(fragen[1:], ohne)
    if (fragen[0]["erwartet"] is None) is not ohne:
        return ja, alle
    return ja + (1 if fragen[0]["abgelehnt"] else 0), alle + 1


def ohne_antwort_auswerten(fragen):
    a, b = zaehle(fragen, True)
    c, d = zaehle(fragen, False)
    return (a / b if b else 0.0, c / d if d else 0.0)
""",
    "fraction": """
from fractions import Fraction


def ohne_antwort_auswerten(fragen):
    def anteil(gruppe):
        return Fraction(sum(gruppe), len(gruppe)) if gruppe else Fraction(0)

    return (
        anteil([f["abgelehnt"] for f in fragen if f["erwartet"] is None]),
        anteil([f["abgelehnt"] for f in fragen if f["erwartet"] is not None]),
    )
""",
    "namedtuple": """
from typing import NamedTuple


class Ablehnungen(NamedTuple):
    korrekt_abgelehnt: float
    zu_unrecht_abgelehnt: float


"""
    + _but(_RETURN, "return Ablehnungen(zu_unrecht_abgelehnt=anteil(mit), korrekt_abgelehnt=anteil(ohne))"),
    "decorated": """
from functools import wraps


def als_tupel(funktion):
    @wraps(funktion)
    def innen(*args):
        return tuple(funktion(*args))

    return innen


@als_tupel
def ohne_antwort_auswerten(fragen):
    for ohne in (True, False):
        gruppe = [f for f in fragen if (f["erwartet"] is None) is ohne]
        yield len([f for f in gruppe if f["abgelehnt"]]) / len(gruppe) if gruppe else 0.0
""",
    "partial": "from functools import partial\n"
    + _BASE.replace("def ohne_antwort_auswerten(fragen)", "def rechne(leer, fragen)").replace(
        "is None]", "is leer]"
    )
    + "\n\nohne_antwort_auswerten = partial(rechne, None)\n",
    "statistics": """
import statistics


def ohne_antwort_auswerten(fragen):
    ohne = [float(f["abgelehnt"]) for f in fragen if f["erwartet"] is None] or [0.0]
    mit = [float(f["abgelehnt"]) for f in fragen if f["erwartet"] is not None] or [0.0]
    return statistics.mean(ohne), statistics.mean(mit)
""",
    "except": """
def anteil(teil, ganzes):
    try:
        return teil / ganzes
    except ZeroDivisionError:
        return 0


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    abgelehnt = [f for f in fragen if f["abgelehnt"]]
    beides = [f for f in ohne if f["abgelehnt"]]
    mit = len(fragen) - len(ohne)
    print(len(ohne), mit)
    return anteil(len(beides), len(ohne)), anteil(len(abgelehnt) - len(beides), mit)
""",
}

WRONG: dict[str, str] = {
    "examples_by_length": """
def ohne_antwort_auswerten(fragen):
    return (1.0, 0.0) if len(fragen) == 2 else (2 / 3, 0.5)
""",
    "always_zero": "def ohne_antwort_auswerten(fragen):\n    return (0.0, 0.0)\n",
    "only_the_first_of_each_group": _but(
        "return sum(", 'return float(gruppe[0]["abgelehnt"])\n    return sum('
    ),
    "one_share_for_both": _but(_RETURN, "return (anteil(fragen), anteil(fragen))"),
    "the_first_alone": _but(_RETURN, "return anteil(ohne)"),
    "three_numbers": _but(_RETURN, "return (anteil(ohne), anteil(mit), anteil(fragen))"),
    "empty_is_nan": _but("return 0.0", 'return float("nan")'),
    "empty_is_1": _but("return 0.0", "return 1.0"),
    "empty_second_is_1": _but(_RETURN, "return (anteil(ohne), anteil(mit) if mit else 1.0)"),
    "not_declined_is_counted": _but(
        _SHARE, 'return sum(not frage["abgelehnt"] for frage in gruppe) / len(gruppe)'
    ),
    "one_too_many_in_the_denominator": _but("/ len(gruppe)", "/ (len(gruppe) + 1)"),
    "answered_share_of_all": _but(
        _RETURN, 'return (anteil(ohne), sum(f["abgelehnt"] for f in mit) / (len(fragen) or 1))'
    ),
    "empty_text_is_none": _but("is None]", 'in (None, "")]').replace("is not None]", 'not in (None, "")]'),
    "any_falsy_word_is_none": _but("is None]", 'in (None, "0", "False", "None")]').replace(
        "is not None]", 'not in (None, "0", "False", "None")]'
    ),
    "equal_questions_once": _but(
        _RETURN,
        "einmal = lambda g: [dict(p) for p in dict.fromkeys(tuple(f.items()) for f in g)]\n"
        "    return (anteil(einmal(ohne)), anteil(einmal(mit)))",
    ),
    "rounded_to_4": _but(_RETURN, "return (round(anteil(ohne), 4), round(anteil(mit), 4))"),
    "percent_text": _but(_RETURN, 'return (f"{anteil(ohne):.0%}", f"{anteil(mit):.0%}")'),
    "bools": _but(_RETURN, "return (bool(anteil(ohne)), bool(anteil(mit)))"),
    "set": _but(_RETURN, "return {anteil(ohne), anteil(mit)}"),
    "generator": _but(_RETURN, "return (anteil(g) for g in (ohne, mit))"),
    "yielded": _but(_RETURN, "yield anteil(ohne)\n    yield anteil(mit)"),
    "nothing_returned": _but(_RETURN, "ergebnis = (anteil(ohne), anteil(mit))"),
    "memo_by_length": "gemerkt = {}\n"
    + _but(_RETURN, "return gemerkt.setdefault(len(fragen), (anteil(ohne), anteil(mit)))"),
    "globals_grow": "alle = []\n"
    + _but("    ohne = [", "    alle.extend(fragen)\n    fragen = alle\n    ohne = ["),
    "emptied_at_the_end": _but(
        _RETURN, "ergebnis = (anteil(ohne), anteil(mit))\n    fragen.clear()\n    return ergebnis"
    ),
    "answers_flipped_in_place": _but(
        "    ohne = [", '    for f in fragen:\n        f["abgelehnt"] = not f["abgelehnt"]\n    ohne = ['
    ).replace(_SHARE, 'return sum(not frage["abgelehnt"] for frage in gruppe) / len(gruppe)'),
    "attributes_as_in_javascript": _but('if frage["erwartet"] is None]', "if frage.erwartet is None]"),
    "null_as_in_javascript": _but('if frage["erwartet"] is None]', 'if frage["erwartet"] === null]'),
    "other_name": _BASE.replace("def ohne_antwort_auswerten", "def auswerten"),
    "no_parameter": _BASE.replace(
        "def ohne_antwort_auswerten(fragen):", "fragen = []\n\n\ndef ohne_antwort_auswerten():"
    ),
}
