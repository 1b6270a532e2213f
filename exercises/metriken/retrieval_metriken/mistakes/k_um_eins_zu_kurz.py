"""Dein Recall@k hört einen Platz vor k auf. „Unter den ersten k“ schließt den Rang k selbst mit ein."""


def retrieval_metriken(faelle, k):
    fragen = 0
    treffer = 0
    kehrwerte = 0.0
    for fall in faelle:
        if fall["erwartet"] is not None:
            fragen += 1
            rang = 1
            for quelle in fall["gefunden"]:
                if quelle == fall["erwartet"]:
                    kehrwerte += 1 / rang
                    if rang < k:
                        treffer += 1
                    break
                rang += 1
    if fragen == 0:
        return (0.0, 0.0)
    return (treffer / fragen, kehrwerte / fragen)
