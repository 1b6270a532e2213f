"""Du hast nach Kennzahlen geordnet: erst beide Accuracy-Werte, dann der Rest. Die Aufgabe geht Prüfer für Prüfer vor."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

accuracies = (19 / 20, 17 / 20)
recall_a = 0 / 1
precision_b, recall_b = 1 / 4, 1 / 1
antwort = (*accuracies, recall_a, precision_b, recall_b)
