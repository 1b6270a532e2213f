"""Übung 1: fünf Kennzahlen für zwei Fehlerprüfer, gebunden an den Namen `antwort`."""

from __future__ import annotations

from checker import Check, Component, Exercise

# Zwei Nachkommastellen genügen: Wer von Hand rechnet und rundet, hat trotzdem recht.
TOLERANZ = 0.005

EXERCISE = Exercise(
    name="antwort",
    components=(
        Component("accuracy_A", TOLERANZ),
        Component("recall_A", TOLERANZ),
        Component("accuracy_B", TOLERANZ),
        Component("precision_B", TOLERANZ),
        Component("recall_B", TOLERANZ),
    ),
    checks=(
        Check("accuracy_A", "Accuracy von Prüfer A: Welcher Anteil seiner Urteile stimmt?"),
        Check("recall_A", "Recall von Prüfer A: Welchen Anteil der echten Fehler findet er?"),
        Check("accuracy_B", "Accuracy von Prüfer B: Welcher Anteil seiner Urteile stimmt?"),
        Check("precision_B", "Precision von Prüfer B: Welcher Anteil seiner Meldungen stimmt?"),
        Check("recall_B", "Recall von Prüfer B: Welchen Anteil der echten Fehler findet er?"),
    ),
)
