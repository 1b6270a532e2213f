"""Bei dir zählt der leere Text "" zu den Fragen ohne Antwort. Für ein bloßes if ist er unwahr, und doch ist er
eine Quelle wie jede andere: Frag genauer."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if not f["erwartet"]]
    mit = [f for f in fragen if f["erwartet"]]
    korrekt = sum(f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0
    return (korrekt, zu_unrecht)
