from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import checker
from checker.model import Kind, Outcome, ProbeOutcome
from checker.rules import RULES
from checker.texts import LANGUAGES, catalogue, say

TREES = {
    path.name: ast.parse(path.read_text("utf-8"))
    for path in sorted(Path(checker.__file__).parent.glob("*.py"))
}
NODES = [node for tree in TREES.values() for node in ast.walk(tree)]
TWO_WORDINGS = {Kind.PRINTED, Kind.NONE_RETURNED}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# --- which keys the code asks for ---------------------------------------------------------------


def asked() -> Iterator[ast.expr]:
    """What stands as the key in every call of say()."""
    for node in NODES:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            yield node.args[1]


def literal_keys() -> set[str]:
    """Keys written out, in a call of say() or chosen for one."""
    found = set()
    for key in asked():
        pieces = {part for text in ast.walk(key) if isinstance(text, ast.JoinedStr) for part in text.values}
        written = [part for part in ast.walk(key) if isinstance(part, ast.Constant) and part not in pieces]
        found |= {str(part.value) for part in written if "." in str(part.value)}
    return found


def patterns() -> set[str]:
    """Keys put together, as patterns: f"kind.{…}.short"."""
    found = set()
    for node in NODES:
        if isinstance(node, ast.JoinedStr):
            parts = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)"
                for part in node.values
            ]
            if re.match(r"\w+\\\.", parts[0]):
                found.add("".join(parts))
    return found


def words() -> set[str]:
    """All that a pattern may be filled with: texts and names in the code."""
    found = {node.value for node in NODES if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    found |= {
        node.target.id
        for node in NODES
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return found


def is_used(key: str, literals: set[str], put_together: set[str], known: set[str]) -> bool:
    if key in literals or key in known:
        return True
    matches = [found for pattern in put_together if (found := re.fullmatch(pattern, key))]
    return any(set(found.groups()) <= known for found in matches)


# --- the catalogues -----------------------------------------------------------------------------


def test_every_language_has_the_same_keys() -> None:
    assert len({frozenset(catalogue(language)) for language in LANGUAGES}) == 1


@pytest.mark.parametrize("key", sorted(catalogue("de")))
def test_every_text_has_the_same_fields_in_each_language(key: str) -> None:
    texts = [catalogue(language)[key] for language in LANGUAGES]
    assert len({frozenset(fields(text)) for text in texts}) == 1
    assert all(texts)


def test_every_key_that_the_code_asks_for_is_there() -> None:
    missing = literal_keys() - set(catalogue("de"))
    assert not missing


def test_every_key_that_is_there_is_asked_for() -> None:
    literals, put_together, known = literal_keys(), patterns(), words()
    unused = [key for key in catalogue("de") if not is_used(key, literals, put_together, known)]
    assert not unused


def test_every_key_that_is_put_together_is_there() -> None:
    due = {f"kind.{kind.value}.short" for kind in Kind}
    for kind in Kind:
        wordings = ("function", "value") if kind in TWO_WORDINGS else ("long",)
        due |= {f"kind.{kind.value}.{wording}" for wording in wordings}
    due |= {f"error.{rule.key}" for rule in RULES} | {"error.other"}
    due |= {
        f"message.{outcome.value}"
        for outcome in Outcome
        if outcome not in (Outcome.FAILED, Outcome.SYNTAX_ERROR, Outcome.MISSING)
    }
    due |= {
        f"check.{outcome.value}"
        for outcome in Outcome
        if outcome not in (Outcome.PASSED, Outcome.FAILED, Outcome.SYNTAX_ERROR, Outcome.MISSING)
    }
    missing = (ProbeOutcome.NO_NAME, ProbeOutcome.NOT_CALLABLE, ProbeOutcome.WRONG_PARAMETERS)
    due |= {f"check.{outcome.value}" for outcome in missing}
    due |= {f"missing.{outcome.value}" for outcome in missing[1:]}
    assert due <= set(catalogue("de"))


def test_texts_for_learners_close_every_backtick_and_bracket() -> None:
    for language in LANGUAGES:
        for key, text in catalogue(language).items():
            assert text.count("`") % 2 == 0 or key == "error.js_template", (language, key)


def test_german_texts_say_du_and_never_sie() -> None:
    for key, text in catalogue("de").items():
        assert not re.search(r"\b(?:Ihr|Ihre|Ihren|Ihnen|können Sie|haben Sie)\b", text), key


# --- saying -------------------------------------------------------------------------------------


def test_a_text_is_filled_with_its_fields() -> None:
    assert say("de", "check.error_in_line", type="KeyError", line=3) == "KeyError in Zeile 3"
    assert say("en", "check.error_in_line", type="KeyError", line=3) == "KeyError in line 3"


def test_what_a_field_holds_is_never_read_as_a_text_to_fill() -> None:
    assert say("de", "check.no_name", name="{type}{0}") == "`{type}{0}` fehlt"


@pytest.mark.parametrize(
    ("language", "key"), [("fr", "message.passed"), ("de", "message.nothing"), ("de", "check.no_name")]
)
def test_a_language_a_key_or_a_field_that_is_not_there_is_a_fault(language: str, key: str) -> None:
    with pytest.raises(LookupError):
        say(language, key)
