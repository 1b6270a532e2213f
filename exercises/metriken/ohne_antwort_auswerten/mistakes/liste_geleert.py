"""Beim Zählen leerst du die Liste. Wer dich aufruft, wollte sie vielleicht behalten: Beim zweiten Mal bekommst du
von ihm eine leere."""


def ohne_antwort_auswerten(fragen):
    ohne = mit = korrekt = zu_unrecht = 0
    while len(fragen) > 0:
        frage = fragen.pop(0)
        if frage["erwartet"] is None:
            ohne += 1
            if frage["abgelehnt"]:
                korrekt += 1
        else:
            mit += 1
            if frage["abgelehnt"]:
                zu_unrecht += 1
    return (korrekt / ohne if ohne else 0.0, zu_unrecht / mit if mit else 0.0)
