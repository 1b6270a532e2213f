"""Du prüfst nur, ob überhaupt Fragen da sind. Es kann aber auch eine der beiden Gruppen allein leer sein: Prüfe
jeden Nenner für sich."""


def ohne_antwort_auswerten(fragen):
    if len(fragen) == 0:
        return (0.0, 0.0)
    ohne = mit = korrekt = zu_unrecht = 0
    for frage in fragen:
        if frage["erwartet"] is None:
            ohne += 1
            korrekt += frage["abgelehnt"]
        else:
            mit += 1
            zu_unrecht += frage["abgelehnt"]
    return (korrekt / ohne, zu_unrecht / mit)
