"""Columns of a table: whether two known programs can be told apart, and safely so."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from checker.model import CaseObservation, Component, Value, ValueKind

__all__ = ["FUNCTION_MARGIN", "VALUE_MARGIN", "apart", "values_apart"]

FUNCTION_MARGIN = 100.0
"""Results of functions differ safely from so many tolerances on."""

VALUE_MARGIN = 3.0
"""Values that a learner may have rounded differ safely from so many tolerances on."""

_NUMBERS = (ValueKind.INT, ValueKind.FLOAT, ValueKind.FRACTION, ValueKind.DECIMAL)


def apart(
    one: Sequence[CaseObservation],
    other: Sequence[CaseObservation],
    components: Sequence[Component],
    margin: float,
) -> bool:
    """Whether two columns differ in some case: another exception, output or type, or `margin` tolerances."""
    return any(_case_apart(a, b, components, margin) for a, b in zip(one, other, strict=True))


def _case_apart(
    one: CaseObservation, other: CaseObservation, components: Sequence[Component], margin: float
) -> bool:
    if (one.raised, one.stdout) != (other.raised, other.stdout):
        return True
    if one.value is None or other.value is None:
        return one.value is not other.value
    return values_apart(one.value, other.value, components, margin)


def values_apart(one: Value, other: Value, components: Sequence[Component], margin: float) -> bool:
    """Whether two results differ by their types, or a number by `margin` times its component's tolerance."""
    tolerances = [component.tolerance for component in components]
    if len(tolerances) > 1 and ValueKind.TUPLE in (one.kind, other.kind) and one.kind is other.kind:
        pairs = zip(one.items, other.items, strict=False)
        return len(one.items) != len(other.items) or any(
            _apart(a, b, tolerance * margin) for (a, b), tolerance in zip(pairs, tolerances, strict=False)
        )
    return _apart(one, other, max(tolerances) * margin)


def _apart(one: Value, other: Value, distance: float) -> bool:
    if one.kind in _NUMBERS and other.kind in _NUMBERS and not (one.cut or other.cut):
        try:
            return abs(_exact(one) - _exact(other)) >= Fraction(distance) > 0 or _nothing_like(
                one, other, distance
            )
        except (OverflowError, ValueError):  # nan and infinity
            return str(one.scalar) != str(other.scalar)
    if one.kind is not other.kind or len(one.items) != len(other.items):
        return True
    if one.items:
        return any(_apart(a, b, distance) for a, b in zip(one.items, other.items, strict=True))
    return one.scalar != other.scalar


def _nothing_like(one: Value, other: Value, distance: float) -> bool:
    """Without a tolerance any difference counts."""
    return distance == 0 and _exact(one) != _exact(other)


def _exact(value: Value) -> Fraction:
    number = value.scalar
    if isinstance(number, (int, float, Fraction, Decimal)):
        return Fraction(number)
    raise ValueError(f"{value.kind} without a number")
