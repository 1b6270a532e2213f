"""Du zählst die Ränge vom Ende des Rankings her. Der beste Treffer steht vorn, dort beginnt Rang 1."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        gefunden = fall["gefunden"][::-1]
        if fall["erwartet"] in gefunden:
            rang = gefunden.index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
