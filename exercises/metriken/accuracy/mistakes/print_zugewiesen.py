"""Du bindest das Ergebnis von print an „antwort“. print zeigt etwas an und gibt selbst immer None zurück."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

antwort = print(19 / 20, 0 / 1, 17 / 20, 1 / 4, 1 / 1)
