"""Fragen, zu denen deine Suche gar nichts liefert, lässt du aus. Auch sie hat die Suche nicht beantwortet: Sie geben 0
und bleiben im Nenner."""


def retrieval_metriken(faelle, k):
    fragen = [f for f in faelle if f["erwartet"] is not None and f["gefunden"]]
    if not fragen:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for f in fragen:
        if f["erwartet"] in f["gefunden"]:
            rang = f["gefunden"].index(f["erwartet"]) + 1
            summe += 1 / rang
            if rang <= k:
                treffer += 1
    return (treffer / len(fragen), summe / len(fragen))
