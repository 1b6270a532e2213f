"""Du entfernst Leerzeichen am Rand, bevor du vergleichst. Das ist freundlich gemeint, macht aber aus zwei
verschiedenen Quellen eine: Vergleiche die Texte so, wie sie sind."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    treffer = 0
    summe = 0.0
    for fall in mit_antwort:
        erwartet = fall["erwartet"].strip()
        for rang, quelle in enumerate(fall["gefunden"], start=1):
            if quelle.strip() == erwartet:
                summe += 1 / rang
                treffer += rang <= k
                break
    return (treffer / len(mit_antwort), summe / len(mit_antwort))
