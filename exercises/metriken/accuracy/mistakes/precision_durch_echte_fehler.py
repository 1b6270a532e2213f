"""Bei Prüfer B steht zweimal dieselbe Zahl, weil du auch die Precision durch die echten Fehler teilst. Seine
Fehlalarme kommen dann nirgends vor, und gerade sie sollen die Precision drücken."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

echte = sum(echt)
gefunden_b = sum(1 for e, g in zip(echt, gemeldet_b) if e and g)
antwort = (0.95, 0.0, 0.85, gefunden_b / echte, gefunden_b / echte)
