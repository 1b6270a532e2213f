"""Musterlösung zu Übung 2: Recall@k und MRR."""


def retrieval_metriken(faelle: list[dict], k: int) -> tuple[float, float]:
    """Recall@k und MRR über alle Fragen mit erwarteter Quelle; ohne solche Fragen (0.0, 0.0)."""
    # Zuerst die Frage nach dem Nenner: Nur Fragen mit Antwort zählen.
    # `is not None`, denn auch "" ist eine Quelle und wäre für `if` unwahr.
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)

    treffer_bis_k = 0
    summe_kehrwerte = 0.0
    for fall in mit_antwort:
        erwartet, gefunden = fall["erwartet"], fall["gefunden"]
        # Erst fragen, dann suchen: .index wirft ValueError, wenn die Quelle fehlt.
        # Eine Frage ohne Treffer gibt zu beiden Summen 0 dazu, bleibt aber im Nenner.
        if erwartet not in gefunden:
            continue
        rang = gefunden.index(erwartet) + 1  # .index findet das erste Vorkommen und zählt ab 0
        if rang <= k:
            treffer_bis_k += 1
        summe_kehrwerte += 1 / rang

    anzahl = len(mit_antwort)
    return (treffer_bis_k / anzahl, summe_kehrwerte / anzahl)
