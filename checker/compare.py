"""The rules of comparing: is a value what was expected, part by part, and if not, how does it differ.

The expected value says what is due: a number is compared within a tolerance, a tuple and every
other container by its kind, its length and its items, all else exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from checker.model import Component, Kind, Value, ValueKind

__all__ = ["SLACK", "Comparison", "Part", "comparable", "compare", "equal", "is_nan", "number", "within"]

SLACK = 1e-12
"""Added to every tolerance, so that a difference of just the tolerance passes in floats too."""

NUMBERS = frozenset({ValueKind.INT, ValueKind.FLOAT, ValueKind.FRACTION, ValueKind.DECIMAL})
_SETS = frozenset({ValueKind.SET, ValueKind.FROZENSET})
_EXPONENT = 20_000
"""A Decimal of a larger exponent is never written out as an int: it would not fit into memory."""

_UNORDERED = 200
"""Most items of a set that are paired one by one, after all equal ones were."""

_NO_NUMBER = {
    ValueKind.BOOL: Kind.BOOL_NOT_NUMBER,
    ValueKind.STR: Kind.TEXT_NOT_NUMBER,
    ValueKind.COMPLEX: Kind.COMPLEX_NOT_NUMBER,
}
_NO_TUPLE = {
    ValueKind.LIST: Kind.LIST_NOT_TUPLE,
    ValueKind.SET: Kind.SET_NOT_TUPLE,
    ValueKind.FROZENSET: Kind.SET_NOT_TUPLE,
    ValueKind.DICT: Kind.DICT_NOT_TUPLE,
    ValueKind.ITERATOR: Kind.GENERATOR_NOT_TUPLE,
}


@dataclass(frozen=True, slots=True)
class Part:
    """One component: what was expected, what was got, and how it differs (None: it is right)."""

    name: str
    expected: Value
    got: Value
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a result compares.

    `kind` is what is wrong with the result as a whole (a list where a tuple is due), None when
    nothing but its parts can be wrong. `parts` holds one entry a component, and none where the
    result cannot be taken apart. `content_right` says that all numbers in it are right, whatever
    holds them.
    """

    kind: Kind | None
    parts: tuple[Part, ...]
    content_right: bool

    @property
    def passed(self) -> bool:
        """Whether the result is right."""
        return self.kind is None and self.content_right

    @property
    def kinds(self) -> frozenset[Kind]:
        """All that is wrong: of the whole, or else of its parts."""
        if self.kind is not None:
            return frozenset({self.kind})
        return frozenset(part.kind for part in self.parts if part.kind is not None)


def compare(expected: Value, got: Value, components: Sequence[Component]) -> Comparison:
    """Compare a result with the expected one, component by component.

    With one component the result is compared as it is; with several, `expected` is a tuple of as
    many items.
    """
    if got.kind is ValueKind.NONE and expected.kind is not ValueKind.NONE:
        return Comparison(Kind.NONE_RETURNED, (), content_right=False)
    if len(components) == 1:
        parts = _parts((expected,), (got,), components)
        return Comparison(None, parts, all(part.kind is None for part in parts))
    kind = None if got.kind is ValueKind.TUPLE else _NO_TUPLE.get(got.kind, Kind.NOT_A_TUPLE)
    if got.kind in _SETS:
        return Comparison(kind, (), _same_set(expected, got, components[0].tolerance))
    items = _ordered(got, components)
    if len(items) != len(components) or got.cut:
        return Comparison(kind or Kind.WRONG_LENGTH, (), content_right=False)
    parts = _parts(expected.items, items, components)
    return Comparison(kind, parts, all(part.kind is None for part in parts))


def _parts(
    expected: Sequence[Value], got: Sequence[Value], components: Sequence[Component]
) -> tuple[Part, ...]:
    return tuple(
        [
            Part(component.name, due, item, _difference(due, item, component.tolerance))
            for due, item, component in zip(expected, got, components, strict=True)
        ]
    )


def _ordered(got: Value, components: Sequence[Component]) -> tuple[Value, ...]:
    """The items that stand for the components in order; of a dict its values, by name if it has the names."""
    if got.kind is not ValueKind.DICT:
        return got.items
    named = {key.scalar: item for key, item in zip(got.items[::2], got.items[1::2], strict=True)}
    names = [component.name for component in components]
    return tuple(named[name] for name in names) if named.keys() == set(names) else got.items[1::2]


# --- values -----------------------------------------------------------------------------------


def _difference(expected: Value, got: Value, tolerance: float) -> Kind | None:
    """How `got` differs from `expected`; None when it does not."""
    if expected.kind in NUMBERS:
        if got.kind not in NUMBERS:
            return _NO_NUMBER.get(got.kind, Kind.NOT_A_NUMBER)
        if within(expected, got, tolerance):
            return None
        return Kind.NAN if is_nan(got) else Kind.WRONG_VALUE
    if expected.kind is not got.kind:
        if expected.kind is ValueKind.TUPLE:
            return _NO_TUPLE.get(got.kind, Kind.NOT_A_TUPLE)
        return Kind.WRONG_TYPE
    return None if _SAME.get(expected.kind, _same_scalar)(expected, got, tolerance) else Kind.WRONG_VALUE


