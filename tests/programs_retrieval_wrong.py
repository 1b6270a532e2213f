"""Wrong programs for `retrieval_metriken` that are no mistake files: each need only be rejected."""

from __future__ import annotations

__all__ = ["WRONG"]

_BASE = """
def retrieval_metriken(faelle, k):
    mit = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit:
        gefunden = fall["gefunden"]
        if fall["erwartet"] in gefunden:
            rang = gefunden.index(fall["erwartet"]) + 1
            treffer += rang <= k
            summe += 1 / rang
    return (treffer / len(mit), summe / len(mit))
"""
"""A right program; most of the wrong ones differ from it in a line."""


def _but(old: str, new: str) -> str:
    """The right program, but with `new` for `old`."""
    if _BASE.count(old) != 1:
        raise ValueError(old)
    return _BASE.replace(old, new)


_RANKING = 'gefunden = fall["gefunden"]'
_RETURN = "return (treffer / len(mit), summe / len(mit))"
_EMPTY = "return (0.0, 0.0)"
_CUT = "treffer += rang <= k"
_FOUND = 'if fall["erwartet"] in gefunden:'
_RANK = 'rang = gefunden.index(fall["erwartet"]) + 1'
_HEAD = "    mit = ["

WRONG: dict[str, str] = {
    # What depends on the order of hashes.
    "set_of_the_ranking": _but(_RANKING, 'gefunden = list(set(fall["gefunden"]))'),
    "set_below_k": _but(_CUT, 'treffer += fall["erwartet"] in list(set(gefunden))[:k]'),
    "set_for_the_rank": _but(_RANK, 'rang = list(frozenset(gefunden)).index(fall["erwartet"]) + 1'),
    # What looks right on the examples.
    "examples_by_k": """
def retrieval_metriken(faelle, k):
    return {1: (0.0, 0.5), 2: (1.0, 0.5)}.get(k, (0.0, 0.0))
""",
    "examples_by_first_source": """
def retrieval_metriken(faelle, k):
    if not faelle:
        return (0.0, 0.0)
    if faelle[0]["erwartet"] == "A":
        return (k - 1.0, 0.5)
    return (0.75, 11 / 24) if k == 3 else (0.5, 11 / 24)
""",
    "constant": "def retrieval_metriken(faelle, k):\n    return (0.0, 0.0)\n",
    "first_question_only": _but("for fall in mit:", "for fall in mit[:1]:"),
    "last_question_forgotten": _but("for fall in mit:", "for fall in mit[:-1]:"),
    # k.
    "k_capped_at_3": _but(_CUT, "treffer += rang <= min(k, 3)"),
    "k_capped_at_5": _but(_CUT, "treffer += rang <= min(k, 5)"),
    "k_capped_at_20": _but(_CUT, "treffer += rang <= min(k, 20)"),
    "k_capped_at_100": _but(_CUT, "treffer += rang <= k and rang <= 100"),
    "k_always_3": _but(_CUT, "treffer += rang <= 3"),
    "only_rank_k": _but(_CUT, "treffer += rang == k"),
    "beyond_k": _but(_CUT, "treffer += rang > k"),
    "k_limits_the_questions": _but("for fall in mit:", "for fall in mit[:k]:"),
    "recall_divided_by_k": _but(_RETURN, "return (treffer / k, summe / len(mit))"),
    # The numbers.
    "both_over_found": _but(
        _RETURN,
        'n = sum(f["erwartet"] in f["gefunden"] for f in mit) or 1\n    return (treffer / n, summe / n)',
    ),
    "discounted_by_logarithm": _but(
        "summe += 1 / rang", "import math\n            summe += 1 / math.log2(rang + 1)"
    ),
    "squared_rank": _but("summe += 1 / rang", "summe += 1 / rang**2"),
    "best_rank_of_all": _but("summe += 1 / rang", "summe = max(summe, 1 / rang)"),
    "median_of_the_reciprocals": """
from statistics import median


def retrieval_metriken(faelle, k):
    mit = [f for f in faelle if f["erwartet"] is not None]
    if not mit:
        return (0.0, 0.0)
    werte = []
    for f in mit:
        gefunden = f["gefunden"]
        werte.append(1 / (gefunden.index(f["erwartet"]) + 1) if f["erwartet"] in gefunden else 0.0)
    return (sum(w >= 1 / k for w in werte) / len(mit), median(werte))
""",
    "rounded_to_6": _but(_RETURN, "return (round(treffer / len(mit), 6), round(summe / len(mit), 6))"),
    "mrr_rounded_to_1": _but(_RETURN, "return (treffer / len(mit), round(summe / len(mit), 1))"),
    "recall_in_percent": _but(_RETURN, "return (100 * treffer / len(mit), summe / len(mit))"),
    "recall_twice": _but(_RETURN, "return (treffer / len(mit), treffer / len(mit))"),
    "mrr_times_recall": _but(_RETURN, "return (treffer / len(mit), summe * treffer / len(mit) ** 2)"),
    # The result's form.
    "recall_alone": _but(_RETURN, "return treffer / len(mit)"),
    "three_numbers": _but(_RETURN, "return (treffer / len(mit), summe / len(mit), len(mit))"),
    "set": _but(_RETURN, "return {treffer / len(mit), summe / len(mit)}"),
    "text": _but(_RETURN, 'return f"({treffer / len(mit)}, {summe / len(mit)})"'),
    "texts": _but(_RETURN, "return (str(treffer / len(mit)), str(summe / len(mit)))"),
    "bool_for_recall": _but(_RETURN, "return (bool(treffer), summe / len(mit))"),
    "complex": _but(_RETURN, "return (complex(treffer / len(mit)), complex(summe / len(mit)))"),
    "generator": _but(_RETURN, "return (x / len(mit) for x in (treffer, summe))"),
    "yielded": _but(_RETURN, "yield treffer / len(mit)\n    yield summe / len(mit)"),
    "printed_and_print_returned": _but(_RETURN, "return print((treffer / len(mit), summe / len(mit)))"),
    "list_subclass": "class Paar(list):\n    pass\n\n"
    + _but(_RETURN, "return Paar([treffer / len(mit), summe / len(mit)])"),
    "equal_to_all": """
class Immer:
    def __eq__(self, other):
        return True

    def __float__(self):
        return 0.5


def retrieval_metriken(faelle, k):
    return (Immer(), Immer())
""",
    # Nothing left.
    "empty_is_perfect": _but(_EMPTY, "return (1.0, 1.0)"),
    "empty_is_nan": _but(_EMPTY, 'return (float("nan"), float("nan"))'),
    "empty_is_one_zero": _but(_EMPTY, "return 0.0"),
    "empty_raises": _but(_EMPTY, 'raise ValueError("keine Fragen")'),
    # Sources.
    "other_way_round_contained": _but(
        _FOUND,
        'gefunden = [fall["erwartet"] if q and q in fall["erwartet"] else q for q in gefunden]\n        '
        + _FOUND,
    ),
    "beginning_is_enough": _but(
        _RANKING,
        'gefunden = [fall["erwartet"] if q.startswith(fall["erwartet"]) else q for q in fall["gefunden"]]',
    ),
    "found_in_the_joined_text": _but(_FOUND, 'if fall["erwartet"] in " ".join(gefunden):'),
    "casefold": _but(
        _RANKING,
        'gefunden = [q.casefold() for q in fall["gefunden"]]\n'
        '        fall = {"erwartet": fall["erwartet"].casefold()}',
    ),
    "empty_text_is_no_source": _but("is not None]", 'not in (None, "")]'),
    "zero_is_no_source": _but("is not None]", 'not in (None, "0")]'),
    "empty_texts_dropped_from_ranking": _but(_RANKING, 'gefunden = [q for q in fall["gefunden"] if q]'),
    "length_decides": _but(
        _RANKING,
        'gefunden = [fall["erwartet"] if len(q) == len(fall["erwartet"]) else q for q in fall["gefunden"]]',
    ),
    # State and arguments.
    "memo_by_k": "ergebnisse = {}\n\n\n"
    + _but(_HEAD, "    if k in ergebnisse:\n        return ergebnisse[k]\n" + _HEAD).replace(
        _RETURN, "ergebnisse[k] = (treffer / len(mit), summe / len(mit))\n    return ergebnisse[k]"
    ),
    "memo_by_identity": "ergebnisse = {}\n\n\n"
    + _but(
        _HEAD, "    if id(faelle) in ergebnisse:\n        return ergebnisse[id(faelle)][1]\n" + _HEAD
    ).replace(
        _RETURN,
        "ergebnisse[id(faelle)] = (faelle, (treffer / len(mit), summe / len(mit)))\n"
        "    return ergebnisse[id(faelle)][1]",
    ),
    "growing_default": _but("(faelle, k):", "(faelle, k, alle=[]):").replace(
        "for fall in mit:", "alle += mit\n    mit = alle\n    for fall in mit:"
    ),
    "right_once": "aufrufe = 0\n\n\n"
    + _but(_HEAD, "    global aufrufe\n    aufrufe += 1\n" + _HEAD).replace(
        _RETURN, "return (treffer / len(mit) / aufrufe, summe / len(mit) / aufrufe)"
    ),
    "ranking_sorted_in_place": _but(_RANKING, _RANKING + "\n        gefunden.sort()"),
    "ranking_reversed_in_place": _but(_RANKING, 'fall["gefunden"].reverse()\n        ' + _RANKING),
    "case_cut_in_place": _but(_RANKING, 'del fall["gefunden"][k:]\n        ' + _RANKING),
    "list_deleted_at_the_end": _but(
        _RETURN, "n = len(mit)\n    del faelle[:]\n    return (treffer / n, summe / n)"
    ),
    "expected_taken_out": _but(_RANK, _RANK + '\n            gefunden.remove(fall["erwartet"])'),
    "removed_while_walking": _but(
        'mit = [fall for fall in faelle if fall["erwartet"] is not None]',
        """for fall in faelle:
        if fall["erwartet"] is None:
            faelle.remove(fall)
    mit = faelle""",
    ),
    # Errors.
    "one_try_around_all": """
def retrieval_metriken(faelle, k):
    n = treffer = summe = 0
    try:
        for fall in faelle:
            if fall["erwartet"] is None:
                continue
            n += 1
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            treffer += rang <= k
            summe += 1 / rang
    except ValueError:
        pass
    return (treffer / n, summe / n) if n else (0.0, 0.0)
""",
    "not_found_gives_rank_0": _but(_FOUND, "if True:").replace(
        _RANK, 'rang = gefunden.index(fall["erwartet"]) + 1 if fall["erwartet"] in gefunden else 0'
    ),
    "find_as_in_javascript": _but(_RANK, 'rang = gefunden.indexOf(fall["erwartet"]) + 1'),
    "attributes_as_in_javascript": _but(_RANKING, "gefunden = fall.gefunden"),
    "other_name": _BASE.replace("def retrieval_metriken", "def retrieval_metrik"),
    "one_parameter": _BASE.replace("(faelle, k):", "(faelle):\n    k = 3"),
    "no_function": "retrieval_metriken = (0.0, 0.5)\n",
    "no_colon": _BASE.replace("(faelle, k):", "(faelle, k)"),
    "nothing_returned": _BASE.replace(_RETURN, "ergebnis = (treffer / len(mit), summe / len(mit))"),
}
