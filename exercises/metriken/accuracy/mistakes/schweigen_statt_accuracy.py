"""Als Accuracy hast du nur die Fälle gezählt, in denen der Prüfer zu Recht schweigt. Bei Prüfer B fehlt noch ein
richtiges Urteil: Er hat ja etwas gefunden."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]


def zu_recht_still(gemeldet):
    return sum(not e and not g for e, g in zip(echt, gemeldet))


antwort = (zu_recht_still(gemeldet_a) / 20, 0.0, zu_recht_still(gemeldet_b) / 20, 0.25, 1.0)
