"""Übung 3: zwei Anteile für Fragen mit und ohne Antwort, jeder mit eigenem Nenner."""

from __future__ import annotations

from checker import Case, Check, Component, Exercise, SameObject


def frage(erwartet: str | None, *, abgelehnt: bool) -> dict[str, object]:
    """Eine Frage: die erwartete Quelle (None: keine Antwort im Korpus) und was das System tat."""
    return {"erwartet": erwartet, "abgelehnt": abgelehnt}


def fragen(kuerzel: str) -> list[dict[str, object]]:
    """Lauter neue Fragen nach ihren Kürzeln.

    Ohne Antwort im Korpus: r (richtig abgelehnt), e (Antwort erfunden).
    Mit Antwort: b (beantwortet), u (zu Unrecht abgelehnt).
    """
    arten = {"r": (None, True), "e": (None, False), "b": ("kap1", False), "u": ("kap2", True)}
    return [frage(erwartet, abgelehnt=abgelehnt) for erwartet, abgelehnt in map(arten.__getitem__, kuerzel)]


BEISPIELE = Check(
    "beispiele",
    "Die Beispiele aus dem Text",
    cases=(
        Case(([frage(None, abgelehnt=True), frage("A", abgelehnt=False)],), expected=((1.0, 0.0),)),
        Case((fragen("rrebu"),), expected=((2 / 3, 0.5),)),
    ),
)

GRUPPEN = Check(
    "zwei_gruppen",
    "Zwei Gruppen, jede mit ihrem eigenen Nenner",
    cases=(
        Case((fragen("eu"),), expected=((0.0, 1.0),)),
        Case((fragen("ru"),), expected=((1.0, 1.0),)),
        Case((fragen("eb"),), expected=((0.0, 0.0),)),
        Case((fragen("urbb"),), expected=((1.0, 1 / 3),)),
        Case((fragen("reeu"),), expected=((1 / 3, 1.0),)),
        Case((fragen("beurbe"),), expected=((1 / 3, 1 / 3),)),
        Case((fragen("ebuuu"),), expected=((0.0, 0.75),)),
    ),
)

LEER = Check(
    "leere_gruppe",
    "Eine leere Gruppe gibt 0.0, und die andere zählt trotzdem",
    cases=(
        Case(([],), expected=((0.0, 0.0),)),
        Case((fragen("r"),), expected=((1.0, 0.0),)),
        Case((fragen("e"),), expected=((0.0, 0.0),)),
        Case((fragen("u"),), expected=((0.0, 1.0),)),
        Case((fragen("b"),), expected=((0.0, 0.0),)),
        Case((fragen("ree"),), expected=((1 / 3, 0.0),)),
        Case((fragen("ubu"),), expected=((0.0, 2 / 3),)),
    ),
)

NAMEN = Check(
    "quellennamen",
    "Nur None heißt „keine Antwort“, jeder Text ist eine Quelle",
    cases=(
        Case(([frage("", abgelehnt=True), *fragen("e")],), expected=((0.0, 1.0),)),
        Case(([frage("", abgelehnt=False), *fragen("ru")],), expected=((1.0, 0.5),)),
        Case(([frage("None", abgelehnt=True), *fragen("e")],), expected=((0.0, 1.0),)),
        Case(([frage("0", abgelehnt=True), frage("False", abgelehnt=False)],), expected=((0.0, 0.5),)),
        Case(([frage("kap1", abgelehnt=True), frage("kap10", abgelehnt=False)],), expected=((0.0, 0.5),)),
    ),
)

GLEICHE = Check(
    "gleiche_fragen",
    "Gleiche Fragen zählen jede für sich",
    cases=(
        Case(([*fragen("uu"), *fragen("b")],), expected=((0.0, 2 / 3),)),
        Case((fragen("rrre"),), expected=((0.75, 0.0),)),
        Case(([frage("kap1", abgelehnt=True), *fragen("bb")],), expected=((0.0, 1 / 3),)),
        Case(
            ([frage(None if nummer % 3 else "kap3", abgelehnt=nummer % 4 == 0) for nummer in range(240)],),
            expected=((0.25, 0.25),),
        ),
    ),
)

AUFRUFE = Check(
    "aufrufe",
    "Jeder Aufruf beginnt von vorn und lässt deine Daten, wie sie sind",
    cases=(
        Case((fragen("rburbe"),), name="liste", expected=((2 / 3, 1 / 3),)),
        Case((SameObject("liste", 0),), expected=((2 / 3, 1 / 3),)),
        Case((fragen("eb"),), expected=((0.0, 0.0),)),
        Case((SameObject("liste", 0),), expected=((2 / 3, 1 / 3),)),
    ),
)

EXERCISE = Exercise(
    name="ohne_antwort_auswerten",
    parameters=("fragen",),
    components=(Component("korrekt_abgelehnt"), Component("zu_unrecht_abgelehnt")),
    published="beispiele",
    checks=(BEISPIELE, GRUPPEN, LEER, NAMEN, GLEICHE, AUFRUFE),
)
