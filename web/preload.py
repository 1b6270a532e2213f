"""Run in the Python whose memory becomes the snapshot: imports what the checker and most lessons need.

What is imported here is there at once, before the standard library's archive has come.
"""

import os
import random
import sys
from importlib import import_module

import checker.imports
import checker.texts

MODULES = """
    checker.cell checker.observe checker.rehearsal checker.session
    _strptime abc array ast base64 bisect builtins calendar cmath codecs collections.abc contextlib copy csv
    dataclasses datetime decimal enum fractions functools hashlib heapq inspect io itertools json keyword
    linecache math numbers operator pathlib pprint re statistics string struct textwrap time tokenize
    traceback types typing unicodedata warnings weakref
"""


def preload() -> None:
    """Leave the interpreter as a start would: no traces of this program or of how it was started."""
    for name in MODULES.split():
        import_module(name)
    for language in checker.texts.LANGUAGES:
        checker.texts.catalogue(language)
    checker.imports.announce()
    del os.environ["PYTHONHASHSEED"]
    # Pyodide puts it there once more when it starts from the snapshot.
    sys.path.remove("")
    # Node's own words for the program; in the page it has this name.
    sys.executable = "/home/pyodide/this.program"
    vars(sys)["_base_executable"] = sys.executable
    # Each start seeds it anew; this one is only to have the same bytes at every build.
    random.seed(0)
    # Made by the unpacking of the checker's wheel, with random numbers of its own.
    if (tempfile := sys.modules.get("tempfile")) is not None:
        vars(tempfile)["_name_sequence"] = None


preload()
for _name in [name for name in globals() if not name.startswith("__")]:
    del globals()[_name]
import gc  # noqa: E402 (the last thing that is left to do)

gc.collect()
del gc
