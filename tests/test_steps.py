from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from web.steps import Steps


def clock(*times: float) -> Iterator[float]:
    return iter(times)


def test_a_step_says_what_it_does_at_once_and_its_seconds_at_its_end() -> None:
    out, times = io.StringIO(), clock(10.0, 12.34)
    with Steps(out, lambda: next(times)).step("Baking"):
        assert out.getvalue() == "Baking … "
    assert out.getvalue() == "Baking … 2.3 s\n"


def test_a_step_that_fails_says_so_and_lets_the_fault_through() -> None:
    out, times = io.StringIO(), clock(0.0, 1.0)
    with pytest.raises(KeyError), Steps(out, lambda: next(times)).step("Baking"):
        raise KeyError
    assert out.getvalue() == "Baking … failed after 1.0 s\n"
