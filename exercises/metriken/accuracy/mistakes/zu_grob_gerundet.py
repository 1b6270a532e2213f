"""Du rundest auf eine Stelle hinter dem Komma, damit verschwimmen die Unterschiede. Zwei Stellen genügen der
Prüfung, oder du lässt Python rechnen und rundest gar nicht."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

antwort = tuple(round(x, 1) for x in (19 / 20, 0 / 1, 17 / 20, 1 / 4, 1 / 1))
