"""Dein Recall@k lässt Fragen ohne Antwort weg, dein MRR teilt aber durch alle Fragen. Beide Zahlen sprechen
über dieselben Fragen, also haben sie auch denselben Nenner."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        return (0.0, 0.0)
    recall = sum(fall["erwartet"] in fall["gefunden"][:k] for fall in mit_antwort) / len(mit_antwort)
    kehrwerte = []
    for fall in faelle:
        if fall["erwartet"] in fall["gefunden"]:
            kehrwerte.append(1 / (fall["gefunden"].index(fall["erwartet"]) + 1))
        else:
            kehrwerte.append(0.0)
    return (recall, sum(kehrwerte) / len(kehrwerte))
