"""Programs that are right in many ways, and that are right whatever else they do to the interpreter."""

from __future__ import annotations

from textwrap import dedent

__all__ = ["CHAOS", "RIGHT"]

# No builtin is used, so that the program is right even where it has taken them all away.
_SOLUTION = """
def retrieval_metriken(faelle, k):
    gefragt = gefunden = 0
    summe = 0.0
    for fall in faelle:
        if fall["erwartet"] is None:
            continue
        gefragt += 1
        rang = 0
        for quelle in fall["gefunden"]:
            rang += 1
            if quelle == fall["erwartet"]:
                summe += 1 / rang
                if rang <= k:
                    gefunden += 1
                break
    if not gefragt:
        return (0.0, 0.0)
    return (gefunden / gefragt, summe / gefragt)
"""


def _with(before: str = "", after: str = "") -> str:
    return dedent(before) + _SOLUTION + dedent(after)


RIGHT = {
    "plain": _SOLUTION,
    "lambda": _with(after="f = retrieval_metriken\nretrieval_metriken = lambda faelle, k: f(faelle, k)\n"),
    "partial": _with(
        after="""
        from functools import partial
        def f(extra, faelle, k, alt=retrieval_metriken): return alt(faelle, k)
        retrieval_metriken = partial(f, 1)
        """
    ),
    "instance": _with(
        after="""
        class Metrik:
            f = staticmethod(retrieval_metriken)
            def __call__(self, faelle, k): return self.f(faelle, k)
        retrieval_metriken = Metrik()
        """
    ),
    "class": _with(
        after="""
        class Metrik(tuple):
            f = staticmethod(retrieval_metriken)
            def __new__(cls, faelle, k): return tuple.__new__(cls, cls.f(faelle, k))
        retrieval_metriken = Metrik
        """
    ),
    "decorated": _with(
        before="""
        import functools
        def laut(f):
            @functools.wraps(f)
            def innen(*args, **kwargs):
                print("aufgerufen")
                return f(*args, **kwargs)
            return innen
        @laut""",
    ),
    "namedtuple": _with(
        after="""
        from collections import namedtuple
        Metriken = namedtuple("Metriken", "recall mrr")
        f = retrieval_metriken
        def retrieval_metriken(faelle, k): return Metriken(*f(faelle, k))
        """
    ),
    "fractions": _with(
        after="""
        from fractions import Fraction
        f = retrieval_metriken
        def retrieval_metriken(faelle, k):
            return tuple(Fraction(x) for x in f(faelle, k))
        """
    ),
    "decimals": _with(
        after="""
        from decimal import Decimal
        f = retrieval_metriken
        def retrieval_metriken(faelle, k):
            return tuple(Decimal(x) for x in f(faelle, k))
        """
    ),
    "dataclasses": _with(
        before="""
        from __future__ import annotations
        from dataclasses import dataclass, field
        from typing import ClassVar
        @dataclass
        class Fall:
            erwartet: str | None
            zahl: ClassVar[int] = 1
            gefunden: list[str] = field(default_factory=list)
        assert Fall(None).gefunden == []
        """
    ),
    "annotations without imports": _with(before="def f(x: Optional[Dict]) -> List[str]: ...\ny: Nix = 1\n"),
    "main": _with(
        after="assert __name__ == '__main__'\nimport __main__\nassert __main__.retrieval_metriken\n"
    ),
    "byte order mark": "\ufeff" + _SOLUTION,
    "carriage returns": _SOLUTION.replace("\n", "\r\n"),
    "form feeds": _SOLUTION.replace("\ndef", "\n\x0cdef"),
    "coding cookie": "# -*- coding: latin-1 -*-\nä = 'ü'\n" + _SOLUTION,
    "syntax warnings": _with(before="x = 1\nif x is 1: pass\nmuster = '\\d'\nassert (1, 'immer')\n"),
    "much output": _with(before="for i in range(20_000): print('zeile', i)\n"),
    "lone surrogates in output": _with(before="print('\\udc80 \\ud83d')\n"),
}

