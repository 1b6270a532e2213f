"""Deine Accuracy zählt nur die gefundenen Fehler als richtig. Auch wer zu einer guten Antwort schweigt, hat recht:
Beide Arten richtiger Urteile gehören in den Zähler."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]


def accuracy(gemeldet):
    tp = 0
    for e, g in zip(echt, gemeldet):
        if e and g:
            tp += 1
    return tp / len(echt)


antwort = (accuracy(gemeldet_a), 0.0, accuracy(gemeldet_b), 0.25, 1.0)
