"""Du überschreibst den Kehrwert bei jeder Frage, am Ende bleibt nur der letzte übrig. Ein Mittelwert braucht die
Summe über alle Fragen."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    kehrwert = 0.0
    for fall in mit_antwort:
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            kehrwert = 1 / rang
            if rang <= k:
                treffer += 1
    return (treffer / len(mit_antwort), kehrwert / len(mit_antwort))
