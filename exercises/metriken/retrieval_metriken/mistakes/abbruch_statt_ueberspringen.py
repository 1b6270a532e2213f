"""Bei der ersten Frage ohne Antwort hörst du ganz auf. Lass nur diese eine aus und mach mit der nächsten
weiter."""


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            break
        anzahl += 1
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    if anzahl == 0:
        return (0.0, 0.0)
    return (treffer / anzahl, summe / anzahl)
