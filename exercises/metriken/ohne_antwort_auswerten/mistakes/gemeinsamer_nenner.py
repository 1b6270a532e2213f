"""Du teilst beide Zahlen durch alle Fragen. Jede der beiden spricht nur über ihre eigene Gruppe, und deren Größe
ist der Nenner."""


def ohne_antwort_auswerten(fragen):
    if not fragen:
        return (0.0, 0.0)
    korrekt = 0
    zu_unrecht = 0
    for frage in fragen:
        if frage["abgelehnt"]:
            if frage["erwartet"] is None:
                korrekt += 1
            else:
                zu_unrecht += 1
    return (korrekt / len(fragen), zu_unrecht / len(fragen))
