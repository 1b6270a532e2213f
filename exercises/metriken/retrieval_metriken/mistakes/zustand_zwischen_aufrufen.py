"""Was du in einem Aufruf gezählt hast, zählt im nächsten noch mit. Zähler außerhalb der Funktion oder als
Vorgabewert in ihrem Kopf gibt es nur einmal: Was zu einem Aufruf gehört, muss in ihm neu beginnen."""

anzahl = 0
treffer = 0
summe = 0.0


def retrieval_metriken(faelle, k):
    global anzahl, treffer, summe
    for fall in faelle:
        if fall["erwartet"] is None:
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
