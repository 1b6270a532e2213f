"""Du teilst bei der Precision durch alle 20 Antworten. Sie beurteilt nur die Meldungen: Wie viele gab es davon?"""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

tp_b = sum(e and g for e, g in zip(echt, gemeldet_b))
antwort = (0.95, 0.0, 0.85, tp_b / len(echt), 1.0)
