"""Dein Recall@k fragt, ob die Quelle irgendwo im Ranking steht; k kommt nicht vor. Gefragt ist, ob sie unter
den ersten k steht."""


def retrieval_metriken(faelle, k):
    mit_antwort = [f for f in faelle if f["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    gefunden = [f for f in mit_antwort if f["erwartet"] in f["gefunden"]]
    recall = len(gefunden) / len(mit_antwort)
    mrr = sum(1 / (f["gefunden"].index(f["erwartet"]) + 1) for f in gefunden) / len(mit_antwort)
    return (recall, mrr)
