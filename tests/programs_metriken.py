"""Programs for the exercises of the lesson "Metriken": by exercise, a name and a source text each.

None is a mistake file. RIGHT ones pass whatever their style, some with a remark; WRONG ones need only be
rejected, those too that depend on the order of hashes and so can't be mistake files.
"""

from __future__ import annotations

import programs_accuracy
import programs_ohne_antwort
import programs_retrieval_right
import programs_retrieval_wrong

__all__ = ["RIGHT", "WRONG"]

RIGHT: dict[str, dict[str, str]] = {
    "accuracy": programs_accuracy.RIGHT,
    "retrieval_metriken": programs_retrieval_right.RIGHT,
    "ohne_antwort_auswerten": programs_ohne_antwort.RIGHT,
}

WRONG: dict[str, dict[str, str]] = {
    "accuracy": programs_accuracy.WRONG,
    "retrieval_metriken": programs_retrieval_wrong.WRONG,
    "ohne_antwort_auswerten": programs_ohne_antwort.WRONG,
}
