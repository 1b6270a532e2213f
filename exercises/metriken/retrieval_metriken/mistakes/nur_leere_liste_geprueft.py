"""Du prüfst, ob die Liste der Fälle leer ist. Es können aber auch lauter Fragen ohne Antwort darin stehen:
Prüfe die Zahl, durch die du wirklich teilst."""


def retrieval_metriken(faelle, k):
    if not faelle:
        return (0.0, 0.0)
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    recall = 0
    mrr = 0
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            mrr += 1 / rang
            recall += 1 if rang <= k else 0
    return (recall / len(mit_antwort), mrr / len(mit_antwort))
