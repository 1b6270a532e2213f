"""Du teilst die Treffer unter den ersten k durch k, das ist Precision@k. Recall@k fragt pro Frage nur nach
Ja oder Nein: Ist die eine erwartete Quelle dabei?"""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    precision = 0.0
    mrr = 0.0
    for fall in mit_antwort:
        precision += fall["gefunden"][:k].count(fall["erwartet"]) / k
        if fall["erwartet"] in fall["gefunden"]:
            mrr += 1 / (fall["gefunden"].index(fall["erwartet"]) + 1)
    return (precision / len(mit_antwort), mrr / len(mit_antwort))
