"""Deine Precision ist der Anteil der Fehlalarme an den Meldungen. Gefragt ist der andere Teil der Meldungen: die,
hinter denen ein echter Fehler steckt."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

fp_b = len([i for i in (2, 7, 11, 15) if not echt[i]])
antwort = (0.95, 0.0, 0.85, fp_b / 4, 1.0)
