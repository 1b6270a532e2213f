"""Den leeren Text "" behandelst du, als gäbe es keine Antwort. In Python ist er zwar unwahr, aber trotzdem eine
Quelle; keine Antwort heißt nur None."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"]]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
