"""Programs whose results are to look right, or are hard to look at, and are all wrong."""

from __future__ import annotations

from textwrap import dedent

__all__ = ["LIARS", "VALUE_LIARS"]


def _call(body: str) -> str:
    """A program that makes one thing in `wert` and returns it from every call."""
    return dedent(body) + "\ndef retrieval_metriken(faelle, k):\n    return wert\n"


_LIES = {
    "equal to all": """
        class Gleich:
            def __eq__(self, other): return True
            def __hash__(self): return 0
            def __float__(self): return 0.5
            def __len__(self): return 2
            def __iter__(self): return iter((0.5, 0.5))
            def __getitem__(self, i): return 0.5
        wert = Gleich()
        """,
    "equal numbers": """
        class Gleich:
            def __eq__(self, other): return True
            def __sub__(self, other): return 0.0
            __rsub__ = __sub__
            def __abs__(self): return 0.0
            def __le__(self, other): return True
            __lt__ = __ge__ = __gt__ = __le__
        wert = (Gleich(),) * 5
        """,
    "class property": """
        class Getarnt:
            __class__ = tuple
            def __iter__(self): return iter((0.5, 0.5))
        wert = Getarnt()
        """,
    "lying metaclass": """
        class Meta(type):
            def __eq__(cls, other): return True
            def __hash__(cls): return hash(tuple)
            def __instancecheck__(cls, obj): return True
            def __subclasscheck__(cls, sub): return True
            def __getattribute__(cls, name): raise RuntimeError(name)
            def mro(cls): return [cls, object]
        class Tuple(metaclass=Meta):
            pass
        wert = Tuple()
        """,
    "tuple that lies": """
        class Lüge(tuple):
            def __eq__(self, other): return True
            def __hash__(self): return 0
            def __len__(self): return 2
            def __iter__(self): return iter((0.5, 0.5))
            def __getitem__(self, i): return 0.5
        wert = Lüge((7.0, 7.0, 7.0))
        """,
    "float that lies": """
        class Lüge(float):
            def __eq__(self, other): return True
            def __hash__(self): return 0
            def __float__(self): return 0.5
            def __sub__(self, other): return 0.0
            __rsub__ = __sub__
            def __abs__(self): return 0.0
            def __repr__(self): return "0.5"
        wert = (Lüge(7),) * 5
        """,
    "int that lies": """
        class Lüge(int):
            def __eq__(self, other): return True
            def __hash__(self): return 0
            def __int__(self): return 0
            def __index__(self): return 0
            def __float__(self): return 0.0
        wert = (Lüge(7),) * 5
        """,
    "never equal hash": """
        class Lüge(str):
            def __hash__(self): raise RuntimeError
            def __eq__(self, other): raise RuntimeError
            def __len__(self): raise RuntimeError
            def __str__(self): raise RuntimeError
            def __iter__(self): raise RuntimeError
        wert = Lüge("(0.5, 0.5)")
        """,
    "list that lies": """
        class Lüge(list):
            def __iter__(self): raise RuntimeError
            def __len__(self): return -1
        wert = Lüge([1, 2])
        """,
    "dict that lies": """
        class Lüge(dict):
            def items(self): raise RuntimeError
            keys = values = __iter__ = __len__ = items
        wert = Lüge(a=1)
        """,
    "attributes that raise": """
        class Wand:
            def __getattribute__(self, name): raise RuntimeError(name)
            def __repr__(self): raise RuntimeError
        wert = Wand()
        """,
    "repr without end": """
        class Ewig:
            def __repr__(self):
                while True: pass
            __str__ = __format__ = __hash__ = __repr__
        wert = Ewig()
        """,
    "bools": "wert = (True, True, True, True, True)",
    "nan": "wert = (float('nan'),) * 5",
    "inf": "wert = (float('inf'), float('-inf'))",
    "complex": "wert = (0.5 + 0j,) * 5",
    "texts": "wert = ('0.5',) * 5",
    "decimal nan": "from decimal import Decimal\nwert = (Decimal('nan'), Decimal('sNaN'), Decimal('inf'))",
    "decimal with a huge exponent": "from decimal import Decimal\nwert = (Decimal('1e999999'),) * 5",
    "None": "wert = None",
    "cycle": "wert = []\nwert.append(wert)",
    "cycle through a tuple": "liste = []\nwert = (liste, liste)\nliste.append(wert)",
    "cycle of dicts": "wert = {}\nwert['ich'] = {'du': wert}",
    "very deep list": "wert = []\nfor _ in range(3000): wert = [wert]",
    "very deep tuple": "wert = ()\nfor _ in range(3000): wert = (wert,)",
    "very deep dict": "wert = {}\nfor _ in range(3000): wert = {'t': wert}",
    "very deep frozenset": "wert = frozenset()\nfor _ in range(1000): wert = frozenset([wert])",
    "wide and deep": "wert = []\nfor _ in range(100): wert = [wert, wert, wert]",
    "huge list": "wert = [0.5] * 3_000_000",
    "huge text": "wert = 'x' * 30_000_000",
    "huge bytes": "wert = bytes(30_000_000)",
    "huge range": "wert = range(10**30)",
    "int of 5,000 digits": "wert = (10**5000, -10**5000)",
    "int of ten million bits": "wert = (1 << 10_000_000, 0)",
    "many huge ints": "wert = [1 << 90_000] * 2000",
    "lone surrogates": "wert = ('\\udc80', '\\ud83d', b'\\xff'.decode('utf-8', 'surrogateescape'))",
    "name of a class without end": "wert = type('ä' * 1_000_000, (), {})()",
    "many long names": "K = type('𝕏' * 100, (), {'__module__': '𝕏' * 100})\nwert = [K()] * 9000",
    "module of a class that is no text": "wert = type('K', (), {'__module__': 3})()",
    "generator": "wert = (x for x in (0.5, 0.5))",
    "iterator without end": "import itertools\nwert = itertools.count(0.5, 0)",
    "iterator that raises": """
        def gen():
            yield 0.5
            raise SystemExit(3)
        wert = gen()
        """,
    "iterator of iterators": """
        class Ewig:
            def __iter__(self): return self
            def __next__(self): return Ewig()
        wert = Ewig()
        """,
    "iterator that changes what is read": """
        wert = [0.5]
        def gen():
            for _ in range(10):
                wert.append(0.5)
                yield 1
            wert.clear()
        wert.append(gen())
        """,
    "views": "wert = ({'a': 1}.keys(), {'a': 1}.values(), {'a': 1}.items(), memoryview(b'ab'), range(3))",
    "map and zip": "wert = (map(abs, [1]), zip([1], [2]), filter(None, [1]), enumerate([1]), reversed([1]))",
    "functions": "import math\nwert = (len, math, type, lambda: 1, print, object(), ..., NotImplemented)",
    "coroutine": "async def f(): pass\nwert = (f(), f)",
    "fake fraction": """
        class Fraction:
            _numerator = property(lambda self: 1 / 0)
            _denominator = 1
        Fraction.__module__ = "fractions"
        wert = (Fraction(),) * 5
        """,
    "fake decimal": """
        class Decimal:
            def __str__(self): raise RuntimeError
        Decimal.__module__ = "decimal"
        wert = (Decimal(),) * 5
        """,
    "fake modules": """
        import sys
        class Fraction:
            numerator = denominator = property(lambda self: 1 / 0)
        sys.modules["fractions"] = sys.modules["decimal"] = Fraction
        wert = (Fraction(),) * 5
        """,
    "fraction without parts": "from fractions import Fraction\nwert = (object.__new__(Fraction),) * 5",
    "set": "wert = {0.5, 0.25}",
    "list": "wert = [0.5, 0.5]",
    "enum": "import enum\nclass E(enum.IntEnum):\n    A = 7\nwert = (E.A, E.A)",
    "exception": "wert = ValueError('kein Ergebnis')",
}

LIARS = {name: _call(body) for name, body in _LIES.items()} | {
    "forges the judging side": _call(
        """
        import sys
        for module in list(sys.modules.values()):
            for name in ("compare", "judge", "assemble", "read"):
                if hasattr(module, name):
                    setattr(module, name, lambda *args, **kwargs: True)
        wert = "bestanden"
        """
    ),
    "mutates and raises": """
def retrieval_metriken(faelle, k):
    faelle.clear()
    faelle.append(faelle)
    raise ValueError("geleert")
""",
    "puts a bomb into the argument": """
def retrieval_metriken(faelle, k):
    innen = faelle
    for _ in range(60):
        innen.append([])
        innen = innen[-1]
        innen.append(faelle)
    return None
""",
}

VALUE_LIARS = {name: dedent(body) + "\nantwort = wert\n" for name, body in _LIES.items()}
