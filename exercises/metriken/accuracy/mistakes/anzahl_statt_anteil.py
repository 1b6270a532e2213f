"""Du hast die Anzahl der richtigen Urteile eingetragen. Eine Kennzahl ist ein Anteil: Es fehlt der Nenner."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

richtig_a = [e == g for e, g in zip(echt, gemeldet_a)].count(True)
richtig_b = [e == g for e, g in zip(echt, gemeldet_b)].count(True)
antwort = (richtig_a, 0, richtig_b, 1, 1)
