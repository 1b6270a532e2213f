"""Du tust so, als stünde eine nicht gefundene Quelle gleich hinter dem Ende des Rankings. Was die Suche nicht
liefert, hat keinen Rang und trägt 0 bei, egal wie kurz das Ranking ist."""


def retrieval_metriken(faelle, k):
    mit_antwort = [f for f in faelle if f["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)

    def rang(fall):
        if fall["erwartet"] in fall["gefunden"]:
            return fall["gefunden"].index(fall["erwartet"]) + 1
        return len(fall["gefunden"]) + 1

    recall = sum(f["erwartet"] in f["gefunden"][:k] for f in mit_antwort) / len(mit_antwort)
    mrr = sum(1 / rang(f) for f in mit_antwort) / len(mit_antwort)
    return (recall, mrr)
