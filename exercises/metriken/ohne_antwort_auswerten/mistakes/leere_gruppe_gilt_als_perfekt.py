"""Für eine leere Gruppe ohne Antwort gibst du 1.0 zurück, als wäre alles gut gegangen. Wo nichts gemessen wurde,
gilt hier eine feste Regel, und die lautet anders."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    korrekt = sum(1 for f in ohne if f["abgelehnt"]) / len(ohne) if ohne else 1.0
    zu_unrecht = sum(1 for f in mit if f["abgelehnt"]) / len(mit) if mit else 0.0
    return (korrekt, zu_unrecht)
