"""Right programs for `retrieval_metriken`, each in a style of its own."""

from __future__ import annotations

__all__ = ["RIGHT"]

RIGHT: dict[str, str] = {}

RIGHT["lambda"] = """
platz = lambda xs, x: xs.index(x) + 1 if x in xs else 0
rang = lambda fall: platz(fall["gefunden"], fall["erwartet"])
relevant = lambda faelle: [rang(f) for f in faelle if f["erwartet"] is not None]
mittel = lambda xs: sum(xs) / len(xs) if xs else 0.0
retrieval_metriken = lambda faelle, k: (
    mittel([0 < r <= k for r in relevant(faelle)]),
    mittel([1 / r if r else 0.0 for r in relevant(faelle)]),
)
"""

RIGHT["callable_object"] = """
class Auswertung:
    def __init__(self, leer):
        self.leer = leer

    def __call__(self, faelle, k):
        faelle = [fall for fall in faelle if fall["erwartet"] is not None]
        if not faelle:
            return self.leer
        recall = mrr = 0
        for fall in faelle:
            for rang, quelle in enumerate(fall["gefunden"], start=1):
                if quelle == fall["erwartet"]:
                    recall += rang <= k
                    mrr += 1 / rang
                    break
        return recall / len(faelle), mrr / len(faelle)


retrieval_metriken = Auswertung((0.0, 0.0))
"""

RIGHT["bound_method"] = """
class Suche:
    def metriken(self, faelle, k):
        paare = [(f["erwartet"], f["gefunden"]) for f in faelle if f["erwartet"] is not None]
        if len(paare) == 0:
            return (0, 0)
        kehrwerte = [1 / (g.index(e) + 1) if e in g else 0 for e, g in paare]
        return (sum(w >= 1 / k for w in kehrwerte) / len(paare), sum(kehrwerte) / len(paare))


retrieval_metriken = Suche().metriken
"""

RIGHT["comprehension"] = """
def retrieval_metriken(faelle, k):
    mit = [f for f in faelle if f["erwartet"] is not None]
    if not mit:
        return 0.0, 0.0
    recall = sum(f["erwartet"] in f["gefunden"][:k] for f in mit) / len(mit)
    paare = [(f["erwartet"], f["gefunden"]) for f in mit]
    return recall, sum(1 / (g.index(e) + 1) for e, g in paare if e in g) / len(mit)
"""

RIGHT["recursion"] = """
def rang(gefunden, erwartet, platz=1):
    if not gefunden:
        return None
    return platz if gefunden[0] == erwartet else rang(gefunden[1:], erwartet, platz + 1)


def summen(faelle, k):
    if not faelle:
        return 0, 0, 0.0
    anzahl, treffer, kehrwerte = summen(faelle[1:], k)
    erster = faelle[0]
    if erster["erwartet"] is None:
        return anzahl, treffer, kehrwerte
    platz = rang(erster["gefunden"], erster["erwartet"])
    if platz is None:
        return anzahl + 1, treffer, kehrwerte
    return anzahl + 1, treffer + (platz <= k), kehrwerte + 1 / platz


def retrieval_metriken(faelle, k):
    anzahl, treffer, kehrwerte = summen(faelle, k)
    return (treffer / anzahl, kehrwerte / anzahl) if anzahl else (0.0, 0.0)
"""

RIGHT["fraction"] = """
from fractions import Fraction


def retrieval_metriken(faelle, k):
    raenge = []
    for fall in faelle:
        if fall["erwartet"] is not None:
            stellen = [i for i, quelle in enumerate(fall["gefunden"], 1) if quelle == fall["erwartet"]]
            raenge.append(min(stellen, default=None))
    if not raenge:
        return Fraction(0), Fraction(0)
    gefunden = [rang for rang in raenge if rang]
    recall = Fraction(len([rang for rang in gefunden if rang <= k]), len(raenge))
    return recall, sum((Fraction(1, rang) for rang in gefunden), Fraction(0)) / len(raenge)
"""

RIGHT["decimal"] = """
from decimal import Decimal


def retrieval_metriken(faelle, k):
    anzahl, recall, mrr = Decimal(0), Decimal(0), Decimal(0)
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        anzahl += 1
        if fall["erwartet"] in fall["gefunden"]:
            rang = Decimal(fall["gefunden"].index(fall["erwartet"]) + 1)
            mrr += 1 / rang
            recall += 1 if rang <= k else 0
    return (recall / anzahl, mrr / anzahl) if anzahl else (Decimal("0.0"), Decimal("0.0"))
"""

RIGHT["namedtuple"] = """
from collections import namedtuple

Ergebnis = namedtuple("Ergebnis", "recall_at_k mrr")


def retrieval_metriken(faelle, k):
    n, treffer, kehrwerte = 0, 0, 0
    for fall in faelle:
        erwartet, gefunden = fall["erwartet"], fall["gefunden"]
        if erwartet is None:
            continue
        n += 1
        try:
            rang = gefunden.index(erwartet) + 1
        except ValueError:
            continue
        treffer += 1 if rang <= k else 0
        kehrwerte += 1 / rang
    return Ergebnis(treffer / n if n else 0.0, kehrwerte / n if n else 0.0)
"""

RIGHT["typed_namedtuple"] = """
from typing import NamedTuple


class Metriken(NamedTuple):
    recall_at_k: float = 0.0
    mrr: float = 0.0


def retrieval_metriken(faelle: list[dict], k: int) -> Metriken:
    mit = [f for f in faelle if f["erwartet"] is not None]
    if not mit:
        return Metriken()
    raenge: list[float] = []
    for f in mit:
        raenge.append(next((i for i, q in enumerate(f["gefunden"], 1) if q == f["erwartet"]), float("inf")))
    return Metriken(sum(r <= k for r in raenge) / len(mit), sum(1 / r for r in raenge) / len(mit))
"""

