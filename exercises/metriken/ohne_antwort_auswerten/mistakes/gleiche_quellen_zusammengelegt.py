"""Von Fragen mit derselben erwarteten Quelle zählst du nur die letzte, wie in einem Dict mit der Quelle als
Schlüssel. Jede Frage zählt für sich, auch wenn zwei dieselbe Quelle haben."""


def ohne_antwort_auswerten(fragen):
    ohne = [f["abgelehnt"] for f in fragen if f["erwartet"] is None]
    nach_quelle = {f["erwartet"]: f["abgelehnt"] for f in fragen if f["erwartet"] is not None}
    korrekt = sum(ohne) / len(ohne) if ohne else 0.0
    zu_unrecht = sum(nach_quelle.values()) / len(nach_quelle) if nach_quelle else 0.0
    return (korrekt, zu_unrecht)
