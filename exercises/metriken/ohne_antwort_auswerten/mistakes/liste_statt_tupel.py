"""Du gibst eine Liste zurück, verlangt ist ein Tupel. Für ein festes Paar nimmt man in Python runde Klammern statt
eckiger."""


def ohne_antwort_auswerten(fragen):
    ergebnis = []
    for gruppe in (
        [f for f in fragen if f["erwartet"] is None],
        [f for f in fragen if f["erwartet"] is not None],
    ):
        ergebnis.append(sum(f["abgelehnt"] for f in gruppe) / len(gruppe) if gruppe else 0.0)
    return ergebnis
