"""Du gibst die Summen zurück, ohne zu teilen. Ein Anteil und ein Mittelwert brauchen einen Nenner: die Anzahl
der Fragen, die mitzählen."""


def retrieval_metriken(faelle, k):
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None or fall["erwartet"] not in fall["gefunden"]:
            continue
        rang = fall["gefunden"].index(fall["erwartet"]) + 1
        summe += 1 / rang
        if rang <= k:
            treffer += 1
    return (treffer, summe)
