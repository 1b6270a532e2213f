"""The remark where this Python is older than the one that decides."""

from __future__ import annotations

import pytest

from checker.explain import explain
from checker.model import Outcome, Raised, Report
from checker.texts import LANGUAGES
from checker.versions import REFERENCE, with_version_remark


def remarks(
    message: str | None, version: tuple[int, int], verdict: Outcome = Outcome.ERROR
) -> tuple[str, ...]:
    report = Report("a/b", verdict, 0, 1, (), python_message=message, remarks=("before",))
    return with_version_remark(report, version, "de").remarks


@pytest.mark.parametrize(
    ("message", "since"),
    [
        ("ModuleNotFoundError: No module named 'annotationlib'", (3, 14)),
        ("ModuleNotFoundError: No module named 'compression.zstd'", (3, 14)),
        ("ImportError: cannot import name 'batched' from 'itertools' (unknown location)", (3, 12)),
        ("AttributeError: module 'copy' has no attribute 'replace'", (3, 13)),
        ("NameError: name 'PythonFinalizationError' is not defined. Did you mean: 'x'?", (3, 13)),
        ("ImportError: cannot import name 'templatelib' from 'string'", (3, 14)),
    ],
)
def test_a_name_that_is_newer_than_this_python_is_remarked(message: str, since: tuple[int, int]) -> None:
    older = (since[0], since[1] - 1)
    before, remark = remarks(message, older)
    assert before == "before"
    assert ".".join(map(str, older)) in remark
    assert "3.14" in remark
    assert remarks(message, since) == ("before",)


@pytest.mark.parametrize(
    "message",
    [
        "ModuleNotFoundError: No module named 'numpy'",
        "AttributeError: module 'math' has no attribute 'squrt'",
        "AttributeError: 'list' object has no attribute 'batched'",
        "NameError: name 'batched' is not defined",
        "ValueError: x",
        None,
    ],
)
def test_what_no_python_knows_is_not_remarked(message: str | None) -> None:
    assert remarks(message, (3, 11)) == ("before",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("message", "text", "remarked"),
    [
        ("invalid syntax", "const x = 1", False),
        ("invalid syntax", "if x === 1:", False),
        ("'(' was never closed", "print(x", False),
        ("expected ':'", "def f(x)", False),
        ("unexpected indent", "    x = 1", False),
        ("multiple exception types must be parenthesized", "except A, B:", True),
        ("invalid syntax", "class A[T]:", True),
        ("expected '('", "def f[T](x): pass", True),
        ("invalid syntax", "type X = int", True),
        ("invalid syntax", 'x = t"{a}"', True),
        ("f-string: unmatched '['", 'x = f"{a["&&"]}"', True),
        ("unmatched ')'", 'x = f"{a[")"]}"', True),
    ],
)
def test_what_no_python_accepts_is_not_remarked(
    message: str, text: str, remarked: bool, language: str
) -> None:
    kind = "IndentationError" if "indent" in message else "SyntaxError"
    words = explain(language, Raised(kind, message, (), 1, 1, text))
    report = Report("a/b", Outcome.SYNTAX_ERROR, 0, 1, (), message=words, python_message=f"{kind}: {message}")
    assert bool(with_version_remark(report, (3, 11), language).remarks) is remarked


def test_a_syntax_error_is_remarked_below_the_reference_only() -> None:
    assert len(remarks("SyntaxError: x", (3, 13), Outcome.SYNTAX_ERROR)) == 2
    assert len(remarks("SyntaxError: x", REFERENCE, Outcome.SYNTAX_ERROR)) == 1
    assert len(remarks("SyntaxError: x", (3, 15), Outcome.SYNTAX_ERROR)) == 1
