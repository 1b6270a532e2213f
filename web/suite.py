"""All that `build.py test` runs, in order, and what came of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from web.browser import TITLES, VARIABLES, Found
from web.engine import ENGINES
from web.faults import HostFault, LessonFault
from web.node import Node
from web.process import Run, run_process, run_through
from web.steps import Steps

__all__ = ["Part", "Result", "code_parts", "pytest_part", "run_parts", "summary"]

BROWSER_TESTS = "tests/browser"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the suite; `work` gives what it found, nothing when all is well."""

    name: str
    work: Callable[[], str]
    loud: bool = False
    """Whether it writes while it runs."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a part."""

    name: str
    ok: bool
    seconds: float


def code_parts(root: Path, node: Node, run: Run = run_process) -> list[Part]:
    """Format, lint, types and tests of both languages, all but pytest."""
    npm = (node.program, node.npm, "run", "--silent")
    commands: list[tuple[str, Sequence[str | Path], Path]] = [
        ("ruff format", _module("ruff", "format", "--check", "--quiet", "."), root),
        ("ruff check", _module("ruff", "check", "--quiet", "."), root),
        ("mypy", _module("mypy"), root),
        ("prettier", (*npm, "format"), root / "web"),
        ("eslint", (*npm, "lint"), root / "web"),
        ("tsc", (*npm, "types"), root / "web"),
        ("node tests", (*npm, "test"), root / "web"),
    ]

    def worker(command: Sequence[str | Path], cwd: Path) -> Callable[[], str]:
        def work() -> str:
            ran = run(command, cwd=cwd, env=node.environment())
            return "" if ran.ok else ran.output.strip() or f"It ended with code {ran.code} and said nothing."

        return work

    return [Part(name, worker(command, cwd)) for name, command, cwd in commands]


def pytest_part(
    root: Path,
    node: Node,
    browsers: Found,
    arguments: Sequence[str],
    through: Callable[[Sequence[str | Path], Path, Mapping[str, str]], int] | None = None,
) -> Part:
    """pytest, whose words go straight out; tests of browsers that are not there are deselected."""
    command = [*_module("pytest"), *arguments]
    env = {name: value for name, value in node.environment().items() if name not in VARIABLES.values()}
    env |= {VARIABLES[name]: str(program) for name, program in browsers.programs.items()}
    if not browsers.programs:
        command += [f"--deselect={BROWSER_TESTS}"]
    start = through or (lambda command, cwd, env: run_through(command, cwd=cwd, env=env))

    def work() -> str:
        code = start(command, root, env)
        return "" if code == 0 else f"pytest ended with code {code}."

    return Part("pytest", work, loud=True)


def run_parts(
    parts: Iterable[Part], steps: Steps, clock: Callable[[], float] = time.monotonic
) -> list[Result]:
    """Run all parts, whatever comes of each; what a part found is written at once."""
    results: list[Result] = []
    for part in parts:
        begin = clock()
        found = ""
        try:
            if part.loud:
                steps.say(f"{part.name}:")
                found = part.work()
            else:
                with steps.step(part.name):
                    found = part.work()
        except (HostFault, LessonFault) as fault:
            found = str(fault)
        if found:
            steps.say(f"{part.name} FAILED:\n{found}\n")
        results.append(Result(part.name, not found, clock() - begin))
    return results


def summary(results: Sequence[Result], browsers: Found) -> str:
    """The closing lines: a part a line, with its seconds; and what was left out."""
    width = max(len(result.name) for result in results)
    lines = [
        f"  {result.name:<{width}}  {'ok    ' if result.ok else 'FAILED'}  {result.seconds:6.1f} s"
        for result in results
    ]
    lines += _untested(browsers)
    failed = [result.name for result in results if not result.ok]
    lines.append(f"Failed: {', '.join(failed)}" if failed else "All parts passed.")
    return "\n".join(["", "Summary", *lines])


def _untested(browsers: Found) -> list[str]:
    if not browsers.programs:
        return ["Without a browser: the tests in a real browser were NOT run."]
    left = [name for name in ENGINES if name not in browsers.programs]
    if not left:
        return []
    lines = [f"NOT tested in: {', '.join(TITLES[name] for name in left)}."]
    return lines + [browsers.missing[name] for name in left if name in browsers.missing]


def _module(*command: str) -> tuple[str, ...]:
    return (sys.executable, "-m", *command)
