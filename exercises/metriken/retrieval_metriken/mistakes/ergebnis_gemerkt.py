"""Du merkst dir ein Ergebnis und gibst es wieder heraus, sobald gleich viele Fälle kommen. Gleich viele sind
nicht dieselben, und ein anderes k verlangt eine neue Antwort."""

cache = {}


def retrieval_metriken(faelle, k):
    if len(faelle) in cache:
        return cache[len(faelle)]
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        ergebnis = (0.0, 0.0)
    else:
        recall = sum(fall["erwartet"] in fall["gefunden"][:k] for fall in mit_antwort) / len(mit_antwort)
        mrr = sum(
            1 / (fall["gefunden"].index(fall["erwartet"]) + 1)
            for fall in mit_antwort
            if fall["erwartet"] in fall["gefunden"]
        ) / len(mit_antwort)
        ergebnis = (recall, mrr)
    cache[len(faelle)] = ergebnis
    return ergebnis
