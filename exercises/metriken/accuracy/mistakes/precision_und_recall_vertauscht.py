"""Bei Prüfer B hast du Precision und Recall verwechselt. Precision blickt auf seine Meldungen, Recall auf die
echten Fehler: Welche der beiden Gruppen ist der Nenner?"""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

tp, fp, fn, tn = 1, 3, 0, 16
precision_b = tp / (tp + fn)
recall_b = tp / (tp + fp)
antwort = (19 / 20, 0 / 1, (tp + tn) / 20, precision_b, recall_b)
