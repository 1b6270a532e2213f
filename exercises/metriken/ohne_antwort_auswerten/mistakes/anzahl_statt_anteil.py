"""Du gibst zurück, wie viele Fragen abgelehnt wurden. Ob zwei viel oder wenig ist, sagt erst der Anteil an der
ganzen Gruppe."""


def ohne_antwort_auswerten(fragen):
    korrekt = 0
    zu_unrecht = 0
    for frage in fragen:
        if not frage["abgelehnt"]:
            continue
        if frage["erwartet"] is None:
            korrekt += 1
        else:
            zu_unrecht += 1
    return (korrekt, zu_unrecht)