def _same_scalar(expected: Value, got: Value, _tolerance: float) -> bool:
    return not (expected.cut or got.cut) and expected.scalar == got.scalar


def _same_items(expected: Value, got: Value, tolerance: float) -> bool:
    if expected.cut or got.cut or len(expected.items) != len(got.items):
        return False
    pairs = zip(expected.items, got.items, strict=True)
    return all(equal(due, item, tolerance) for due, item in pairs)


def _same_dict(expected: Value, got: Value, tolerance: float) -> bool:
    if expected.cut or got.cut or len(expected.items) != len(got.items):
        return False
    found = {_identity(key): item for key, item in zip(got.items[::2], got.items[1::2], strict=True)}
    for key, due in zip(expected.items[::2], expected.items[1::2], strict=True):
        item = found.get(_identity(key))
        if item is None or not equal(due, item, tolerance):
            return False
    return True


def _same_set(expected: Value, got: Value, tolerance: float) -> bool:
    """Whether each item of one has its like in the other, whatever their order and number."""
    if expected.cut or got.cut:
        return False
    due = {_identity(item): item for item in expected.items}
    found = {_identity(item): item for item in got.items}
    without = [due[key] for key in due.keys() - found.keys()]
    besides = [found[key] for key in found.keys() - due.keys()]
    if len(without) + len(besides) > _UNORDERED:
        return False
    return all(_has_like(item, found.values(), tolerance) for item in without) and all(
        _has_like(item, due.values(), tolerance) for item in besides
    )


def _has_like(item: Value, others: Iterable[Value], tolerance: float) -> bool:
    return any(equal(item, other, tolerance) for other in others)


def _identity(value: Value) -> object:
    """A key that equal values share, whatever their class; numbers by their exact value."""
    if value.kind in NUMBERS:
        return number(value) or (ValueKind.FLOAT, str(value.scalar))
    return value.kind, value.scalar, tuple(_identity(item) for item in value.items)


def _never(_expected: Value, _got: Value, _tolerance: float) -> bool:
    return False


_SAME: Mapping[ValueKind, Callable[[Value, Value, float], bool]] = {
    ValueKind.LIST: _same_items,
    ValueKind.TUPLE: _same_items,
    ValueKind.ITERATOR: _same_items,
    ValueKind.DICT: _same_dict,
    ValueKind.SET: _same_set,
    ValueKind.FROZENSET: _same_set,
    ValueKind.OBJECT: _never,
    ValueKind.CYCLE: _never,
    ValueKind.CUT: _never,
}


def equal(expected: Value, got: Value, tolerance: float) -> bool:
    """Whether `got` is what was expected, numbers in it within `tolerance`."""
    return _difference(expected, got, tolerance) is None


def comparable(value: Value) -> bool:
    """Whether a value can be expected at all: complete data, and no object that only has a name."""
    if value.cut or _SAME.get(value.kind) is _never:
        return False
    return all(comparable(item) for item in value.items)


# --- numbers ----------------------------------------------------------------------------------


def within(expected: Value, got: Value, tolerance: float) -> bool:
    """Whether two numbers differ by at most `tolerance` (and `SLACK`), reckoned exactly.

    Infinities are equal to themselves only, and so is nan.
    """
    if type(expected.scalar) is float and type(got.scalar) is float and abs(got.scalar) < math.inf:
        # Most results are plain floats; abs() of a nan is below nothing.
        return abs(expected.scalar - got.scalar) <= tolerance + SLACK
    due, found = number(expected), number(got)
    if due is None or found is None:
        return due is found and not (expected.cut or got.cut) and _special(expected) == _special(got)
    if due == found:
        return True
    limit, parts = (tolerance + SLACK).as_integer_ratio()
    difference = abs(due[0] * found[1] - found[0] * due[1])
    return difference * parts <= limit * due[1] * found[1]


def number(value: Value) -> tuple[int, int] | None:
    """The exact value of a number as numerator and denominator; None for nan, infinities and all else."""
    scalar = value.scalar
    if isinstance(scalar, int) and value.kind is ValueKind.INT:
        return scalar, 1
    if isinstance(scalar, float):
        return scalar.as_integer_ratio() if math.isfinite(scalar) else None
    if value.kind is ValueKind.FRACTION:
        return getattr(scalar, "numerator", 0), getattr(scalar, "denominator", 1)
    if value.kind is ValueKind.DECIMAL:
        return _decimal(scalar)
    return None


def _decimal(scalar: object) -> tuple[int, int] | None:
    from decimal import Decimal  # noqa: PLC0415 - rare, and slow to import in a browser

    if not isinstance(scalar, Decimal) or not scalar.is_finite():
        return None
    if not scalar:
        return 0, 1
    if scalar.adjusted() > _EXPONENT:
        return None
    return (0, 1) if scalar.adjusted() < -_EXPONENT else scalar.as_integer_ratio()


def _special(value: Value) -> str:
    """What stands for a number that has no exact value here, alike for float and Decimal."""
    text = str(value.scalar).lower()
    return "nan" if is_nan(value) else text.replace("infinity", "inf")


def is_nan(value: Value) -> bool:
    """Whether a number is not a number."""
    return value.kind in (ValueKind.FLOAT, ValueKind.DECIMAL) and "nan" in str(value.scalar).lower()
