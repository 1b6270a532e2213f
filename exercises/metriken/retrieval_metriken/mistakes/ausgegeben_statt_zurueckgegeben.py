"""Du zeigst die Zahlen mit print an, gibst aber nichts zurück. Wer die Funktion aufruft, bekommt None: Zum
Weiterrechnen braucht er einen Rückgabewert."""


def retrieval_metriken(faelle, k):
    mit_antwort = [fall for fall in faelle if fall["erwartet"] is not None]
    if not mit_antwort:
        print((0.0, 0.0))
    else:
        treffer = 0
        summe = 0.0
        for fall in mit_antwort:
            if fall["erwartet"] in fall["gefunden"]:
                rang = fall["gefunden"].index(fall["erwartet"]) + 1
                summe += 1 / rang
                if rang <= k:
                    treffer += 1
        print((treffer / len(mit_antwort), summe / len(mit_antwort)))
