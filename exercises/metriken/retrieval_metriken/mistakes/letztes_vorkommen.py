"""Steht eine Quelle mehrmals im Ranking, nimmst du ihr letztes Vorkommen. Wer sucht, ist beim ersten fertig:
Der erste Treffer bestimmt den Rang."""


def retrieval_metriken(faelle, k):
    fragen, treffer, summe = 0, 0, 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        fragen += 1
        rang = None
        for platz, quelle in enumerate(fall["gefunden"], start=1):
            if quelle == fall["erwartet"]:
                rang = platz
        if rang is not None:
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    if fragen == 0:
        return (0.0, 0.0)
    return (treffer / fragen, summe / fragen)
