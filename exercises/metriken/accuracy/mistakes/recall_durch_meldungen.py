"""Bei Prüfer B steht zweimal dieselbe Zahl, weil du auch den Recall durch die Meldungen teilst. Ein Anteil
braucht das richtige Ganze, und das ist bei jeder Kennzahl ein anderes."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

meldungen_b = gemeldet_b.count(True)
gefunden_b = sum(1 for i in range(20) if echt[i] and gemeldet_b[i])
antwort = (0.95, 0.0, 0.85, gefunden_b / meldungen_b, gefunden_b / meldungen_b)
