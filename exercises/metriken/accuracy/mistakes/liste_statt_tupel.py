"""Deine Zahlen stehen in einer Liste, verlangt ist ein Tupel. Eckige Klammern bauen eine Liste, runde ein Tupel."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

antwort = [19 / 20, 0 / 1, 17 / 20, 1 / 4, 1 / 1]
