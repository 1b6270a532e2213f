"""What is known of exceptions, as data: which words fit which exception, and what JavaScript calls it.

The first rule that fits is taken, so special ones stand before general ones. `line` patterns see the
learner's line without texts and comments. A new kind is a new line here and a text under
"error.KEY" in each catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["COMMON_NAMES", "RULES", "Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """Fits exceptions of one of `types` (names; none: all) whose message and line the patterns find.

    Named groups are fields of the text. With `instead`, the group "name" must be a key of it, and
    the field `instead` is what it gives; with `near`, a name like it must be known.
    """

    key: str
    types: tuple[str, ...] = ()
    message: str | None = None
    line: str | None = None
    instead: Mapping[str, str] | None = None
    near: bool = False


JS_NAMES = {
    "null": "None",
    "undefined": "None",
    "nil": "None",
    "none": "None",
    "true": "True",
    "false": "False",
    "TRUE": "True",
    "FALSE": "False",
    "NaN": 'float("nan")',
    "Infinity": 'float("inf")',
    "console": "print(…)",
    "alert": "print(…)",
    "prompt": "input(…)",
    "parseInt": "int(…)",
    "parseFloat": "float(…)",
    "Number": "float(…)",
    "String": "str(…)",
    "Boolean": "bool(…)",
    "Array": "list",
    "Object": "dict",
    "Map": "dict",
    "Set": "set",
    "JSON": "import json",
    "Math": "import math",
    "Date": "import datetime",
    "this": "self",
    "require": "import",
    "isNaN": "math.isnan(…)",
    "string": "str",
    "boolean": "bool",
    "typeof": "type(…)",
}

IMPORTS = {
    "math": "import math",
    "json": "import json",
    "re": "import re",
    "random": "import random",
    "statistics": "import statistics",
    "sys": "import sys",
    "os": "import os",
    "itertools": "import itertools",
    "functools": "import functools",
    "collections": "import collections",
    "datetime": "import datetime",
    "np": "import numpy as np",
    "pd": "import pandas as pd",
    "Counter": "from collections import Counter",
    "defaultdict": "from collections import defaultdict",
    "deque": "from collections import deque",
    "namedtuple": "from collections import namedtuple",
    "dataclass": "from dataclasses import dataclass",
    "field": "from dataclasses import field",
    "Fraction": "from fractions import Fraction",
    "Decimal": "from decimal import Decimal",
    "Path": "from pathlib import Path",
    "reduce": "from functools import reduce",
    "mean": "from statistics import mean",
    "sqrt": "from math import sqrt",
    "Optional": "from typing import Optional",
    "Any": "from typing import Any",
}

JS_ATTRIBUTES = {
    "length": "len(x)",
    "size": "len(x)",
    "push": "x.append(…)",
    "add": "x.append(…)",
    "unshift": "x.insert(0, …)",
    "shift": "x.pop(0)",
    "splice": "del x[i:j]",
    "slice": "x[i:j]",
    "substring": "x[i:j]",
    "substr": "x[i:j]",
    "charAt": "x[i]",
    "at": "x[i]",
    "concat": "x + y",
    "findIndex": "next((i for i, y in enumerate(x) if …), None)",
    "includes": "y in x",
    "contains": "y in x",
    "has": "y in x",
    "hasOwnProperty": "y in x",
    "find": "next((y for y in x if …), None)",
    "forEach": "for y in x:",
    "map": "[… for y in x]",
    "filter": "[y for y in x if …]",
    "reduce": "sum(x)",
    "some": "any(… for y in x)",
    "every": "all(… for y in x)",
    "flat": "[z for y in x for z in y]",
    "join": '", ".join(x)',
    "entries": "enumerate(x)",
    "toString": "str(x)",
    "toFixed": "round(x, 2)",
    "toLowerCase": "x.lower()",
    "toUpperCase": "x.upper()",
    "trim": "x.strip()",
    "startsWith": "x.startswith(…)",
    "endsWith": "x.endswith(…)",
    "replaceAll": "x.replace(…, …)",
    "padStart": "x.rjust(n)",
    "repeat": "x * n",
}

COMMON_NAMES = (
    *("abs", "all", "any", "bool", "dict", "enumerate", "filter", "float", "input", "int", "isinstance"),
    *("len", "list", "map", "max", "min", "open", "print", "range", "repr", "reversed", "round", "set"),
    *("sorted", "str", "sum", "tuple", "type", "zip", "True", "False", "None"),
)
"""Builtins that a learner may have meant; a fixed list, so that every Python suggests the same."""

_SYNTAX = ("SyntaxError",)
_RAISABLE = ("ValueError", "TypeError", "RuntimeError", "KeyError", "IndexError", "LookupError", "Exception")
_INDENT = ("IndentationError", "TabError")
_BLOCK = r"^\s*(?:if|elif|else|for|while|def|class|try|except|finally|with|async)\b"
_NO_ATTRIBUTE = r"has no attribute '(?P<name>\w+)'"
_CHANGING = "append|push|add|insert|extend|pop|remove|sort|reverse"
_OF_ANY = r"'(?:list|str|tuple|range|dict_\w+)' object"
_OF_DICT = r"'(?:dict|set|frozenset)' object has no attribute "
_DICT_NAME = r"'(?P<name>length|size|has|hasOwnProperty|includes|contains|forEach)'"
_OF_NUMBER = r"'(?:int|float)' object has no attribute '(?P<name>toFixed|toString)'"
_TEXT_OR_NUMBER = "'(?:int|float|str)'"
_PAIR = r"'(?P<left>[\w.]+)' and '(?P<right>[\w.]+)'"
_NO_KEYWORD = r"(?!if\b|else\b|for\b|in\b|and\b|or\b|is\b|not\b)"

RULES = (
    Rule("raised", _RAISABLE, None, r"^\s*raise\b"),
    # names
    Rule("js_name", ("NameError",), r"name '(?P<name>\w+)' is not defined", None, JS_NAMES),
    Rule("import_missing", ("NameError",), r"name '(?P<name>\w+)' is not defined", None, IMPORTS),
    Rule("near_name", ("NameError",), r"name '(?P<name>\w+)' is not defined", near=True),
    Rule("unbound_local", ("UnboundLocalError",), r"variable '(?P<name>\w+)'"),
    Rule("free_name", ("NameError",), r"free variable '(?P<name>\w+)'"),
    Rule("name", ("NameError",), r"name '(?P<name>\w+)' is not defined"),
    # attributes
    Rule("attribute_none", ("AttributeError",), f"'NoneType' object {_NO_ATTRIBUTE}"),
    Rule("attribute_index_of", ("AttributeError",), f"{_OF_ANY} has no attribute 'indexOf'"),
    Rule("attribute_tuple", ("AttributeError",), f"'tuple' object has no attribute '(?P<name>{_CHANGING})'"),
    Rule("attribute_js", ("AttributeError",), f"{_OF_ANY} {_NO_ATTRIBUTE}", None, JS_ATTRIBUTES),
    Rule("attribute_js", ("AttributeError",), _OF_DICT + _DICT_NAME, None, JS_ATTRIBUTES),
    Rule("attribute_js", ("AttributeError",), _OF_NUMBER, None, JS_ATTRIBUTES),
    Rule("attribute_dict", ("AttributeError",), f"'dict' object {_NO_ATTRIBUTE}"),
    Rule("attribute_module", ("AttributeError",), rf"module '(?P<module>[\w.]+)' {_NO_ATTRIBUTE}"),
    Rule("attribute", ("AttributeError",), _NO_ATTRIBUTE),
    # types
    Rule("method", ("TypeError",), r"(?:function|method)' object is not (?:iter|subscript)able"),
    Rule("none_used", ("TypeError",), r"'NoneType' object|non-iterable NoneType|of type 'NoneType'"),
    Rule("none_reckoned", ("TypeError",), r"(?:for|between) .*'NoneType'"),
    Rule("not_subscriptable", ("TypeError",), r"'(?P<got>[\w.]+)' object is not subscriptable"),
    Rule("not_iterable", ("TypeError",), r"'(?P<got>[\w.]+)' object is not iterable"),
    Rule("not_iterable", ("TypeError",), r"non-iterable (?P<got>[\w.]+) object"),
    Rule("not_iterable", ("TypeError",), r"argument of type '(?P<got>[\w.]+)' is not"),
    Rule("not_callable", ("TypeError",), r"'(?P<got>[\w.]+)' object is not callable"),
    Rule("index_text", ("TypeError",), r"(?P<holder>list|tuple|string) indices must be integers.* '?str'?$"),
    Rule("index_float", ("TypeError",), r"indices must be integers|interpreted as an integer"),
    Rule("text_and_number", ("TypeError",), "can only concatenate str"),
    Rule("text_and_number", ("TypeError",), rf"for \S+: {_TEXT_OR_NUMBER} and {_TEXT_OR_NUMBER}"),
    Rule("list_concat", ("TypeError",), r"can only concatenate (?P<holder>list|tuple)"),
    Rule("operands", ("TypeError",), rf"for (?P<sign>\S+?)(?: or pow\(\))?: {_PAIR}"),
    Rule("not_ordered", ("TypeError",), f"between instances of {_PAIR}"),
    Rule("no_length", ("TypeError",), r"object of type '(?P<got>[\w.]+)' has no len\(\)"),
    Rule("unhashable", ("TypeError",), r"unhashable type: '(?P<got>[\w.]+)'"),
    Rule("no_item_assignment", ("TypeError",), r"'(?P<got>[\w.]+)' object does not support item assignment"),
    Rule("join_texts", ("TypeError",), r"sequence item \d+: expected str"),
    Rule("keyword", ("TypeError",), r"unexpected keyword argument '(?P<name>\w+)'"),
    Rule("arguments", ("TypeError",), r"(?P<name>\w+)\(\) (?:takes .* given|missing \d+ required)"),
    Rule("type", ("TypeError",)),
    # values
    Rule("index_of", ("ValueError",), None, r"\.index\("),
    Rule("index_of", ("ValueError",), r"is not in (?:list|deque)|index\(x\)"),
    Rule("remove", ("ValueError",), None, r"\.remove\("),
    Rule("unpack", ("ValueError",), r"values to unpack"),
    Rule("convert", ("ValueError",), r"invalid literal for int|could not convert"),
    Rule("empty", ("ValueError",), r"(?:max|min)\(\).* empty"),
    Rule("domain", ("ValueError",), r"domain error|expected a (?:nonnegative|positive|number)"),
    Rule("value", ("ValueError",)),
    Rule("empty", ("StatisticsError",)),
    Rule("pop_empty", ("IndexError",), r"pop from (?:an )?empty"),
    Rule("index", ("IndexError",)),
    Rule("key", ("KeyError",)),
    Rule("zero_division", ("ZeroDivisionError",)),
    Rule("overflow", ("OverflowError",)),
    # the rest of what a running program may meet
    Rule("recursion", ("RecursionError",)),
    Rule("input", ("EOFError",)),
    Rule("module", ("ModuleNotFoundError",), r"No module named '(?P<name>[\w.]+)'"),
    Rule("import_name", ("ImportError",), r"cannot import name '(?P<name>\w+)'"),
    Rule("import", ("ImportError", "ModuleNotFoundError")),
    Rule("exit", ("SystemExit",)),
    Rule("memory", ("MemoryError",)),
    Rule("assertion", ("AssertionError",)),
    Rule("stop_iteration", ("StopIteration", "StopAsyncIteration")),
    Rule("changed_size", ("RuntimeError",), r"changed size during iteration"),
    Rule("interrupt", ("KeyboardInterrupt",)),
    Rule("not_implemented", ("NotImplementedError",)),
    Rule("file", ("FileNotFoundError", "PermissionError", "OSError", "IsADirectoryError")),
    Rule("unicode", ("UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError")),
    # what Python cannot read: JavaScript first
    Rule("js_for", _SYNTAX, None, r"^\s*\}?\s*for\s*\(\s*(?:const|let|var|\w+\s*=)"),
    Rule("js_arrow_ge", _SYNTAX, None, r"^\s*(?:if|elif|while)\b.*=>"),
    Rule("js_arrow", _SYNTAX, None, r"=>"),
    Rule("js_equal", _SYNTAX, None, r"(?P<sign>===|!==)"),
    Rule("js_and", _SYNTAX, None, r"&&"),
    Rule("js_or", _SYNTAX, None, r"\|\|"),
    Rule("js_increment", _SYNTAX, None, r"(?P<name>[\w\]]+)\s*(?P<sign>\+\+|--)\s*(?:;|\)|\}|$)"),
    Rule("js_increment", _SYNTAX, None, r"^\s*(?P<sign>\+\+|--)\s*(?P<name>\w+)\s*;?\s*$"),
    Rule("js_else_if", _SYNTAX, None, r"^\s*\}?\s*else\s+if\b"),
    Rule("js_function", _SYNTAX, None, r"(?:^|[=(,]|\bexport|\basync)\s*function\b"),
    Rule("js_declare", _SYNTAX, None, r"^\s*(?:export\s+)?(?P<name>const|let|var)\s+[\w\[{]"),
    Rule("js_new", _SYNTAX, None, r"\bnew\s+(?P<name>\w+)"),
    Rule("js_catch", _SYNTAX, None, r"^\s*\}?\s*catch\b"),
    Rule("js_throw", _SYNTAX, None, r"^\s*throw\b"),
    Rule("js_switch", _SYNTAX, None, r"^\s*switch\s*\("),
    Rule("js_import", _SYNTAX, None, r"^\s*import\b.*\bfrom\b"),
    Rule("js_comment", _SYNTAX, None, rf"^\s*(?://|/\*)|\S\s+//\s+[^\W\d]\w*\s+{_NO_KEYWORD}\w"),
    Rule("js_template", _SYNTAX, None, r"`"),
    Rule("js_nullish", _SYNTAX, None, r"\?\?|\?\."),
    Rule("js_ternary", _SYNTAX, None, r"\?.*:"),
    Rule("shell", _SYNTAX, None, r"^\s*[!%]\s*\w"),
    Rule("js_not", _SYNTAX, None, r"!(?!=)"),
    Rule("braces", _SYNTAX, None, _BLOCK + r".*\{\s*$"),
    Rule("braces", _SYNTAX, None, r"^\s*\}\s*(?:;\s*)?$|^\s*\}\s*(?:else|elif|finally)\b"),
    # then Python's own
    Rule("curly_quotes", _SYNTAX, r"invalid character '[\u201c-\u201f\u2018-\u201b\u00ab\u00bb\u00b4]'"),
    Rule("strange_character", _SYNTAX, r"invalid (?:non-printable )?character"),
    Rule("else_if", _SYNTAX, None, r"^\s*elseif\b"),
    Rule("assign_in_condition", _SYNTAX, None, r"^\s*(?:if|elif|while)\b[^=]*[^=!<>:]=[^=]"),
    Rule("never_closed", _SYNTAX, r"'(?P<sign>[(\[{])' was never closed"),
    Rule("colon", _SYNTAX, None, _BLOCK + r"[^:]*$"),
    Rule("colon", _SYNTAX, r"^expected ':'"),
    Rule("print_statement", _SYNTAX, None, r"^\s*print\s+[^\s(=]"),
    Rule("unmatched", _SYNTAX, r"(?:unmatched|closing parenthesis) '(?P<sign>[)\]}])'"),
    Rule("text_end", _SYNTAX, r"unterminated|EOL while|EOF while scanning"),
    Rule("comma", _SYNTAX, r"forgot a comma"),
    Rule("outside_function", _SYNTAX, r"'?(?P<name>return|yield|await)'? outside"),
    Rule("outside_loop", _SYNTAX, r"'(?P<name>break|continue)' (?:outside|not properly)"),
    Rule("assign_to", _SYNTAX, r"cannot assign to"),
    Rule("invalid_number", _SYNTAX, r"invalid decimal literal|leading zeros"),
    Rule("syntax", _SYNTAX),
    Rule("braces", _INDENT, None, r"^\s*\}\s*;?\s*$"),
    Rule("js_comment", _INDENT, None, r"^\s*//"),
    Rule("tabs", ("TabError",)),
    Rule("indent_missing", _INDENT, r"expected an indented block"),
    Rule("indent_unexpected", _INDENT, r"unexpected indent"),
    Rule("indent", _INDENT),
)
"""All rules, in the order in which they are tried."""
