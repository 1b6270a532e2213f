"""The reference Python: programs of authors run in the shipped Pyodide, on Node.

Expected values come from here, so that a table does not depend on the machine that compiled it.
Only for programs that are trusted as much as the lesson itself: Node does not seal them in.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from web.faults import HostFault

__all__ = ["Reference", "ReferencePython"]

_HERE = Path(__file__).parent

# What the checker keeps for itself works whatever a program did to the json module.
_OBSERVE = """
from checker.jsontext import json_text, parse_json
from checker.trusted import observe_trusted_json

def main(text):
    return json_text([observe_trusted_json(source, plan) for source, plan in parse_json(text)])
"""

_CHECK = """
import json
from checker.trusted import check_trusted_json

def main(text):
    request = json.loads(text)
    sources, exercise = request["sources"], request["exercise"]
    return json.dumps([check_trusted_json(sources, exercise, program) for program in request["programs"]])
"""


class ReferencePython(Protocol):
    """Whatever observes and checks programs as the shipped Pyodide does."""

    def observe(self, jobs: Sequence[tuple[str, str]], hash_seed: int = 0) -> list[list[str]]:
        """The events of each job, a pair of program source and plan as JSON text."""

    def check(
        self, sources: Mapping[str, str], exercise: str, programs: Sequence[str], hash_seed: int = 0
    ) -> list[dict[str, object]]:
        """The Report, as a JSON object, of each program; `sources` hold exercise.py and cases.json."""


@dataclass(frozen=True, slots=True)
class Reference:
    """How to start the reference Python: Node's path and the checker's wheel.

    `seconds` bounds one request; a program of an author that never ends is told by it.
    """

    node: Path
    wheel: Path
    seconds: float = 300.0

    def observe(self, jobs: Sequence[tuple[str, str]], hash_seed: int = 0) -> list[list[str]]:
        """See `ReferencePython`."""
        answer = json.loads(self._ask(_OBSERVE, json.dumps(list(jobs)), hash_seed))
        return [[str(event) for event in events] for events in answer]

    def check(
        self, sources: Mapping[str, str], exercise: str, programs: Sequence[str], hash_seed: int = 0
    ) -> list[dict[str, object]]:
        """See `ReferencePython`."""
        text = json.dumps({"sources": dict(sources), "exercise": exercise, "programs": list(programs)})
        answer = json.loads(self._ask(_CHECK, text, hash_seed))
        return [dict(json.loads(report)) for report in answer]

    def _ask(self, driver: str, text: str, hash_seed: int) -> str:
        try:
            done = subprocess.run(  # noqa: S603 (our own script)
                [self.node, _HERE / "reference.mjs", self.wheel, str(hash_seed)],
                input=json.dumps({"driver": driver, "text": text}),
                capture_output=True,
                encoding="utf-8",
                timeout=self.seconds,
                check=False,
                cwd=_HERE,
            )
        except subprocess.TimeoutExpired as fault:
            raise HostFault(
                f"The reference Python did not answer within {self.seconds:.0f} s. "
                "A solution or mistake that never ends? Run it by itself to see."
            ) from fault
        except OSError as fault:
            raise HostFault(f"{self.node} could not be started: {fault}") from fault
        if done.returncode != 0:
            raise HostFault(
                f"The reference Python ended with code {done.returncode}:\n{done.stderr[-4000:].strip()}"
            )
        return done.stdout
