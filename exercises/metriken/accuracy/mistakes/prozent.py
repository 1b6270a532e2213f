"""Du hast Prozent eingetragen. Gefragt sind Anteile zwischen 0 und 1."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

antwort = (95, 0, 85, 25, 100)
