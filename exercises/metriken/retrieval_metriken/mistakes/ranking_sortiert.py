"""Du sortierst das Ranking nach dem Alphabet. Seine Reihenfolge ist aber genau das, was du messen willst: der
beste Treffer zuerst."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        gefunden = sorted(fall["gefunden"])
        if fall["erwartet"] in gefunden:
            rang = gefunden.index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
