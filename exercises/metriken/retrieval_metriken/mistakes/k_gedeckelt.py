"""Du begrenzt k auf 10. Wie weit Recall@k schaut, bestimmt allein, wer die Funktion aufruft."""


def retrieval_metriken(faelle, k):
    k = min(k, 10)
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    recall = sum(1 for fall in mit_antwort if fall["erwartet"] in fall["gefunden"][:k])
    mrr = 0.0
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"]:
            mrr += 1 / (fall["gefunden"].index(fall["erwartet"]) + 1)
    return (recall / len(mit_antwort), mrr / len(mit_antwort))
