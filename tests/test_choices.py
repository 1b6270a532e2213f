from __future__ import annotations

import argparse

import pytest

from web.choices import several
from web.engine import ENGINES

read = several("browser", ENGINES)


def test_names_are_read_in_our_order_and_once() -> None:
    assert read("webkit, chromium") == ("chromium", "webkit")
    assert read("webkit,webkit") == ("webkit",)


@pytest.mark.parametrize("wrong", ["", "safari", "chromium,safari", "chromium,"])
def test_other_names_are_refused_with_those_that_there_are(wrong: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="no browser; there are chromium, firefox, webkit"):
        read(wrong)
