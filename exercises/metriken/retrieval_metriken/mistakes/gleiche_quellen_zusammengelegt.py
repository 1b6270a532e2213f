"""Erwarten zwei Fälle dieselbe Quelle, zählt bei dir nur der letzte, wie in einem Dict mit der Quelle als
Schlüssel. Jeder Fall zählt für sich."""


def retrieval_metriken(faelle, k):
    raenge = {}
    for fall in faelle:
        quelle = fall["erwartet"]
        if quelle is None:
            continue
        if quelle in fall["gefunden"]:
            raenge[quelle] = fall["gefunden"].index(quelle) + 1
        else:
            raenge[quelle] = None
    if not raenge:
        return (0.0, 0.0)
    gefunden = [rang for rang in raenge.values() if rang is not None]
    recall = sum(rang <= k for rang in gefunden) / len(raenge)
    mrr = sum(1 / rang for rang in gefunden) / len(raenge)
    return (recall, mrr)
