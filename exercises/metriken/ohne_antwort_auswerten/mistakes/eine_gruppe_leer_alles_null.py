"""Ist eine der beiden Gruppen leer, setzt du beide Zahlen auf 0.0. Die andere Gruppe hat aber Fragen und damit
einen echten Anteil."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    if not ohne or not mit:
        return (0.0, 0.0)
    korrekt = sum(f["abgelehnt"] for f in ohne) / len(ohne)
    zu_unrecht = sum(f["abgelehnt"] for f in mit) / len(mit)
    return (korrekt, zu_unrecht)
