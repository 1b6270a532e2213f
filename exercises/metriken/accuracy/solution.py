"""Musterlösung zu Übung 1: zwei Fehlerprüfer, fünf Kennzahlen."""

echt = [i == 7 for i in range(20)]
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]


def vier_felder(echt, gemeldet):
    """Zählt (tp, fp, fn, tn); positiv heißt: als Fehler gemeldet."""
    # zip läuft durch beide Listen zugleich; sum zählt, weil True als 1 gilt.
    tp = sum(e and g for e, g in zip(echt, gemeldet, strict=True))
    fp = sum(not e and g for e, g in zip(echt, gemeldet, strict=True))
    fn = sum(e and not g for e, g in zip(echt, gemeldet, strict=True))
    tn = sum(not e and not g for e, g in zip(echt, gemeldet, strict=True))
    return tp, fp, fn, tn


tp_a, fp_a, fn_a, tn_a = vier_felder(echt, gemeldet_a)
tp_b, fp_b, fn_b, tn_b = vier_felder(echt, gemeldet_b)

# Die Precision von A fehlt mit Absicht: A meldet nie etwas, sie wäre 0 / 0.
antwort = (
    (tp_a + tn_a) / len(echt),  # accuracy_A: alle richtigen Urteile durch alle Fälle
    tp_a / (tp_a + fn_a),  # recall_A: gefundene Fehler durch alle echten Fehler
    (tp_b + tn_b) / len(echt),  # accuracy_B
    tp_b / (tp_b + fp_b),  # precision_B: gefundene Fehler durch alle Meldungen
    tp_b / (tp_b + fn_b),  # recall_B
)
