"""Deine Zahlen sind Texte: Sie stehen in Anführungszeichen oder kommen aus f"…". Zum Anzeigen ist das richtig,
zum Rechnen braucht es die Zahl selbst."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]


def zwei_stellen(x):
    return f"{x:.2f}"


antwort = (
    zwei_stellen(19 / 20),
    zwei_stellen(0 / 1),
    zwei_stellen(17 / 20),
    zwei_stellen(1 / 4),
    zwei_stellen(1 / 1),
)
