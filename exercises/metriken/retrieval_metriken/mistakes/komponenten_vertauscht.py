"""Deine beiden Zahlen stimmen, stehen aber in der falschen Reihenfolge. In einem Tupel trägt nur die Stelle
den Namen: Vergleiche sie mit der Aufgabe."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    recall = 0
    mrr = 0.0
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            mrr += 1 / rang
            if rang <= k:
                recall += 1
    return (mrr / len(mit_antwort), recall / len(mit_antwort))
