"""Dein Aufruf leert, was er bekommt: die Liste der Fälle oder die Rankings darin. Sie gehören dem, der dich aufruft:
Gibt er dir dieselbe Liste noch einmal, ist nichts mehr da."""


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    while faelle:
        fall = faelle.pop()
        if fall["erwartet"] is None:
            continue
        anzahl += 1
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    if anzahl == 0:
        return (0.0, 0.0)
    return (treffer / anzahl, summe / anzahl)
