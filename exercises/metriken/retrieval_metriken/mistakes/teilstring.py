"""Für dich sind zwei Quellen schon dann gleich, wenn die eine in der anderen steckt, wie "kap1" in "kap10".
Dieselbe Quelle ist es nur, wenn der ganze Name übereinstimmt."""


def retrieval_metriken(faelle, k):
    anzahl = 0
    treffer = 0
    summe = 0.0
    for fall in faelle:
        erwartet = fall["erwartet"]
        if erwartet is None:
            continue
        anzahl += 1
        for rang, quelle in enumerate(fall["gefunden"], start=1):
            if erwartet in quelle:
                summe += 1 / rang
                if rang <= k:
                    treffer += 1
                break
    if anzahl == 0:
        return (0.0, 0.0)
    return (treffer / anzahl, summe / anzahl)
