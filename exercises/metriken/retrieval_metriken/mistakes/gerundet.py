"""Du rundest das Ergebnis. Runde erst beim Anzeigen: Wer mit deinen Zahlen weiterrechnet oder zwei Varianten
vergleicht, braucht sie genau."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    return (round(treffer / len(mit_antwort), 3), round(summe / len(mit_antwort), 3))
