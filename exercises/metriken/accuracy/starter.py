# 20 Antworten, Index 0 bis 19. True heißt: fehlerhaft.
echt = [i == 7 for i in range(20)]

# Was die beiden Prüfer melden. True heißt: als fehlerhaft gemeldet.
gemeldet_a = [False] * 20
gemeldet_b = [i in (2, 7, 11, 15) for i in range(20)]

# Ersetze jedes ... durch eine Zahl oder einen Ausdruck, der sie ausrechnet:
# (accuracy_A, recall_A, accuracy_B, precision_B, recall_B)
antwort = (..., ..., ..., ..., ...)
