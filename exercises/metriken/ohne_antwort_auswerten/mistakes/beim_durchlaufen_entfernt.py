"""Du entfernst Fragen aus der Liste, während du sie durchläufst. Dabei rückt der Rest nach vorn, und die Schleife
überspringt die nächste Frage; sortiere lieber in zwei neue Listen."""


def ohne_antwort_auswerten(fragen):
    ohne = []
    for frage in fragen:
        if frage["erwartet"] is None:
            ohne.append(frage)
            fragen.remove(frage)
    mit = fragen
    korrekt = sum(f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0
    return (korrekt, zu_unrecht)
