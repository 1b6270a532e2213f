"""Du rundest die Anteile auf zwei Stellen. Eine Funktion liefert den genauen Wert; gerundet wird erst dort, wo
jemand ihn liest."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    korrekt = sum(f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0
    return (round(korrekt, 2), round(zu_unrecht, 2))
