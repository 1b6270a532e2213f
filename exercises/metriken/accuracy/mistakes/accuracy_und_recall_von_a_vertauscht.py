"""Bei Prüfer A stehen Accuracy und Recall auf dem Platz des jeweils anderen. Überleg, welche der beiden bei
jemandem groß sein kann, der nie etwas meldet."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

a = {"recall": 0.0, "accuracy": 0.95}
b = {"accuracy": 0.85, "precision": 0.25, "recall": 1.0}
antwort = (*a.values(), *b.values())
