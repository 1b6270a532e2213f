"""Für eine leere Gruppe gibst du None zurück. Das ist ehrlich, aber nicht verabredet: Diese Funktion liefert immer
zwei Zahlen."""


def anteil(gruppe):
    if gruppe:
        return sum(1 for f in gruppe if f["abgelehnt"]) / len(gruppe)


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    return (anteil(ohne), anteil(mit))
