"""The names that a program defines, told by the child: even parsing a hostile text is not done outside."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator

__all__ = ["observe_names"]

_MOST = 1_000
_LOOKS_BOUND = re.compile(r"^(?:def[ \t]+(\w{1,100})|(\w{1,100})[ \t]*=(?!=))", re.MULTILINE)


def observe_names(source: str, plan_text: str, emit: Callable[[str], None]) -> None:
    """Emit the names bound at the top level of `source`, or what looks like them when it is no Python.

    Runs nothing of it. `plan_text` is not looked at: there is nothing to ask.
    """
    del plan_text
    try:
        names = list(_bound(ast.parse(source).body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        names = ["".join(found) for found in _LOOKS_BOUND.findall(source)]
    found = sorted(set(names))[:_MOST]
    emit(json.dumps({"e": "names", "names": found}))
    emit(json.dumps({"e": "end"}))


def _bound(statements: list[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                for target in targets:
                    yield from _targets(target)
            case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target):
                yield from _targets(target)
            case ast.If(body=body, orelse=orelse):
                yield from _bound([*body, *orelse])
            case ast.Try(body=body, handlers=_, orelse=orelse, finalbody=final):
                yield from _bound([*body, *orelse, *final])


def _targets(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _targets(part)
