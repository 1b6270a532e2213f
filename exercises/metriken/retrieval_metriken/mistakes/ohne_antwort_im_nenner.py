"""Du teilst durch alle Fragen, auch durch die ohne Antwort. Für die gibt es keinen richtigen Treffer, deshalb
gehören sie in keinen der beiden Nenner."""


def retrieval_metriken(faelle, k):
    if not faelle:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            treffer += rang <= k
            summe += 1 / rang
    return (treffer / len(faelle), summe / len(faelle))
