"""Eine nicht gefundene Quelle zählt bei deinem Recall@k als Treffer. Ein Platzhalter wie -1 oder 0 ist eben
kleiner als jedes k: Sortier diesen Fall aus, bevor du vergleichst."""


def index_of(liste, gesucht):
    for i, wert in enumerate(liste):
        if wert == gesucht:
            return i
    return -1


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        anzahl += 1
        position = index_of(fall["gefunden"], fall["erwartet"])
        if position < k:
            treffer += 1
        if position >= 0:
            summe += 1 / (position + 1)
    if anzahl == 0:
        return (0.0, 0.0)
    return (treffer / anzahl, summe / anzahl)
