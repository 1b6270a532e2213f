"""The commands of build.py: what each needs is set up first, then it goes on inside `.venv`."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from web.bench_options import add_bench_options, read_bench_options
from web.browser import Found, find_browsers
from web.choices import several
from web.engine import ENGINES, EngineName
from web.environment import ENTERED, ensure_environment, go_inside, is_inside
from web.faults import HostFault, LessonFault
from web.node import Node, ensure_packages, find_node
from web.steps import Steps

__all__ = ["main"]

WRONG = 2
INTERRUPTED = 130


def main(root: Path, arguments: Sequence[str]) -> int:
    """Carry out a command line; gives 0: all well, 1: something did not pass, 2: it can't be done."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without a sign is no reason to stop.
            stream.reconfigure(errors="replace")
    options, rest = _parse(arguments)
    steps = Steps(sys.stdout)
    try:
        if not is_inside(root) or os.environ.get(ENTERED) is None:
            ensure_environment(root, steps)
            return go_inside(root, arguments)
        # Only for this step from outside to inside; what is started from here may start build.py again.
        del os.environ[ENTERED]
        return _carry_out(root, options, rest, steps)
    except (HostFault, LessonFault) as fault:
        sys.stderr.write(f"\n{fault}\n")
        return WRONG
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        return INTERRUPTED


def _parse(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="build.py",
        description="Prüfstand: lessons with checked exercises as a static site. Every command first sets up "
        "what it needs (.venv, Node, npm packages) and does nothing twice.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="build the site, serve it here, rebuild it on changes")
    serve.add_argument("--port", type=int, help="this port exactly (default: 8000, or the next free one)")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    serve.add_argument("--no-open", action="store_true", help="open no browser")
    test = commands.add_parser(
        "test", help="run all tests: format, lint, types, Node, offline, in a real browser"
    )
    which = test.add_mutually_exclusive_group()
    which.add_argument(
        "--browsers",
        type=several("browser", ENGINES),
        default=(),
        metavar="NAMES",
        help=f"only these, with commas between (default: all that can be had of {','.join(ENGINES)})",
    )
    which.add_argument("--no-browser", action="store_true", help="leave out the tests in a real browser")
    test.add_argument(
        "pytest", nargs="*", metavar="-- PYTEST_ARGUMENT", help="arguments for pytest, after --"
    )
    commands.add_parser("build", help="build the site into site/")
    add_bench_options(commands.add_parser("bench", help="measure the page beside a bare Pyodide page"))
    for name, text in (
        ("check", "validate lessons and exercises"),
        ("compile", "write the case tables (cases.json)"),
    ):
        # Their own parsers live with them, and need what the set-up brings.
        commands.add_parser(name, help=text, add_help=False)
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command not in {"check", "compile"}:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return options, rest


def _carry_out(root: Path, options: argparse.Namespace, rest: Sequence[str], steps: Steps) -> int:
    node = find_node()
    ensure_packages(root, node, steps)
    match options.command:
        case "serve":
            return _serve(root, node, steps, options)
        case "test":
            return _test(root, node, steps, options)
        case "bench":
            return _bench(root, node, steps, options)
        case "check":
            from web.gate import check_command  # noqa: PLC0415 (only inside .venv)

            return check_command(root, rest)
        case "compile":
            from web.compiler import compile_command  # noqa: PLC0415 (only inside .venv)

            return compile_command(root, rest)
        case _:
            return _build(root, node, steps)


def _build(root: Path, node: Node, steps: Steps) -> int:
    from web.site import build_site  # noqa: PLC0415 (only inside .venv)

    if not build_site(root, node, steps):
        steps.say("site/ is up to date.")
    return 0


def _serve(root: Path, node: Node, steps: Steps, options: argparse.Namespace) -> int:
    from web.site import build_site  # noqa: PLC0415 (only inside .venv)
    from web.watch import serve_site  # noqa: PLC0415

    signal.signal(signal.SIGTERM, _interrupt)
    try:
        serve_site(
            root,
            steps,
            lambda: build_site(root, node, steps),
            host=options.host,
            port=options.port,
            open_browser=not options.no_open,
        )
    except KeyboardInterrupt:
        steps.say("\nStopped.")
    return 0


def _bench(root: Path, node: Node, steps: Steps, options: argparse.Namespace) -> int:
    from web.bench import bench_command  # noqa: PLC0415 (only inside .venv)

    wanted = read_bench_options(options)
    # All that can be had, unless some are named: those must be there.
    found = find_browsers(steps, () if wanted.browsers == ENGINES else wanted.browsers)

    def find(name: EngineName) -> Path | None:
        if name in found.missing:
            raise HostFault(found.missing[name])
        return found.programs[name]

    # Whoever ends it wants its browsers and busy loops ended too.
    signal.signal(signal.SIGTERM, _interrupt)
    _build(root, node, steps)
    return bench_command(root, wanted, steps, find)


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _test(root: Path, node: Node, steps: Steps, options: argparse.Namespace) -> int:
    from web.suite import Part, code_parts, pytest_part, run_parts, summary  # noqa: PLC0415 (only inside .venv)

    browsers = Found({}, {})

    def find() -> str:
        nonlocal browsers
        browsers = find_browsers(steps, options.browsers)
        steps.say(f"The tests use {', '.join(map(str, browsers.programs.values()))}")
        return ""

    def build() -> str:
        _build(root, node, steps)
        return ""

    results = [] if options.no_browser else run_parts([Part("browsers", find, loud=True)], steps)
    parts = [*code_parts(root, node), Part("build", build, loud=True)]
    parts.append(pytest_part(root, node, browsers, options.pytest))
    results += run_parts(parts, steps)
    steps.say(summary(results, browsers))
    return 0 if all(result.ok for result in results) else 1
