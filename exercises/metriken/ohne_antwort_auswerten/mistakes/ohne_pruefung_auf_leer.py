"""Du teilst, ohne zu fragen, ob die Gruppe leer ist. Eine Division durch null bricht in Python die ganze
Auswertung ab; die Aufgabe sagt, was eine leere Gruppe ergibt."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    korrekt = len([f for f in ohne if f["abgelehnt"]]) / len(ohne)
    zu_unrecht = len([f for f in mit if f["abgelehnt"]]) / len(mit)
    return (korrekt, zu_unrecht)
