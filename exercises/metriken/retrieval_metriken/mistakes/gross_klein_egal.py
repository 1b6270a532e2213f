"""Du vergleichst ohne Rücksicht auf Groß- und Kleinschreibung. Quellen sind Namen, die genau stimmen müssen:
"Kap1" und "kap1" können zwei verschiedene sein."""


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        anzahl += 1
        erwartet = fall["erwartet"].lower()
        gefunden = [quelle.lower() for quelle in fall["gefunden"]]
        if erwartet in gefunden:
            rang = gefunden.index(erwartet) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    if anzahl == 0:
        return (0.0, 0.0)
    return (treffer / anzahl, summe / anzahl)
