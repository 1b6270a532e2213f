"""Programs that attack the process they run in, what is around it, and whoever waits for it."""

from __future__ import annotations

from checker.model import Ended

__all__ = ["ENDLESS", "HOSTILE"]

HOSTILE: dict[str, tuple[str, set[Ended]]] = {
    "leaves without a word": ("import os; os._exit(0)", {Ended.CRASHED}),
    "leaves with the code of our own": ("import os; os._exit(77)", {Ended.MEMORY_LIMIT}),
    "kills itself": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", {Ended.CRASHED}),
    "kills its group": ("import os, signal; os.killpg(0, signal.SIGKILL)", {Ended.CRASHED}),
    "kills its parent": (
        "import os, signal, time\nos.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(0.2)",
        {Ended.CRASHED, Ended.COMPLETE},
    ),
    "kills everyone": (
        (
            "import os, signal\nfor p in range(2, 300):\n"
            "    try: os.kill(p, signal.SIGKILL)\n    except OSError: pass\n"
            "emit('still here')"
        ),
        {Ended.CRASHED, Ended.COMPLETE},
    ),
    "reads address zero": ("import ctypes; ctypes.string_at(0)", {Ended.CRASHED}),
    "aborts": ("import os; os.abort()", {Ended.CRASHED}),
    "closes every descriptor": ("import os; os.closerange(0, 1000)", {Ended.CRASHED}),
    "writes garbage to every descriptor": (
        (
            "import os\nfor fd in range(100):\n"
            "    try: os.write(fd, b'\\xff\\x00{]' * 100 + b'\\n')\n    except OSError: pass"
        ),
        {Ended.COMPLETE},
    ),
    "sends a line without end": (
        (
            "import os\nfd = emit.__closure__[emit.__code__.co_freevars.index('events')].cell_contents\n"
            "while True: os.write(fd, b'x' * 65536)"
        ),
        {Ended.CRASHED},
    ),
    "sends lines without end": ("while True: emit('x' * 60000)", {Ended.OUTPUT_LIMIT}),
    "writes to standard output without end": (
        "import os\nwhile True: os.write(1, b'x' * 4096)",
        {Ended.OUTPUT_LIMIT},
    ),
    "writes to standard error without end": (
        "import os\nwhile True: os.write(2, b'x' * 4096)",
        {Ended.OUTPUT_LIMIT},
    ),
    "says that it printed too much and goes on": (
        'emit(\'{"e": "output_limit"}\')\nwhile True: pass',
        {Ended.OUTPUT_LIMIT},
    ),
    "claims a fault of ours": ('emit(\'{"e": "fault", "detail": "not mine"}\')', {Ended.FAULT}),
    "sends deep JSON": ("emit('[' * 3000)", {Ended.COMPLETE}),
    "fills the memory": ("x = [0]\nwhile True: x += x", {Ended.COMPLETE}),
    "asks for all memory at once": ("x = bytearray(2**40)", {Ended.COMPLETE}),
    "fills the disk": (
        "import os\nfor n in range(10**6):\n    with open(f'f{n}', 'wb') as f: f.write(b'x' * 2**20)",
        {Ended.COMPLETE, Ended.OUTPUT_LIMIT},
    ),
    "writes one big file": (
        "with open('f', 'wb') as f:\n    while True: f.write(b'x' * 2**20)",
        {Ended.COMPLETE},
    ),
    "deletes the folder it is in": ("import os; os.rmdir(os.getcwd())", {Ended.COMPLETE}),
    "reads standard input": ("import sys\nassert sys.stdin.read() == ''", {Ended.COMPLETE}),
    "forks and lets the copy go on": ("import os; os.fork()", {Ended.COMPLETE}),
    "leaves a daemon behind": (
        (
            "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
            "        time.sleep(1000)\n    os._exit(0)"
        ),
        {Ended.COMPLETE},
    ),
    "leaves a thread behind": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()",
        {Ended.COMPLETE},
    ),
    "takes away what observing needs": (
        (
            "import builtins, json, os, sys\nos.write = os.getpid = os._exit = json.dumps = None\n"
            "builtins.len = memoryview = None\nsys.modules.clear()"
        ),
        {Ended.COMPLETE, Ended.FAULT},
    ),
    "leaves names that cannot be removed": (
        (
            "import os\nos.mkdir('a'); os.mkdir('a/b')\nopen('a/b/-rf \\n*', 'w').close()\n"
            "os.symlink('/', 'a/up'); os.symlink('a', 'loop')\nos.chmod('a/b', 0); os.chmod('a', 0)"
        ),
        {Ended.COMPLETE},
    ),
    "leaves a deep tree": (
        "import os\nfor _ in range(1500):\n    os.mkdir('d'); os.chdir('d')",
        {Ended.COMPLETE},
    ),
}
"""What it does: the program, and how that may be seen to end."""

ENDLESS: dict[str, str] = {
    "loops": "while True: pass",
    "loops and catches everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    ),
    "ignores every signal": (
        "import signal\nfor s in range(1, 65):\n"
        "    try: signal.signal(s, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile True: pass"
    ),
    "sleeps": "import time; time.sleep(1000)",
    "stops itself": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
    "computes in one long call": "sum(range(10**12))",
    "forks without end": ("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"),
    "moves on from session to session": (
        "import os, time\nif os.fork(): time.sleep(1000)\n"
        "while True:\n    os.setsid()\n    if os.fork(): os._exit(0)\n    time.sleep(0.001)"
    ),
    "waits for a daemon": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(1000)\nos.wait()"
    ),
}
"""Programs that never end by themselves."""
