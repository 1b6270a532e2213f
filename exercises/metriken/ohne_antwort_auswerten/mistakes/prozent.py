"""Du gibst Prozent zurück. Ein Anteil liegt zwischen 0 und 1."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    korrekt = 100 * sum(f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = 100 * sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0
    return (korrekt, zu_unrecht)
