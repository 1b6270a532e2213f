"""Wiederholt das Ranking eine Quelle, zählst du jeden Treffer einzeln. Pro Frage gibt es höchstens einen:
den ersten, dann ist die Frage erledigt."""


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        anzahl += 1
        for rang, quelle in enumerate(fall["gefunden"], 1):
            if quelle == fall["erwartet"]:
                summe += 1 / rang
                if rang <= k:
                    treffer += 1
    return (treffer / anzahl, summe / anzahl) if anzahl else (0.0, 0.0)
