"""Why a submission is wrong: a mistake that is known, or the kind of difference in all its results.

Never wrong advice: a kind is named only when every result bears it out and chance is no likely
explanation; else it is left at what was expected and what was got.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checker.compare import NUMBERS, Comparison, equal, number
from checker.model import (
    CaseObservation,
    Component,
    Kind,
    Mistake,
    ProbeOutcome,
    ProbeResult,
    Value,
    ValueKind,
)

__all__ = ["Seen", "kind_of_difference", "recognise"]

_DIGITS = range(1, 7)
"""Digits after the point that someone may round to; to whole numbers is told from no share."""

_ROUNDED_EVIDENCE = 2
"""Digits that must agree by rounding, all results together: one digit in one result is chance."""

_PRINTED = 4_000
"""Characters of what a case printed that are searched for its result."""

_NUMBER = re.compile(r"-?\d{1,30}(?:\.(\d{1,30}))?(?:[eE][+-]?\d{1,3})?")
_BARE = frozenset({ValueKind.OBJECT, ValueKind.CYCLE, ValueKind.CUT})


# --- mistakes ---------------------------------------------------------------------------------


def recognise(
    mistakes: Sequence[Mistake],
    expected: Sequence[CaseObservation],
    results: Sequence[ProbeResult],
    components: Sequence[Component],
) -> Mistake | None:
    """The known mistake whose column all results equal; `expected` is what the solution gives.

    When several fit, the first of them if all have the same words, else None.
    """
    as_expected = [_as_known(due, result, components) for due, result in zip(expected, results, strict=True)]
    fitting = [mistake for mistake in mistakes if _fits(mistake, expected, as_expected, results, components)]
    return fitting[0] if len({mistake.message for mistake in fitting}) == 1 else None


def _fits(
    mistake: Mistake,
    expected: Sequence[CaseObservation],
    as_expected: Sequence[bool],
    results: Sequence[ProbeResult],
    components: Sequence[Component],
) -> bool:
    # A column shares the very observations that do not differ, which spares comparing them again.
    for index, known in enumerate(mistake.column):
        same = known is expected[index]
        if not (as_expected[index] if same else _as_known(known, results[index], components)):
            return False
    return True


def _as_known(known: CaseObservation, result: ProbeResult, components: Sequence[Component]) -> bool:
    if known.stdout != result.stdout:
        return False
    if known.value is None:
        raised = None if result.raised is None else result.raised.type
        return result.outcome is ProbeOutcome.RAISED and raised == known.raised
    if result.outcome is not ProbeOutcome.VALUE or result.value is None:
        return False
    return _alike(known.value, result.value, components)


def _alike(known: Value, got: Value, components: Sequence[Component]) -> bool:
    if known.kind in _BARE:
        return known == got
    if len(components) == 1 or known.kind is ValueKind.DICT or len(known.items) != len(components):
        return equal(known, got, components[0].tolerance)
    if known.kind is not got.kind or len(got.items) != len(components) or got.cut:
        return False
    items = zip(known.items, got.items, components, strict=True)
    return all(equal(due, item, component.tolerance) for due, item, component in items)


# --- kinds of difference ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """A case that gave a value: what was due, how it compares, and what it printed."""

    expected: Value
    comparison: Comparison
    printed: str


def kind_of_difference(seen: Sequence[Seen], components: Sequence[Component]) -> Kind | None:
    """The one kind of difference that all results bear out, right ones included; None when there is none."""
    kinds = {kind for case in seen for kind in case.comparison.kinds}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    wrong = [case for case in seen if not case.comparison.passed]
    if kind is Kind.NONE_RETURNED and all(_was_printed(case) for case in wrong):
        return Kind.PRINTED
    if kind is not Kind.WRONG_VALUE:
        return kind
    columns = _Columns(seen, components)
    if columns.swapped():
        return Kind.SWAPPED
    numbers = columns.numbers()
    if numbers and _is_percent(numbers):
        return Kind.PERCENT
    if numbers and _is_rounded(numbers):
        return Kind.ROUNDED
    return kind


class _Columns:
    """The results of all cases by component, and which components are wrong anywhere."""

    __slots__ = ("cases", "tolerances", "wrong")

    def __init__(self, seen: Sequence[Seen], components: Sequence[Component]) -> None:
        self.cases = [case.comparison.parts for case in seen]
        self.tolerances = [component.tolerance for component in components]
        self.wrong = [
            index
            for index in range(len(components))
            if any(parts[index].kind is not None for parts in self.cases)
        ]

    def swapped(self) -> bool:
        """Whether each wrong component holds in every case what is due in one other."""
        sources = [self.source_of(index) for index in self.wrong]
        return None not in sources and len(set(sources)) == len(sources) > 1 and self.telling()

    def source_of(self, index: int) -> int | None:
        """The one other component whose due values this one holds."""
        fitting = [
            other
            for other in self.wrong
            if other != index
            and all(
                equal(parts[other].expected, parts[index].got, self.tolerances[other]) for parts in self.cases
            )
        ]
        return fitting[0] if len(fitting) == 1 else None

    def telling(self) -> bool:
        """Whether some wrong value is neither 0 nor 1: those alone may as well be a share turned round."""
        ends = ((0, 1), (1, 1))
        return any(
            number(parts[index].expected) not in ends and parts[index].kind is not None
            for parts in self.cases
            for index in self.wrong
        )

    def numbers(self) -> list[tuple[float, float]]:
        """Expected and got of every wrong component in every case; empty unless all are finite numbers."""
        pairs: list[tuple[float, float]] = []
        for parts in self.cases:
            for index in self.wrong:
                due, got = _as_float(parts[index].expected), _as_float(parts[index].got)
                if due is None or got is None:
                    return []
                pairs.append((due, got))
        return pairs


def _as_float(value: Value) -> float | None:
    exact = number(value)
    try:
        return None if exact is None else exact[0] / exact[1]
    except OverflowError:
        return None


def _is_percent(pairs: Sequence[tuple[float, float]]) -> bool:
    """Whether every value is a hundred times the share due; rounded, too, if several bear it out."""
    if not all(0 <= due <= 1 for due, _ in pairs):
        return False
    if all(abs(got - 100 * due) <= 1e-6 * max(1.0, abs(got)) for due, got in pairs):
        return any(due for due, _ in pairs)
    telling = {due for due, _ in pairs if abs(due) >= 0.02}
    return len(telling) > 1 and all(abs(got - 100 * due) <= 0.5 + 1e-9 for due, got in pairs)


def _is_rounded(pairs: Sequence[tuple[float, float]]) -> bool:
    """Whether every value is the one due, rounded to the same number of digits."""
    digits = next((count for count in _DIGITS if all(_rounds(*pair, count) for pair in pairs)), 0)
    telling = {due for due, got in pairs if abs(due - got) > 1e-9}
    return digits * len(telling) >= _ROUNDED_EVIDENCE


def _rounds(due: float, got: float, digits: int) -> bool:
    # By distance and not by round(): halves go up in some ways of rounding, down in others.
    steps = got * 10.0**digits
    if not math.isfinite(steps):
        return False
    is_round = abs(got - round(steps) / 10.0**digits) <= 1e-12 * max(1.0, abs(got))
    return is_round and abs(got - due) <= 0.5 / 10.0**digits * (1 + 1e-9) + 1e-12


# --- printed instead of returned --------------------------------------------------------------


def _was_printed(case: Seen) -> bool:
    """Whether all that is due stands, in its order, in what the case printed."""
    printed = case.printed[:_PRINTED]
    found = list(_NUMBER.finditer(printed))
    for leaf in _leaves(case.expected):
        if leaf.kind in NUMBERS:
            due = _as_float(leaf)
            place = next((i for i, text in enumerate(found) if due is not None and _shows(text, due)), None)
            if place is None:
                return False
            found = found[place + 1 :]
        elif str(leaf.scalar) not in printed:
            return False
    return True


def _leaves(value: Value) -> Iterator[Value]:
    if not value.items:
        yield value
    for item in value.items:
        yield from _leaves(item)


def _shows(text: re.Match[str], due: float) -> bool:
    decimals = len(text.group(1) or "")
    near = 0.5 / 10.0**decimals if decimals > 1 else 0.0
    return abs(float(text.group()) - due) <= max(near, 1e-9) * (1 + 1e-9)