CHAOS = {
    "len patched": _with(before="import builtins\nbuiltins.len = lambda x: 3\n"),
    "sum shadowed": _with(before="sum = len = type = isinstance = dict = str = 0\n"),
    "builtins patched": _with(
        before="""
        import builtins
        for name in ("isinstance", "issubclass", "type", "len", "repr", "str", "iter", "next", "callable",
                     "getattr", "hasattr", "sorted", "id", "hash", "tuple", "dict", "list", "enumerate"):
            setattr(builtins, name, lambda *args, **kwargs: 3)
        """
    ),
    "builtins deleted": _with(
        before="""
        import builtins
        for name in ("isinstance", "type", "str", "super", "BaseException", "memoryview", "exec",
                     "bytes", "print", "len", "property", "object", "__build_class__", "KeyError"):
            delattr(builtins, name)
        """
    ),
    "builtins emptied": _with(after="import builtins\nbuiltins.__dict__.clear()\n"),
    "import patched": _with(after="import builtins\nbuiltins.__import__ = None\n"),
    "json patched": _with(
        before="""
        import json, json.decoder, json.encoder
        json.dumps = json.loads = json.dump = json.load = lambda *args, **kwargs: "[0.5, 0.5]"
        json.JSONEncoder.encode = json.JSONEncoder.iterencode = json.JSONEncoder.default = None
        json.JSONDecoder.decode = json.JSONDecoder.raw_decode = None
        json.encoder.c_make_encoder = json.encoder.encode_basestring_ascii = None
        json.decoder.scanstring = json.decoder.c_scanstring = None
        """
    ),
    "marshal and time patched": _with(
        before="""
        import marshal, time
        marshal.dumps = lambda *args: b""
        time.perf_counter = time.time = time.monotonic = lambda: "zwölf"
        """
    ),
    "stdout is None": _with(before="import sys\nsys.stdout = sys.stderr = sys.stdin = None\n"),
    "stdout closed": _with(before="import sys\nsys.stdout.close()\nsys.stderr.close()\nsys.stdin.close()\n"),
    "stdout deleted": _with(before="import sys\ndel sys.stdout, sys.stderr, sys.stdin, sys.__stdout__\n"),
    "stdout replaced": _with(before="import io, sys\nsys.stdout = io.StringIO()\nprint('weg')\n"),
    "stdout wrapped": _with(
        before="""
        import io, sys
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", line_buffering=True)
        print("ä")
        """
    ),
    "recursion limit low": _with(before="import sys\nsys.setrecursionlimit(60)\n"),
    "recursion limit changed in every call": _with(
        after="""
        import sys
        f = retrieval_metriken
        def retrieval_metriken(faelle, k):
            sys.setrecursionlimit(200 + k)
            return f(faelle, k)
        """
    ),
    "digits limited": _with(before="import sys\nsys.set_int_max_str_digits(640)\n"),
    "trace left": _with(after="import sys\nsys.settrace(lambda *args: None)\n"),
    "trace raises": _with(
        after="""
        import sys
        def stören(frame, event, arg):
            if frame.f_code.co_name != "retrieval_metriken":
                raise RuntimeError("gestört")
        sys.settrace(stören)
        """
    ),
    "profile raises": _with(
        after="""
        import sys
        def stören(frame, event, arg):
            if frame.f_code.co_name not in ("retrieval_metriken", "<module>"):
                raise RuntimeError("gestört")
        sys.setprofile(stören)
        """
    ),
    "threads traced": _with(after="import threading\nthreading.settrace(lambda *args: 1 / 0)\n"),
    "alarm": _with(
        after="""
        import signal
        def klingeln(*args): raise RuntimeError("zu spät")
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, klingeln)
            f = retrieval_metriken
            def retrieval_metriken(faelle, k):
                signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
                return f(faelle, k)
        """
    ),
    "atexit": _with(after="import atexit\natexit.register(lambda: None)\n"),
    "modules emptied": _with(after="import sys\nsys.modules.clear()\n"),
    "modules faked": _with(
        after="""
        import sys
        for name in list(sys.modules):
            if name.partition(".")[0] in ("json", "checker", "traceback", "linecache", "warnings", "re"):
                sys.modules[name] = None
        """
    ),
    "main replaced": _with(after="import sys\nsys.modules['__main__'] = 3\n"),
    "path emptied": _with(after="import sys\nsys.path[:] = []\nsys.meta_path.clear()\n"),
    "checker patched": _with(
        after="""
        import sys
        for name, module in list(sys.modules.items()):
            if name.startswith("checker") and hasattr(module, "__all__"):
                for public in module.__all__:
                    if callable(getattr(module, public)):
                        setattr(module, public, lambda *args, **kwargs: (0.0, 0.0))
        """
    ),
    "collector": _with(
        after="""
        import gc
        gc.callbacks.append(lambda phase, info: 1 / 0)
        gc.set_threshold(1)
        """
    ),
    "finalizers": _with(
        after="""
        class Ende:
            def __del__(self): raise RuntimeError("noch hier")
        f = retrieval_metriken
        def retrieval_metriken(faelle, k):
            Ende()
            return f(faelle, k)
        """
    ),
    "hooks replaced": _with(
        before="""
        import sys, warnings, linecache, traceback
        sys.excepthook = sys.displayhook = sys.unraisablehook = None
        warnings.simplefilter("error")
        warnings.warn = warnings.catch_warnings = warnings.showwarning = None
        linecache.cache = linecache.getline = None
        traceback.TracebackException = traceback.format_exception = None
        """
    ),
    "context of decimals": _with(before="import decimal\ndecimal.getcontext().prec = 1\n"),
    "attributes of the module": _with(
        after="def __getattr__(name): raise KeyError(name)\n__builtins__ = {}\n__file__ = __name__ = None\n"
    ),
    "thread that goes on": _with(
        before="""
        import threading, time
        def weiter():
            for i in range(50):
                print("noch", i)
                time.sleep(0.001)
        try:
            threading.Thread(target=weiter, daemon=True).start()
        except RuntimeError:
            pass  # keine Threads im Browser
        """
    ),
    "thread that patches": _with(
        before="""
        import builtins, threading
        def weiter():
            for i in range(200):
                builtins.len = lambda x: 3
                builtins.neu = i
        try:
            threading.Thread(target=weiter, daemon=True).start()
        except RuntimeError:
            pass
        """
    ),
    "exit is caught": _with(
        after="""
        import sys
        f = retrieval_metriken
        def retrieval_metriken(faelle, k):
            try:
                sys.exit(3)
            except BaseException:
                return f(faelle, k)
        """
    ),
}
