"""This very Python in the place of the reference: quick, and good enough to try the compiler on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from checker.trusted import check_trusted_json, observe_trusted_json


class OwnReference:
    """Observes and checks here; `spoil` makes compiling under another hash seed come out differently."""

    def __init__(self, *, spoil: bool = False) -> None:
        self.spoil = spoil

    def observe(self, jobs: Sequence[tuple[str, str]], hash_seed: int = 0) -> list[list[str]]:
        spoilt = self.spoil and hash_seed != 0
        return [
            observe_trusted_json(source.replace("2", "3") if spoilt else source, plan)
            for source, plan in jobs
        ]

    def check(
        self, sources: Mapping[str, str], exercise: str, programs: Sequence[str], hash_seed: int = 0
    ) -> list[dict[str, object]]:
        return [dict(json.loads(check_trusted_json(sources, exercise, program))) for program in programs]
