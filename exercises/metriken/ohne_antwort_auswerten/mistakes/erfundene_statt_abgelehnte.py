"""In der ersten Zahl zählst du die erfundenen Antworten statt der Ablehnungen. Bei Fragen ohne Antwort ist Ablehnen
das richtige Verhalten, und danach ist gefragt."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    erste = sum(not f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0
    zweite = sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0
    return (erste, zweite)
