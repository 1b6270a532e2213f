"""Du mittelst erst die Ränge und nimmst dann den Kehrwert. Bei MRR ist es umgekehrt: Erst kommt der Kehrwert
jedes Rangs, dann der Mittelwert, und so zählt auch eine nicht gefundene Quelle mit."""


def retrieval_metriken(faelle, k):
    fragen = [fall for fall in faelle if fall["erwartet"] is not None]
    raenge = []
    for fall in fragen:
        if fall["erwartet"] in fall["gefunden"]:
            raenge.append(fall["gefunden"].index(fall["erwartet"]) + 1)
    if not fragen or not raenge:
        return (0.0, 0.0)
    recall = sum(1 for rang in raenge if rang <= k) / len(fragen)
    mittlerer_rang = sum(raenge) / len(raenge)
    return (recall, 1 / mittlerer_rang)
