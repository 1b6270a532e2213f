def retrieval_metriken(faelle, k):
    # faelle: Liste von Dicts {"erwartet": Quelle oder None, "gefunden": [Quelle, ...]}
    # Gib das Tupel (recall_at_k, mrr) zurück.
    ...
