"""Programs that disturb, lie, flood, or never end, as data for every host's tests.

Each is a whole program for the exercise `retrieval_metriken(faelle, k)`, by a name; those in
VALUE_LIARS bind `antwort` instead. By the name of the table:

RIGHT and CHAOS  give right results, whatever else they do: they pass
LIARS            give something that is to look like a right result, and is none
ERRORS           raise when they are started
REFUSED          are accepted by no Python from 3.11 on
ENDLESS          never end, in the program or in a call
FLOODS           write more than may be written
FATAL            end their process
"""

from __future__ import annotations

from hostile_right import CHAOS, RIGHT
from hostile_values import LIARS, VALUE_LIARS

__all__ = ["CHAOS", "ENDLESS", "ERRORS", "FATAL", "FLOODS", "LIARS", "REFUSED", "RIGHT", "VALUE_LIARS"]

ERRORS = {
    "division": "x = 1\n1 / 0\n",
    "exit": "import sys\nsys.exit(0)\n",
    "quit": "quit()\n",
    "interrupt": "raise KeyboardInterrupt\n",
    "generator exit": "raise GeneratorExit('aus')\n",
    "own base exception": "class Ende(BaseException): pass\nraise Ende('aus')\n",
    "message that raises": """
class Stumm(Exception):
    def __str__(self): raise RuntimeError("nein")
    __repr__ = __str__
raise Stumm("a")
""",
    "message that is no text": """
class Zahl(Exception):
    def __str__(self): return 3
raise Zahl()
""",
    "message of 100 MB": "raise ValueError('x' * 100_000_000)\n",
    "message that lies": """
class Text(str):
    def __len__(self): return -1
    def __str__(self): return 3
    def encode(self, *args): raise RuntimeError
class Lüge(Exception):
    def __str__(self): return Text("hier")
raise Lüge()
""",
    "message with lone surrogates": "raise ValueError('\\udc80')\n",
    "number too long to print": "raise ValueError(10**5000)\n",
    "group": "raise ExceptionGroup('viele', [ValueError('a'), KeyError('b')])\n",
    "chain": """
try:
    {}["a"]
except KeyError as error:
    raise ValueError("b") from error
""",
    "properties that raise": """
class Wand(Exception):
    __traceback__ = property(lambda self: 1 / 0)
    __class__ = property(lambda self: 1 / 0)
    __cause__ = __context__ = args = __traceback__
raise Wand("hart")
""",
    "recursion": "def f(n): return f(n + 1)\nf(0)\n",
    "recursion from one to another": "def f(): g()\ndef g(): f()\nf()\n",
    "memory": "raise MemoryError\n",
    "input": "name = input('Name? ')\n",
    "missing module": "import gibt_es_nicht\n",
    "missing name": "print(gibt_es_nicht)\n",
    "syntax in eval": "eval('1 +')\n",
    "assertion": "assert 1 == 2, 'ungleich'\n",
}

REFUSED = {
    "missing colon": "x = 1\ndef f()\n    pass\n",
    "indentation": "def f():\nreturn 1\n",
    "tabs and spaces": "if 1:\n        x = 1\n\ty = 2\n",
    "never closed": "x = (1,\n",
    "open text": "x = 1\ny = 'abc\n",
    "open long text": "x = '''abc\n\n",
    "null byte": "x = 1\ny = '\0'\n",
    "lone surrogate": "x = 1\ny = '\udc80'\n",
    "byte order mark within": "x = 1\n\ufeffy = 2\n",
    "javascript": "const x = 1;\n",
    "return outside": "x = 1\nreturn x\n",
    "nested parentheses": "x = " + "(" * 300 + ")" * 300 + "\n",
    "nested signs": "x = 1\ny = " + "-" * 20_000 + "1\n",
    "nested blocks": "".join(" " * i + "if 1:\n" for i in range(120)) + " " * 120 + "pass\n",
    "nested loops": "".join(" " * i + "for a in b:\n" for i in range(30)) + " " * 30 + "pass\n",
    "number too long": "x = " + "9" * 5000 + "\n",
    "old line ends": "x = 1\ry = (\r",
    "not decodable escape": "x = '\\N{gibt es nicht}'\n",
}

ENDLESS = {
    "at start": "while True: pass\n",
    "in a call": "def retrieval_metriken(faelle, k):\n    while True: pass\n",
    "catches all": """
def retrieval_metriken(faelle, k):
    while True:
        try:
            while True: pass
        except BaseException:
            pass
""",
    "in a generator": """
def retrieval_metriken(faelle, k):
    yield 0.5
    while True: pass
""",
    "in a message": """
class Ewig(Exception):
    def __str__(self):
        while True: pass
def retrieval_metriken(faelle, k):
    raise Ewig()
""",
    "grows": "x = [0]\nfor i in x: x[0] = i; x.append(i + 1); del x[0:1]; x.append(0)\n",
}

FLOODS = {
    "stdout": "while True: print('x' * 1000)\n",
    "stderr": "import sys\nwhile True: sys.stderr.write('x' * 1000)\n",
    "bytes": "import sys\nwhile True: sys.stdout.buffer.write(b'x' * 1000)\n",
    "one piece": "print('x' * 10_000_000)\n",
    "in a call": "def retrieval_metriken(faelle, k):\n    while True: print('x' * 1000)\n",
    "swallows once": "try:\n    while True: print('x' * 1000)\nexcept BaseException: pass\n",
    "swallows for ever": """
while True:
    try:
        while True: print('x' * 1000)
    except BaseException: pass
""",
    "in a finalizer": """
class Ende:
    def __del__(self): print('x' * 1_000_000)
for i in range(20): Ende()
""",
    "in an iterator": """
def retrieval_metriken(faelle, k):
    while True: yield print('x' * 1_000_000)
""",
}

FATAL = {
    "leaves": "import os\nos._exit(0)\n",
    "leaves in a call": "import os\ndef retrieval_metriken(faelle, k): os._exit(0)\n",
    "aborts": "import os\nos.abort()\n",
}
