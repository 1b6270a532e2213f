"""Du hast gezählt, wie oft die Prüfer etwas melden. Accuracy vergleicht jede Meldung und jedes Schweigen mit der
Wahrheit."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

antwort = (
    sum(gemeldet_a) / len(gemeldet_a),
    0.0,
    sum(gemeldet_b) / len(gemeldet_b),
    0.25,
    1.0,
)
