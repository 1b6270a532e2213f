"""Du behandelst „in Ordnung“ als das Positive. Hier sucht der Prüfer Fehler: Positiv heißt, er meldet einen."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]


def kennzahlen(gemeldet):
    tp = sum(not e and not g for e, g in zip(echt, gemeldet))
    fp = sum(e and not g for e, g in zip(echt, gemeldet))
    fn = sum(not e and g for e, g in zip(echt, gemeldet))
    tn = sum(e and g for e, g in zip(echt, gemeldet))
    return (tp + tn) / 20, tp / (tp + fp), tp / (tp + fn)


acc_a, _, rec_a = kennzahlen(gemeldet_a)
acc_b, prec_b, rec_b = kennzahlen(gemeldet_b)
antwort = (acc_a, rec_a, acc_b, prec_b, rec_b)
