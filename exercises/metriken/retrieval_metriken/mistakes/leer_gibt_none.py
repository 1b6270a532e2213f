"""Wenn keine Frage übrig bleibt, gibst du None zurück. Wer deine Funktion aufruft, erwartet immer ein Tupel aus
zwei Zahlen; welche das hier sind, steht in der Aufgabe."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if len(mit_antwort) == 0:
        return None
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        for rang, quelle in enumerate(fall["gefunden"], start=1):
            if quelle == fall["erwartet"]:
                treffer += rang <= k
                summe += 1 / rang
                break
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
