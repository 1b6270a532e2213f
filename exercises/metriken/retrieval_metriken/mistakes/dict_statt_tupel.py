"""Du gibst ein Dict mit Namen zurück, so wie du in JavaScript ein Objekt zurückgeben würdest. Verlangt ist ein
Tupel: zwei Werte, deren Bedeutung an ihrer Stelle hängt."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    ergebnis = {"recall_at_k": 0.0, "mrr": 0.0}
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            ergebnis["mrr"] += 1 / rang / len(mit_antwort)
            if rang <= k:
                ergebnis["recall_at_k"] += 1 / len(mit_antwort)
    return ergebnis
