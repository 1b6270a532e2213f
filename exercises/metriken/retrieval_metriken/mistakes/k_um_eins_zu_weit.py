"""Dein Recall@k lässt noch einen Platz hinter k gelten. Prüfe die Grenze an einem Treffer, der genau auf
Rang k + 1 steht."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"][: k + 1]:
            treffer += 1
        if fall["erwartet"] in fall["gefunden"]:
            summe += 1 / (fall["gefunden"].index(fall["erwartet"]) + 1)
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
