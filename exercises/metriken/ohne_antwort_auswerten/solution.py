"""Musterlösung zu Übung 3: Fragen ohne Antwort getrennt auswerten."""


def anteil_abgelehnt(gruppe: list[dict]) -> float:
    """Anteil der abgelehnten Fragen einer Gruppe; eine leere Gruppe gibt nach unserer Regel 0.0."""
    if not gruppe:
        return 0.0
    # True zählt als 1, False als 0: Die Summe ist die Anzahl der Ablehnungen.
    return sum(frage["abgelehnt"] for frage in gruppe) / len(gruppe)


def ohne_antwort_auswerten(fragen: list[dict]) -> tuple[float, float]:
    """(korrekt_abgelehnt, zu_unrecht_abgelehnt), jeder Anteil mit der Größe seiner Gruppe als Nenner."""
    # Erst die zwei Gruppen, dann für jede dieselbe Rechnung.
    ohne_antwort = [frage for frage in fragen if frage["erwartet"] is None]
    mit_antwort = [frage for frage in fragen if frage["erwartet"] is not None]
    return (anteil_abgelehnt(ohne_antwort), anteil_abgelehnt(mit_antwort))
