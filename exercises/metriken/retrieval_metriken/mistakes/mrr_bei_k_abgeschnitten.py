"""Du schneidest das Ranking bei k ab und rechnest auch MRR mit dem Rest. Das k gehört nur zu Recall@k,
MRR sieht sich das ganze Ranking an."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        oben = fall["gefunden"][:k]
        if fall["erwartet"] in oben:
            treffer += 1
            summe += 1 / (oben.index(fall["erwartet"]) + 1)
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
