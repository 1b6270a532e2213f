"""What the bench tells in the end: tables to read, and every single value for who wants to count again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from web.bench_figures import Figure, figures, lacking, remarks
from web.bench_machine import Machine
from web.bench_notes import Notes
from web.bench_options import BenchOptions
from web.bench_table import markdown_table, text_table

__all__ = ["BenchRun"]

_LEGEND = (
    "Medians, times by the pages' own clocks. bare: a module worker that calls loadPyodide() and runs 1+1.",
    "Cold: fresh profile; warm: a later visit with it. Gzipped: as if the host did that to every file.",
    "Memory: with all helpers, what they share counted once, without mapped files as the program itself.",
    "Slow: {mbit:.0f} Mbit/s for all connections, {trip:.0f} ms a round trip, one core beside a busy loop.",
)


@dataclass(frozen=True, slots=True)
class BenchRun:
    """One run of the bench, over."""

    machine: Machine
    begun: datetime
    versions: Mapping[str, str]
    """By program: `pyodide`, and each browser that started."""
    options: BenchOptions
    notes: Sequence[Notes]
    bytes_per_second: float
    round_trip: float

    def rows(self, notes: Notes) -> list[Figure]:
        """The figures of one browser."""
        return figures(notes.samples, notes.browser, self.options.parts)

    @property
    def is_whole(self) -> bool:
        """Whether all could be measured that was asked for; targets may be missed."""
        return not any(notes.faults or lacking(self.rows(notes)) for notes in self.notes)

    def text(self) -> str:
        """Machine, tables, and what is to be said of them."""
        lines = ["", *self._head()]
        for notes in self.notes:
            version = self.versions.get(notes.browser)
            lines += ["", f"{notes.browser} {version}" if version else f"{notes.browser} (did not start)", ""]
            rows = self.rows(notes)
            lines.append(markdown_table(rows) if self.options.markdown else text_table(rows))
        lines.append("")
        mbit, trip = self.bytes_per_second * 8 / 1e6, self.round_trip * 1000
        lines += [line.format(mbit=mbit, trip=trip) for line in _LEGEND]
        for notes in self.notes:
            lines += [*remarks(self.rows(notes), self.options.rounds), *notes.remarks()]
        faults = [fault for notes in self.notes for fault in notes.faults]
        if faults:
            lines += ["", "What could not be measured:", *(f"  {fault}" for fault in faults)]
        return "\n".join(lines)

    def _head(self) -> list[str]:
        machine = self.machine
        memory = f"{machine.memory / 2**30:.1f} GiB"
        rounds = f"{self.options.rounds} interleaved round{'s' if self.options.rounds != 1 else ''}"
        return [
            f"{self.begun:%Y-%m-%d %H:%M} UTC, {rounds}, Pyodide {self.versions.get('pyodide', '?')}",
            f"{machine.cpu}, {machine.cores} cores, {memory}, load before {machine.load:.2f}",
            machine.system,
        ]

    def json(self) -> str:
        """The same with every single value, as JSON text."""
        told = {
            "date": self.begun.isoformat(timespec="seconds"),
            "machine": asdict(self.machine),
            "versions": dict(self.versions),
            "rounds": self.options.rounds,
            "parts": list(self.options.parts),
            "figures": [asdict(row) for notes in self.notes for row in self.rows(notes)],
            "samples": [asdict(sample) for notes in self.notes for sample in notes.samples],
            "remarks": [remark for notes in self.notes for remark in notes.remarks()],
            "faults": [fault for notes in self.notes for fault in notes.faults],
        }
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
