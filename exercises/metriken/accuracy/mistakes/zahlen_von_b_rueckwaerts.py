"""Die drei Zahlen von B stimmen, aber Recall und Accuracy stehen auf dem falschen Platz. Geh die fünf Namen der
Aufgabe der Reihe nach durch."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

recall_b, precision_b, accuracy_b = 1.0, 0.25, 0.85
antwort = (0.95, 0.0, recall_b, precision_b, accuracy_b)
