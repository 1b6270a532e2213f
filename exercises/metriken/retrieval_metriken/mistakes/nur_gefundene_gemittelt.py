"""Dein MRR ist der Mittelwert über die gefundenen Quellen. Eine Frage, deren Quelle fehlt, gibt 0 zur Summe,
bleibt aber im Nenner, sonst wird eine schlechte Suche schöngerechnet."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    raenge = [
        fall["gefunden"].index(fall["erwartet"]) + 1
        for fall in mit_antwort
        if fall["erwartet"] in fall["gefunden"]
    ]
    if not raenge:
        return (0.0, 0.0)
    recall = len([rang for rang in raenge if rang <= k]) / len(mit_antwort)
    mrr = sum(1 / rang for rang in raenge) / len(raenge)
    return (recall, mrr)
