"""Du nimmst die Position aus der Liste als Rang, und die zählt Python ab 0. Der beste Platz hat den Rang 1,
sonst steht beim besten Treffer eine 0 unter dem Bruchstrich."""


def retrieval_metriken(faelle, k):
    fragen = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        fragen += 1
        for rang, quelle in enumerate(fall["gefunden"]):
            if quelle == fall["erwartet"]:
                if rang < k:
                    treffer += 1
                summe += 1 / rang
                break
    if fragen == 0:
        return (0.0, 0.0)
    return (treffer / fragen, summe / fragen)
