"""Eine Quelle, die "None" heißt, rechnest du zu den Fragen ohne Antwort. Frag nach dem Wert None, nicht nach dem
Wort."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f"{f['erwartet']}" == "None"]
    mit = [f for f in fragen if f"{f['erwartet']}" != "None"]
    korrekt = sum(f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0
    return (korrekt, zu_unrecht)