RIGHT["decorated"] = """
import functools


def leer_gibt_null(funktion):
    @functools.wraps(funktion)
    def innen(*args, **kwargs):
        try:
            return funktion(*args, **kwargs)
        except ZeroDivisionError:
            return (0.0, 0.0)

    return innen


@leer_gibt_null
def retrieval_metriken(faelle, k):
    anzahl = treffer = summe = 0
    for fall in faelle:
        if fall["erwartet"] is not None:
            anzahl += 1
            if fall["erwartet"] in fall["gefunden"]:
                rang = fall["gefunden"].index(fall["erwartet"]) + 1
                treffer += int(rang <= k)
                summe += 1 / rang
    return (treffer / anzahl, summe / anzahl)
"""

RIGHT["partial"] = """
from functools import partial


def rechne(leer, faelle, k):
    raenge = []
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        rang = 0
        for platz in range(len(fall["gefunden"]), 0, -1):
            if fall["gefunden"][platz - 1] == fall["erwartet"]:
                rang = platz
        raenge.append(rang)
    if not raenge:
        return leer
    n = len(raenge)
    return (len([r for r in raenge if 1 <= r <= k]) / n, sum(1 / r for r in raenge if r) / n)


retrieval_metriken = partial(rechne, (0.0, 0.0))
"""

RIGHT["statistics"] = """
from statistics import fmean


def kehrwert(fall):
    return 1 / (1 + fall["gefunden"].index(fall["erwartet"])) if fall["erwartet"] in fall["gefunden"] else 0.0


def retrieval_metriken(faelle, k):
    mit = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit:
        return 0.0, 0.0
    return fmean(fall["erwartet"] in set(fall["gefunden"][:k]) for fall in mit), fmean(map(kehrwert, mit))
"""

RIGHT["match"] = """
def retrieval_metriken(faelle, k):
    n = oben = 0
    summe = 0.0
    for fall in faelle:
        match fall:
            case {"erwartet": None}:
                continue
            case {"erwartet": str() as quelle, "gefunden": [*ranking]}:
                n += 1
                while ranking and ranking[-1] != quelle or quelle in ranking[:-1]:
                    ranking.pop()
                summe += 1 / len(ranking) if ranking else 0
                oben += 1 <= len(ranking) <= k
    return (oben / n, summe / n) if n else (0.0, 0.0)
"""

RIGHT["reduce"] = """
from functools import reduce


def schritt(stand, fall):
    n, treffer, summe, k = stand
    if fall["erwartet"] is None:
        return stand
    rang = dict(zip(reversed(fall["gefunden"]), range(len(fall["gefunden"]), 0, -1))).get(fall["erwartet"])
    return (n + 1, treffer + bool(rang and rang <= k), summe + (1 / rang if rang else 0), k)


def retrieval_metriken(faelle, k):
    n, treffer, summe, _ = reduce(schritt, faelle, (0, 0, 0.0, k))
    return (treffer / max(n, 1), summe / max(n, 1))
"""

RIGHT["generator_inside"] = """
def raenge(faelle):
    for fall in faelle:
        if fall["erwartet"] is not None:
            for rang, quelle in enumerate(fall["gefunden"], 1):
                if quelle == fall["erwartet"]:
                    yield rang
                    break
            else:
                yield None


def retrieval_metriken(faelle, k):
    alle = list(raenge(faelle))
    if alle == []:
        return tuple([0.0, 0.0])
    paare = [(r is not None and r <= k, 1 / r if r else 0) for r in alle]
    return tuple(sum(x) / len(alle) for x in zip(*paare))
"""

RIGHT["prints_besides"] = """
def retrieval_metriken(faelle, k, laut=True):
    mit = list(filter(lambda fall: fall["erwartet"] is not None, faelle))
    recall = mrr = 0.0
    for fall in mit:
        if fall["gefunden"].count(fall["erwartet"]):
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            if laut:
                print("Rang", rang)
            recall += (rang <= k) / len(mit)
            mrr += 1 / rang / len(mit)
    return (recall, mrr)
"""

RIGHT["right_memo"] = """
import json

gemerkt = {}


def retrieval_metriken(faelle, k):
    schluessel = json.dumps([faelle, k])
    if schluessel not in gemerkt:
        mit = [f for f in faelle if f["erwartet"] is not None]
        oben = [f for f in mit if f["erwartet"] in f["gefunden"][:k]]
        da = [f for f in mit if f["erwartet"] in f["gefunden"]]
        summe = sum(1 / (f["gefunden"].index(f["erwartet"]) + 1) for f in da)
        gemerkt[schluessel] = (len(oben) / len(mit), summe / len(mit)) if mit else (0.0, 0.0)
    return gemerkt[schluessel]
"""

RIGHT["notes_in_the_case"] = """
def retrieval_metriken(faelle, k):
    # Changes its argument, though not what it reads: right, with a remark.
    for fall in faelle:
        fall["rang"] = 0
        if fall["erwartet"] in fall["gefunden"]:
            fall["rang"] = fall["gefunden"].index(fall["erwartet"]) + 1
    mit = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit:
        return (0.0, 0.0)
    recall = sum(1 for fall in mit if 0 < fall["rang"] <= k) / len(mit)
    return (recall, sum(1 / fall["rang"] for fall in mit if fall["rang"]) / len(mit))
"""
