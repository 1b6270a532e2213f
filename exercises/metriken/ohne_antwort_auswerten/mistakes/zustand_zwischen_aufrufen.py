"""Die Fragen früherer Aufrufe zählen bei dir weiter mit. Eine Liste außerhalb der Funktion oder als Vorgabewert
in ihrem Kopf legt Python nur ein einziges Mal an."""


def ohne_antwort_auswerten(fragen, ohne=[], mit=[]):
    for frage in fragen:
        if frage["erwartet"] is None:
            ohne.append(frage["abgelehnt"])
        else:
            mit.append(frage["abgelehnt"])
    korrekt = sum(ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(mit) / len(mit) if mit else 0.0
    return (korrekt, zu_unrecht)
