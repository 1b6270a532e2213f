"""Übung 2: Recall@k und MRR über eine Liste von Suchfällen."""

from __future__ import annotations

from checker import Case, Check, Component, Exercise, SameObject


def fall(erwartet: str | None, *gefunden: str) -> dict[str, object]:
    """Ein Suchfall: die erwartete Quelle und das Ranking, bester Treffer zuerst."""
    return {"erwartet": erwartet, "gefunden": list(gefunden)}


# Ein Dutzend verschiedener Quellen: Wer das Ranking in eine Menge wirft, verliert hier die Ränge.
DUTZEND = (
    "gas",
    "netz",
    "strom",
    "mast",
    "trafo",
    "kabel",
    "last",
    "knoten",
    "zone",
    "tarif",
    "markt",
    "pegel",
)
UMGESTELLT = DUTZEND[5:] + DUTZEND[:5]

# Hundertfünfzig Quellen: kap1 steht auf Rang 1, kap130 auf Rang 130.
LANG = tuple(f"kap{nummer}" for nummer in range(1, 151))

# Die vier Fragen aus Schritt 2 der Lektion: Ränge 2, 1, nicht gefunden, 3.
LEKTION = [
    fall("kap3", "kap1", "kap3", "kap7"),
    fall("kap2", "kap2", "kap9", "kap4"),
    fall("kap5", "kap8", "kap1", "kap6"),
    fall("kap4", "kap6", "kap2", "kap4"),
]

BEISPIELE = Check(
    "beispiele",
    "Die Beispiele aus dem Text",
    cases=(
        Case(([fall("A", "B", "A")], 1), expected=((0.0, 0.5),)),
        Case(([fall("A", "B", "A")], 2), expected=((1.0, 0.5),)),
        Case((LEKTION, 3), expected=((0.75, (1 / 2 + 1 + 0 + 1 / 3) / 4),)),
        Case((LEKTION, 2), expected=((0.5, (1 / 2 + 1 + 0 + 1 / 3) / 4),)),
    ),
)

RANG = Check(
    "rang",
    "Der Rang zählt ab 1, und der erste Treffer entscheidet",
    cases=(
        Case(([fall("kap1", "kap1")], 1), expected=((1.0, 1.0),)),
        Case(([fall("kap3", "kap1", "kap2", "kap3")], 3), expected=((1.0, 1 / 3),)),
        Case(([fall("kap1", "kap2", "kap1", "kap3", "kap1")], 4), expected=((1.0, 0.5),)),
        Case(([fall("kap1", "kap1", "kap1", "kap1")], 3), expected=((1.0, 1.0),)),
        Case(([fall("kap1", "kap2", "kap2", "kap2", "kap1")], 2), expected=((0.0, 0.25),)),
    ),
)

NICHT_GEFUNDEN = Check(
    "nicht_gefunden",
    "Was nicht gefunden wird, zählt mit und gibt 0",
    cases=(
        Case(([fall("kap1", "kap2")], 1), expected=((0.0, 0.0),)),
        Case(([fall("kap1")], 1), expected=((0.0, 0.0),)),
        Case(([fall("kap1", "kap1"), fall("kap2")], 1), expected=((0.5, 0.5),)),
        Case(([fall("kap4", "kap1", "kap2"), fall("kap1", "kap3", "kap1")], 2), expected=((0.5, 0.25),)),
        Case(([fall("kap1", "kap2", "kap3"), fall("kap4"), fall("kap7", "kap8")], 5), expected=((0.0, 0.0),)),
    ),
)

GRENZE = Check(
    "grenze_k",
    "Recall@k schaut auf die ersten k, MRR auf das ganze Ranking",
    cases=(
        Case(([fall("kap3", "kap1", "kap2", "kap3")], 2), expected=((0.0, 1 / 3),)),
        Case(([fall("kap2", "kap1", "kap2")], 5), expected=((1.0, 0.5),)),
        Case(([fall("kap9", "kap1", "kap2")], 7), expected=((0.0, 0.0),)),
        Case(([fall("tarif", *DUTZEND)], 9), expected=((0.0, 0.1),)),
        Case(([fall("pegel", *DUTZEND)], 12), expected=((1.0, 1 / 12),)),
        Case(([fall("kap30", *LANG[:40])], 30), expected=((1.0, 1 / 30),)),
        Case(([fall("kap130", *LANG)], 129), expected=((0.0, 1 / 130),)),
        Case(([fall("kap130", *LANG)], 130), expected=((1.0, 1 / 130),)),
        Case(([fall("kap130", *LANG)], 140), expected=((1.0, 1 / 130),)),
    ),
)

