"""Du hast für jeden Prüfer ein eigenes Tupel in ein Tupel gesteckt. Verlangt sind fünf Zahlen nebeneinander, ohne
innere Klammern."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

pruefer_a = (0.95, 0.0)
pruefer_b = (0.85, 0.25, 1.0)
antwort = (pruefer_a, pruefer_b)
