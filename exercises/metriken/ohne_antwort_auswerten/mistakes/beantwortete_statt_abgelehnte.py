"""In der zweiten Zahl zählst du, was das System beantwortet hat. Gefragt ist, wie oft es eine Frage abgelehnt hat,
deren Antwort im Korpus steht; klein ist hier gut."""


def ohne_antwort_auswerten(fragen):
    def anteil(werte):
        return sum(werte) / len(werte) if werte else 0.0

    korrekt = anteil([f["abgelehnt"] for f in fragen if f["erwartet"] is None])
    beantwortet = anteil([not f["abgelehnt"] for f in fragen if f["erwartet"] is not None])
    return (korrekt, beantwortet)
