"""Dein else fängt alles auf, was keine richtige Ablehnung ist, auch erfundene und richtige Antworten. Zu Unrecht
abgelehnt ist nur, was abgelehnt wurde und eine Antwort hat."""


def ohne_antwort_auswerten(fragen):
    korrekt = 0
    zu_unrecht = 0
    ohne = 0
    for frage in fragen:
        if frage["erwartet"] is None:
            ohne += 1
        if frage["erwartet"] is None and frage["abgelehnt"]:
            korrekt += 1
        else:
            zu_unrecht += 1
    mit = len(fragen) - ohne
    return (korrekt / ohne if ohne else 0.0, zu_unrecht / mit if mit else 0.0)
