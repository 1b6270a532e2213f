"""Ist das Ranking kürzer als k, wertest du die Frage als Fehlschlag. Auch ein kurzes Ranking kann die Quelle
enthalten: Sieh nach, was da ist."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        gefunden = fall["gefunden"]
        if len(gefunden) >= k and fall["erwartet"] in gefunden[:k]:
            treffer += 1
        if fall["erwartet"] in gefunden:
            summe += 1 / (gefunden.index(fall["erwartet"]) + 1)
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
