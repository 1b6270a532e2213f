"""Bleibt keine Frage übrig, teilst du durch null. In JavaScript käme NaN heraus, in Python bricht die Auswertung
ab: Du brauchst für diesen Fall eine Regel, und die Aufgabe nennt sie."""


def retrieval_metriken(faelle, k):
    treffer = []
    kehrwerte = []
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            treffer.append(rang <= k)
            kehrwerte.append(1 / rang)
        else:
            treffer.append(False)
            kehrwerte.append(0.0)
    return (sum(treffer) / len(treffer), sum(kehrwerte) / len(kehrwerte))
