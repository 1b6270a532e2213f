"""Du teilst durch die Anzahl der Ablehnungen und fragst damit: Wie viele davon waren richtig? Die Aufgabe fragt
andersherum: Wie viele aus jeder Gruppe wurden abgelehnt?"""


def ohne_antwort_auswerten(fragen):
    abgelehnte = [f for f in fragen if f["abgelehnt"]]
    if not abgelehnte:
        return (0.0, 0.0)
    korrekt = len([f for f in abgelehnte if f["erwartet"] is None])
    zu_unrecht = len([f for f in abgelehnte if f["erwartet"] is not None])
    return (korrekt / len(abgelehnte), zu_unrecht / len(abgelehnte))
