"""Du wirfst Wiederholungen aus dem Ranking, bevor du zählst, und alles dahinter rückt auf. Der Rang ist der
Platz, den die Suche wirklich vergeben hat, auch wenn davor etwas doppelt steht."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        gefunden = list(dict.fromkeys(fall["gefunden"]))
        if fall["erwartet"] in gefunden:
            rang = gefunden.index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
