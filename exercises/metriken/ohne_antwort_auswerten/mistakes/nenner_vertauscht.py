"""Du zählst richtig, teilst aber jede Anzahl durch die Größe der anderen Gruppe. Gezählt und geteilt wird in
derselben Gruppe."""


def ohne_antwort_auswerten(fragen):
    ohne = mit = ohne_abgelehnt = mit_abgelehnt = 0
    for frage in fragen:
        if frage["erwartet"] is None:
            ohne += 1
            if frage["abgelehnt"]:
                ohne_abgelehnt += 1
        else:
            mit += 1
            if frage["abgelehnt"]:
                mit_abgelehnt += 1
    return (ohne_abgelehnt / mit if mit else 0.0, mit_abgelehnt / ohne if ohne else 0.0)
