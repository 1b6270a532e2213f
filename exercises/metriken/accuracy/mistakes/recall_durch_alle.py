"""Du teilst beim Recall durch alle 20 Antworten. Er fragt nur nach den wirklich fehlerhaften: Wie viele sind das?"""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

alle = len(echt)
tp_a = sum(e and g for e, g in zip(echt, gemeldet_a))
tp_b = sum(e and g for e, g in zip(echt, gemeldet_b))
antwort = (0.95, tp_a / alle, 0.85, tp_b / 4, tp_b / alle)
