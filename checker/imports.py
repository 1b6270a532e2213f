"""Imports in a page whose Python started from a picture of its memory, before its files have come.

What was imported when the picture was taken works at once; the rest of the standard library is on its way.
Whoever runs a program asks `needs_files` first; should the answer be wrong, `announce` has the import say so.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

__all__ = ["announce", "arrived", "needs_files"]

_DYNAMIC = frozenset({"__import__", "compile", "eval", "exec", "help", "importlib", "runpy", "open"})
"""Names that may lead to an import, or to a file, which the source text does not show."""


class _Announcer:
    """Finds nothing: an import that comes to it would end in words that nobody understands."""

    def find_spec(self, name: str, *_: object) -> None:
        """Raises ImportError for every module that is not built in."""
        if name.partition(".")[0] in sys.builtin_module_names:
            return
        raise ImportError(
            f"Die Standardbibliothek wird noch geladen: {name} ist gleich da. / "
            f"The standard library is still loading: {name} will be there in a moment.",
            name=name,
        )


def needs_files(source: str) -> bool:
    """Whether a program may import something that is not imported yet. A source with errors needs nothing."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(not _is_there(name) for node in ast.walk(tree) for name in _wanted(node))


def announce() -> None:
    """From now on imports of what is not there say that it is still to come."""
    sys.meta_path.insert(0, _Announcer())


def arrived() -> None:
    """All files are there: imports are as usual."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Announcer)]
    for finder in sys.path_importer_cache.values():
        forget = getattr(finder, "invalidate_caches", None)
        # The zip archive's own directory is known already, and is the same.
        if forget is not None and not hasattr(finder, "archive"):
            forget()


def _wanted(node: ast.AST) -> Iterator[str]:
    """The modules that a node imports; a name of `_DYNAMIC` stands for one that is never there."""
    match node:
        case ast.Import(names=names):
            for alias in names:
                yield alias.name
        case ast.ImportFrom(module=str(module), names=names):
            yield module
            for alias in names:
                # `from collections import abc` imports a module, `from math import sqrt` does not.
                if not hasattr(sys.modules.get(module), alias.name):
                    yield f"{module}.{alias.name}"
        case ast.Name(id=name) if name in _DYNAMIC:
            yield ""


def _is_there(name: str) -> bool:
    return name in sys.modules or name in sys.builtin_module_names
