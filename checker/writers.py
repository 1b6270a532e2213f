"""Reports in the formats of the command line, written one after the other as they come."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Protocol, TextIO

from checker.handins import HandIn
from checker.isolate import Isolation
from checker.model import FORMAT, Outcome, Report
from checker.report import report_to_dict
from checker.view import Style, left_out_text, report_text, summary_text

__all__ = ["JsonWriter", "TextWriter", "Writer"]


_SKIPPED = 100
"""Most files left out that are named one by one."""


class Writer(Protocol):
    """Writes the reports of a batch."""

    def add(self, report: Report) -> None:
        """Write the next report."""

    def end(self, isolation: Isolation | None, left_out: Sequence[HandIn], *, interrupted: bool) -> None:
        """Write what stands after the last one."""


class TextWriter:
    """For people: each report in a few lines, a summary at the end."""

    def __init__(self, stream: TextIO, style: Style, language: str) -> None:
        self._stream = stream
        self._style = style
        self._language = language
        self._counts: Counter[Outcome] = Counter()
        self._spaced = True

    def add(self, report: Report) -> None:
        """Write the next report; one of several lines stands between empty ones."""
        text = report_text(report, self._language, self._style)
        several = "\n" in text
        before = "\n" if several and not self._spaced else ""
        self._stream.write(f"{before}{text}\n" + ("\n" if several else ""))
        self._stream.flush()
        self._spaced = several
        self._counts[report.verdict] += 1

    def end(self, isolation: Isolation | None, left_out: Sequence[HandIn], *, interrupted: bool) -> None:
        """Write the summary; that the batch was interrupted is said where people look then."""
        del interrupted
        before = "" if self._spaced else "\n"
        python = platform.python_version()
        text = summary_text(self._counts, isolation, self._language, self._style, python)
        if left_out:
            text = f"{left_out_text(left_out, self._language, self._style)}\n\n{text}"
        self._stream.write(f"{before}{text}\n")


class JsonWriter:
    """For programs: one object, a report a line."""

    def __init__(self, stream: TextIO, language: str) -> None:
        self._stream = stream
        self._language = language
        self._begun = False

    def add(self, report: Report) -> None:
        """Write the next report."""
        self._stream.write((",\n" if self._begun else self._head()) + json.dumps(report_to_dict(report)))
        self._stream.flush()
        self._begun = True

    def _head(self) -> str:
        head = {"format": FORMAT, "python": platform.python_version()}
        return json.dumps(head).removesuffix("}") + ', "reports": [\n'

    def end(self, isolation: Isolation | None, left_out: Sequence[HandIn], *, interrupted: bool) -> None:
        """Close the object; `isolation` is what was in effect around every program, null if none ran."""
        skipped = [
            {
                "file": each.shown,
                "reason": each.unreadable.reason,
                "message": each.unreadable.told(self._language),
            }
            for each in left_out[:_SKIPPED]
            if each.unreadable is not None
        ]
        rest = {
            "isolation": None if isolation is None else asdict(isolation),
            "interrupted": interrupted,
            "skipped": skipped,
            "skipped_total": len(left_out),
        }
        begin = "" if self._begun else self._head()
        self._stream.write(f"{begin}\n], {json.dumps(rest).removeprefix('{')}\n")
