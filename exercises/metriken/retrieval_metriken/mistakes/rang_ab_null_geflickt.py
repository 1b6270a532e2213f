"""Du zählst die Ränge ab 0 und fängst nur die 0 im Nenner ab. Damit gelten der erste und der zweite Platz
als gleich gut: Alle Treffer dahinter rutschen um einen Platz nach vorn."""


def retrieval_metriken(faelle, k):
    relevante = [f for f in faelle if f["erwartet"] is not None]
    if len(relevante) == 0:
        return (0.0, 0.0)
    treffer = 0
    summe = 0
    for f in relevante:
        if f["erwartet"] in f["gefunden"]:
            rang = f["gefunden"].index(f["erwartet"])
            if rang < k:
                treffer += 1
            if rang == 0:
                summe += 1
            else:
                summe += 1 / rang
    return (treffer / len(relevante), summe / len(relevante))
