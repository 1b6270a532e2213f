"""Du vergleichst Texte mit „is“. Das fragt, ob beide dasselbe Objekt im Speicher sind, nicht ob derselbe Text
darin steht; === aus JavaScript entspricht bei Texten dem ==."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        for rang, quelle in enumerate(fall["gefunden"], start=1):
            if quelle is fall["erwartet"]:
                summe += 1 / rang
                if rang <= k:
                    treffer += 1
                break
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
