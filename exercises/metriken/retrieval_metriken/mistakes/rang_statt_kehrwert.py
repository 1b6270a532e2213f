"""Du mittelst die Ränge selbst. Dann wäre groß schlecht, und für „nicht gefunden“ gäbe es keine passende Zahl;
deshalb nimmt MRR von jedem Rang den Kehrwert."""


def retrieval_metriken(faelle, k):
    fragen = [fall for fall in faelle if fall["erwartet"] is not None]
    if not fragen:
        return (0.0, 0.0)
    treffer = 0
    summe = 0
    for fall in fragen:
        if fall["erwartet"] in fall["gefunden"]:
            rang = fall["gefunden"].index(fall["erwartet"]) + 1
            summe += rang
            if rang <= k:
                treffer += 1
    return (treffer / len(fragen), summe / len(fragen))
