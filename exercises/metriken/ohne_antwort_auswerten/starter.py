def ohne_antwort_auswerten(fragen):
    # fragen: Liste von Dicts {"erwartet": Quelle oder None, "abgelehnt": True oder False}
    # Gib das Tupel (korrekt_abgelehnt, zu_unrecht_abgelehnt) zurück.
    ...
