"""Du rechnest Fragen ohne Antwort als gelungen. Ob das System dort richtig schweigt, ist eine andere Frage
mit einer eigenen Zahl; in der Suche zählen solche Fragen gar nicht."""


def retrieval_metriken(faelle, k):
    if len(faelle) == 0:
        return (0.0, 0.0)
    recall = 0
    mrr = 0
    for fall in faelle:
        erwartet = fall["erwartet"]
        if erwartet is None:
            recall += 1
            mrr += 1
        elif erwartet in fall["gefunden"]:
            rang = fall["gefunden"].index(erwartet) + 1
            mrr += 1 / rang
            if rang <= k:
                recall += 1
    return (recall / len(faelle), mrr / len(faelle))
