"""Prüfer A hat bei dir vollen Recall, vielleicht weil er keinen Fehlalarm gibt. Recall fragt aber nach den echten
Fehlern: Wie viele davon hat er gefunden?"""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

richtig_a = sum(e == g for e, g in zip(echt, gemeldet_a))
falsche_meldungen_a = sum(g and not e for e, g in zip(echt, gemeldet_a))
recall_a = 1.0 if falsche_meldungen_a == 0 else 0.0

antwort = (richtig_a / 20, recall_a, 17 / 20, 1 / 4, 1 / 1)
