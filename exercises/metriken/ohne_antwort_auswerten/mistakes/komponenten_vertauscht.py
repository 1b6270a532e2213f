"""Deine beiden Anteile stehen in der falschen Reihenfolge. Sieh nach, welcher in der Aufgabe zuerst kommt."""


def ohne_antwort_auswerten(fragen):
    ohne = [f["abgelehnt"] for f in fragen if f["erwartet"] is None]
    mit = [f["abgelehnt"] for f in fragen if f["erwartet"] is not None]
    korrekt = sum(ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(mit) / len(mit) if mit else 0.0
    return (zu_unrecht, korrekt)
