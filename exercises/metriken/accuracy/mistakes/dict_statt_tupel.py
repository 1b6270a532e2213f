"""Du hast ein Dict gebaut, wie man in JavaScript ein Objekt nimmt. Hier reicht ein Tupel: fünf Zahlen, die Stelle
sagt, welche es ist."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

antwort = {
    "accuracy_A": 19 / 20,
    "recall_A": 0 / 1,
    "accuracy_B": 17 / 20,
    "precision_B": 1 / 4,
    "recall_B": 1 / 1,
}
