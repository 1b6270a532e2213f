"""Names that a learner may have meant, as data: what Python calls otherwise or has elsewhere."""

from __future__ import annotations

__all__ = ["COMMON_NAMES", "IMPORTS", "JS_ATTRIBUTES", "JS_NAMES", "THIRD_PARTY", "THIRD_PARTY_NAMES"]

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

THIRD_PARTY_NAMES = {
    "np": "numpy",
    "pd": "pandas",
    "plt": "matplotlib",
    "sns": "seaborn",
    **{name: name for name in ("numpy", "pandas", "matplotlib", "seaborn", "scipy", "sklearn", "torch")},
}
"""Packages that many programs use and no Python brings along, by names that stand for nothing else."""

THIRD_PARTY = THIRD_PARTY_NAMES | {
    name: name
    for name in (
        *("tensorflow", "keras", "jax", "polars", "statsmodels", "plotly", "nltk", "spacy", "transformers"),
        *("datasets", "evaluate", "ranx", "pytrec_eval", "ir_measures", "faiss", "langchain", "openai"),
        *("requests", "httpx", "tqdm", "pydantic", "pytest", "rich", "yaml", "bs4", "PIL", "cv2", "IPython"),
    )
}
"""The same, and more, by the names under which they are imported."""

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
