"""Du gehst genau k Plätze durch, auch wenn das Ranking kürzer ist. Ein Zugriff hinter das Ende gibt in Python
nicht undefined, sondern IndexError."""


def retrieval_metriken(faelle, k):
    fragen = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        fragen += 1
        for i in range(k):
            if fall["gefunden"][i] == fall["erwartet"]:
                treffer += 1
                break
        for i in range(len(fall["gefunden"])):
            if fall["gefunden"][i] == fall["erwartet"]:
                summe += 1 / (i + 1)
                break
    if fragen == 0:
        return (0.0, 0.0)
    return (treffer / fragen, summe / fragen)