OHNE_ANTWORT = Check(
    "ohne_antwort",
    "Fragen ohne Antwort zählen nicht mit",
    cases=(
        Case(([], 3), expected=((0.0, 0.0),)),
        Case(([fall(None, "kap1", "kap2")], 2), expected=((0.0, 0.0),)),
        Case(([fall(None), fall(None, "kap4")], 1), expected=((0.0, 0.0),)),
        Case(([fall(None, "kap1"), fall("kap2", "kap3", "kap2")], 2), expected=((1.0, 0.5),)),
        Case(([fall("kap2", "kap2", "kap3"), fall(None, "kap1")], 1), expected=((1.0, 1.0),)),
        Case(([fall(None, "kap1"), fall(None), fall("kap2", "kap1", "kap2")], 1), expected=((0.0, 0.5),)),
        Case(([fall("kap2", "kap3", "kap2"), fall(None), fall("kap5", "kap5")], 1), expected=((0.5, 0.75),)),
    ),
)

NAMEN = Check(
    "quellennamen",
    "Eine Quelle ist irgendein Text und muss genau stimmen",
    cases=(
        Case(([fall("", "kap1", "")], 2), expected=((1.0, 0.5),)),
        Case(([fall("", "kap1")], 1), expected=((0.0, 0.0),)),
        Case(([fall("None", "kap1", "None"), fall(None, "None")], 2), expected=((1.0, 0.5),)),
        Case(([fall("0", "00", "1", "0")], 3), expected=((1.0, 1 / 3),)),
        Case(([fall("kap1", "kap10", "kap1")], 1), expected=((0.0, 0.5),)),
        Case(([fall("kap10", "kap1", "kap10")], 1), expected=((0.0, 0.5),)),
        Case(([fall("Kap1", "kap1", "Kap1")], 1), expected=((0.0, 0.5),)),
        Case(([fall("netz", "netz ", " netz", "netz")], 2), expected=((0.0, 1 / 3),)),
    ),
)

REIHENFOLGE = Check(
    "reihenfolge",
    "Die Reihenfolge im Ranking bleibt, wie sie ist",
    cases=(
        Case(([fall("trafo", *DUTZEND)], 4), expected=((0.0, 0.2),)),
        Case(([fall("zone", *DUTZEND)], 9), expected=((1.0, 1 / 9),)),
        Case(([fall("markt", *UMGESTELLT)], 5), expected=((0.0, 1 / 6),)),
        Case(
            ([fall("strom", *UMGESTELLT), fall("kabel", *UMGESTELLT)], 3), expected=((0.5, (1 / 10 + 1) / 2),)
        ),
    ),
)

MITTEL = Check(
    "mittel",
    "Über alle Fragen wird gemittelt, auch über gleiche",
    cases=(
        Case(
            ([fall("kap2", "kap9", "kap2"), fall("kap1", "kap1"), fall("kap2", "kap9", "kap2")], 1),
            expected=((1 / 3, 2 / 3),),
        ),
        Case(
            ([fall("kap1", "kap4", "kap1"), fall("kap1", "kap1"), fall("kap1", "kap5")], 1),
            expected=((1 / 3, 0.5),),
        ),
        Case(
            ([fall("kap1", "kap1"), fall("kap2", "kap1", "kap3", "kap4", "kap2")], 3),
            expected=((0.5, 0.625),),
        ),
        Case(([fall(quelle, *DUTZEND) for quelle in DUTZEND], 7)),
        Case(
            ([fall(f"kap{nummer % 4 + 1}", "kap2", "kap1") for nummer in range(200)], 1),
            expected=((0.25, 0.375),),
        ),
    ),
)

AUFRUFE = Check(
    "aufrufe",
    "Jeder Aufruf beginnt von vorn und lässt deine Daten, wie sie sind",
    cases=(
        Case(
            ([fall("kap2", "kap1", "kap2", "kap3"), fall("kap1", "kap1", "kap2")], 1),
            name="liste",
            expected=((0.5, 0.75),),
        ),
        Case((SameObject("liste", 0), 2), expected=((1.0, 0.75),)),
        Case((SameObject("liste", 0), 1), expected=((0.5, 0.75),)),
        Case(
            ([fall("kap2", "kap1", "kap2", "kap3"), fall("kap1", "kap1", "kap2")], 1), expected=((0.5, 0.75),)
        ),
        Case(([fall("kap1", "kap1", "kap2", "kap1")], 1), name="wiederholt", expected=((1.0, 1.0),)),
        Case((SameObject("wiederholt", 0), 1), expected=((1.0, 1.0),)),
    ),
)

EXERCISE = Exercise(
    name="retrieval_metriken",
    parameters=("faelle", "k"),
    components=(Component("recall_at_k"), Component("mrr")),
    published="beispiele",
    checks=(
        BEISPIELE,
        RANG,
        NICHT_GEFUNDEN,
        GRENZE,
        OHNE_ANTWORT,
        NAMEN,
        REIHENFOLGE,
        MITTEL,
        AUFRUFE,
    ),
)
