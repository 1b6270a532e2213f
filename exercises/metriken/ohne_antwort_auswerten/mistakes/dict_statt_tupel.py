"""Du gibst ein Dict mit zwei Namen zurück. In JavaScript wäre ein Objekt üblich, hier ist ein Tupel verabredet: Die
Stelle sagt, welche Zahl es ist."""


def ohne_antwort_auswerten(fragen):
    ohne = [f for f in fragen if f["erwartet"] is None]
    mit = [f for f in fragen if f["erwartet"] is not None]
    return {
        "korrekt_abgelehnt": sum(f["abgelehnt"] for f in ohne) / len(ohne) if ohne else 0.0,
        "zu_unrecht_abgelehnt": sum(f["abgelehnt"] for f in mit) / len(mit) if mit else 0.0,
    }
