"""Von jedem Anteil unter 1 bleibt bei dir nur 0 übrig. So rechnet die ganzzahlige Division //, und die ist hier
die falsche."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    korrekt = sum(f["abgelehnt"] for f in ohne) // len(ohne) if ohne else 0.0
    zu_unrecht = sum(f["abgelehnt"] for f in mit) // len(mit) if mit else 0.0
    return (korrekt, zu_unrecht)
