"""Du gibst die Zahlen mit print aus, aber nicht zurück. Eine Funktion ohne return liefert None, wie viel sie auch
anzeigt."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    korrekt = sum(f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0
    print((korrekt, zu_unrecht))
