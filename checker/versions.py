"""Where this machine's Python is older than the one that decides, and refuses what that one may accept."""

from __future__ import annotations

import re
from dataclasses import replace

from checker.explain import says
from checker.model import Outcome, Report
from checker.rules import NO_PYTHON
from checker.texts import say

__all__ = ["REFERENCE", "with_version_remark"]

REFERENCE = (3, 14)
"""The Python of the shipped Pyodide."""

_MODULES = {
    "annotationlib": (3, 14),
    "compression": (3, 14),
    "concurrent.interpreters": (3, 14),
    "pathlib.types": (3, 14),
    "string.templatelib": (3, 14),
}
_NAMES = {
    (3, 12): {
        "calendar": "APRIL AUGUST DECEMBER Day FEBRUARY JANUARY JULY JUNE MARCH MAY Month NOVEMBER OCTOBER "
        "SEPTEMBER",
        "collections.abc": "Buffer",
        "csv": "QUOTE_NOTNULL QUOTE_STRINGS",
        "inspect": "BufferFlags markcoroutinefunction",
        "itertools": "batched",
        "math": "sumprod",
        "random": "binomialvariate",
        "types": "get_original_bases",
        "typing": "TypeAliasType override",
    },
    (3, 13): {
        "base64": "z85decode z85encode",
        "builtins": "PythonFinalizationError",
        "copy": "replace",
        "enum": "EnumDict",
        "math": "fma",
        "pathlib": "UnsupportedOperation",
        "queue": "ShutDown",
        "re": "PatternError",
        "statistics": "kde kde_random",
        "typing": "NoDefault ReadOnly TypeIs get_protocol_members is_protocol",
        "warnings": "deprecated",
    },
    (3, 14): {
        "functools": "Placeholder",
        "heapq": "heapify_max heappop_max heappush_max heappushpop_max heapreplace_max",
        "io": "Reader Writer",
        "operator": "is_none is_not_none",
        "types": "CapsuleType",
        "typing": "evaluate_forward_ref",
        "uuid": "MAX NIL uuid6 uuid7 uuid8",
    },
}
"""Public names of the standard library by the version that brought them (3.11.7 to 3.14.2 compared)."""

_MESSAGES = (
    re.compile(r"ModuleNotFoundError: No module named '(?P<module>[\w.]+)'"),
    re.compile(r"ImportError: cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'"),
    re.compile(r"AttributeError: module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'"),
    re.compile(r"NameError: name '(?P<name>\w+)' is not defined"),
)


def with_version_remark(report: Report, version: tuple[int, int], language: str) -> Report:
    """The report, with a remark where `version` refuses a program that the reference may accept."""
    if version >= REFERENCE or not _may_be_newer(report, version, language):
        return report
    here, there = (".".join(map(str, parts)) for parts in (version, REFERENCE))
    remark = say(language, "offline.older_python", here=here, there=there)
    return replace(report, remarks=(*report.remarks, remark))


def _may_be_newer(report: Report, version: tuple[int, int], language: str) -> bool:
    if report.verdict is Outcome.SYNTAX_ERROR:
        # A report has the words, not the line that they are about.
        return not any(says(language, f"error.{key}", report.message) for key in NO_PYTHON)
    for pattern in _MESSAGES:
        found = pattern.match(report.python_message or "")
        if found:
            parts = found.groupdict()
            since = _since(parts.get("module") or "builtins", parts.get("name"))
            return since is not None and since > version
    return False


def _since(module: str, name: str | None) -> tuple[int, int] | None:
    """The version that brought a module, or a name in it; None when it is not known to be new."""
    whole = f"{module}.{name}" if name else module
    for new, version in _MODULES.items():
        if f"{whole}.".startswith(f"{new}."):
            return version
    found = [version for version, names in _NAMES.items() if name and name in names.get(module, "").split()]
    return found[0] if found else None
