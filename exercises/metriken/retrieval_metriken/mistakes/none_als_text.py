"""Auch die Quelle mit dem Namen "None" gilt bei dir als fehlende Antwort. Der Wert None und der Text "None" sind
zwei verschiedene Dinge, und eine Quelle darf so heißen."""


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if str(fall["erwartet"]) == "None":
            continue
        anzahl += 1
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    if anzahl == 0:
        return (0.0, 0.0)
    return (treffer / anzahl, summe / anzahl)
