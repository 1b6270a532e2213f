from __future__ import annotations

import json

import pytest

from checker.jsontext import json_text, parse_json
from checker.model import Wire


@pytest.mark.parametrize(
    "wire", [None, True, 0, 1.0, -0.0, 1e300, "ä\n\ud83d", [1, [2]], {"a": {"b": None}}, []]
)
def test_a_value_comes_back_as_it_was(wire: Wire) -> None:
    text = json_text(wire)
    assert text.isascii()
    assert json_text(parse_json(text)) == text
    assert json.loads(text) == wire


def test_floats_stay_floats() -> None:
    assert json_text(1.0) == "1.0"
    assert type(parse_json("1.0")) is float


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), b"", {1}])
def test_what_json_lacks_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text(value)


@pytest.mark.parametrize("text", ["", " ", "NaN", "[1", "{", "nix", "1 2", "[] []", "Infinity"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expecting|delimiter|property"):
        parse_json(text)
