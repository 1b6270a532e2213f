"""Du beginnst mit Prüfer B. Die Aufgabe nennt zuerst die zwei Zahlen von A, dann die drei von B."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

accuracy_a, recall_a = 0.95, 0.0
accuracy_b, precision_b, recall_b = 0.85, 0.25, 1.0
antwort = (accuracy_b, precision_b, recall_b, accuracy_a, recall_a)
