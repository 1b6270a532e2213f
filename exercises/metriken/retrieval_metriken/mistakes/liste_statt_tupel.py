"""Du gibst eine Liste zurück, verlangt ist ein Tupel. Eckige Klammern bauen in Python eine Liste wie das Array
in JavaScript; für zwei feste Plätze mit eigener Bedeutung nimmt man runde."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return [0.0, 0.0]
    recall = sum(fall["erwartet"] in fall["gefunden"][:k] for fall in mit_antwort)
    mrr = sum(
        1 / (fall["gefunden"].index(fall["erwartet"]) + 1)
        for fall in mit_antwort
        if fall["erwartet"] in fall["gefunden"]
    )
    return [recall / len(mit_antwort), mrr / len(mit_antwort)]
