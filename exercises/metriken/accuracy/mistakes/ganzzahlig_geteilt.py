"""Bei deinen Zahlen fehlt alles hinter dem Komma, so wie es // und int abschneiden. Für einen Anteil brauchst du
die gewöhnliche Division mit einem Schrägstrich."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

antwort = (19 // 20, 0 // 1, 17 // 20, 1 // 4, 1 // 1)
