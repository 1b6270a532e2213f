"""Du rufst .index auf, ohne zu wissen, ob die Quelle im Ranking steht. Anders als indexOf gibt Python dann
nicht -1 zurück, sondern bricht mit ValueError ab, und zwar bei der ersten nicht gefundenen Quelle."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    raenge = [fall["gefunden"].index(fall["erwartet"]) + 1 for fall in mit_antwort]
    recall = sum(rang <= k for rang in raenge) / len(raenge)
    mrr = sum(1 / rang for rang in raenge) / len(raenge)
    return (recall, mrr)
