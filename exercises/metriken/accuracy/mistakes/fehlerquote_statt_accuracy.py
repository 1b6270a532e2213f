"""Du hast den Anteil der falschen Urteile berechnet. Accuracy ist das Gegenstück: der Anteil der richtigen."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

falsch_a = sum(e != g for e, g in zip(echt, gemeldet_a))
falsch_b = sum(e != g for e, g in zip(echt, gemeldet_b))
antwort = (falsch_a / 20, 0 / 1, falsch_b / 20, 1 / 4, 1 / 1)
