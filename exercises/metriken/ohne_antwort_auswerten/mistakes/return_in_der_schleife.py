"""Nach der ersten Frage ist Schluss, die übrigen sieht deine Funktion nie. Vermutlich gehört dein return noch zur
Schleife: Sieh nach, wie weit es eingerückt ist."""


def ohne_antwort_auswerten(fragen):
    ohne, ohne_abgelehnt, mit, mit_abgelehnt = 0, 0, 0, 0
    for frage in fragen:
        if frage["erwartet"] is None:
            ohne += 1
            ohne_abgelehnt += frage["abgelehnt"]
        else:
            mit += 1
            mit_abgelehnt += frage["abgelehnt"]
        korrekt = ohne_abgelehnt / ohne if ohne else 0.0
        zu_unrecht = mit_abgelehnt / mit if mit else 0.0
        return (korrekt, zu_unrecht)
