"""Nach deinem Aufruf fehlen dem Ranking die vorderen Quellen, bis zum Treffer. Es gehört zum Fall: Kommt derselbe Fall
noch einmal, stimmt der Rang nicht mehr."""


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        anzahl += 1
        rang = 0
        while fall["gefunden"]:
            rang += 1
            if fall["gefunden"].pop(0) == fall["erwartet"]:
                summe += 1 / rang
                if rang <= k:
                    treffer += 1
                break
    if anzahl == 0:
        return (0.0, 0.0)
    return (treffer / anzahl, summe / anzahl)
