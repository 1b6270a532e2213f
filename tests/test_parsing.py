from __future__ import annotations

import json
import time

import pytest

from checker.parsing import MAX_NESTING, parse


@pytest.mark.parametrize("text", ["null", "1", "1.0", '"a"', "[]", '{"a": [1, {"b": null}]}', '"\\ud800"'])
def test_json_is_parsed_as_python_does(text: str) -> None:
    assert parse(text) == json.loads(text)


@pytest.mark.parametrize(
    "text", ["", "{", "[1,]", "{'a': 1}", "NaN", "[Infinity]", "-Infinity", "1 2", "9" * 5_000]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(text)


def test_nesting_is_measured_before_it_is_parsed() -> None:
    fine = "[" * MAX_NESTING + "]" * MAX_NESTING
    parse(fine)
    for deep in ("[" + fine + "]", "[" * 1_000_000, '{"a":' * 300, f'["\\"", {fine}]', f'["]]]]", {fine}]'):
        with pytest.raises(ValueError, match="nested too deep"):
            parse(deep)


def test_brackets_side_by_side_or_in_texts_are_no_nesting() -> None:
    assert parse(json.dumps([[]] * 1_000)) == [[]] * 1_000
    assert parse(json.dumps("[" * 1_000 + '"\\')) == "[" * 1_000 + '"\\'


@pytest.mark.parametrize("text", ['"' + '\\"' * 500_000, '["' + "[" * 500_000, "[" * 300 + '"\\' * 300_000])
def test_a_text_made_to_be_slow_is_not(text: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(ValueError, match=r"."):
        parse(text)
    # Measured: a few hundredths of a second; a reader that starts anew at every quote takes hours.
    assert time.perf_counter() - begin < 10
