"""What is asked for on the command line, and what is wrong with it, in words."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeVar

from checker.batch import LEAST_SECONDS
from checker.texts import LANGUAGES, say

__all__ = ["Options", "UsageProblem", "help_text", "read_options", "spoken_language"]

FORMATS = ("text", "json")
SECONDS = 10.0
MEMORY = 512
_SECONDS = (LEAST_SECONDS, 24 * 60 * 60)
_MEMORY = (64, 2**20)
_JOBS = (1, 256)
_VALUE = 40
PROGRAM = "python -m checker"
_COMMANDS = ("list", "check")


_T = TypeVar("_T")


class UsageProblem(Exception):  # noqa: N818 - it says what is wrong, in words for whoever called
    """A call that cannot be followed."""


@dataclass(frozen=True, slots=True)
class Options:
    """A call of the command line.

    `seconds` and `memory` (MiB) are for each file, `language` None means the lesson's, `topic` is the
    command that help is asked for.
    """

    command: str
    paths: tuple[Path, ...] = ()
    exercise: str | None = None
    exercises: Path | None = None
    format: str = "text"
    output: Path | None = None
    seconds: float = SECONDS
    memory: int = MEMORY
    jobs: int | None = None
    language: str | None = None
    topic: str | None = None


def spoken_language(arguments: Sequence[str]) -> str:
    """The language to speak before the call is understood."""
    for place, argument in enumerate(arguments):
        wanted = argument.removeprefix("--lang=")
        if argument == "--lang" and place + 1 < len(arguments):
            wanted = arguments[place + 1]
        if wanted != argument and wanted in LANGUAGES:
            return wanted
    return LANGUAGES[0]


def read_options(arguments: Sequence[str]) -> Options:
    """Understand a call; raises UsageProblem. A call for help or the version is a command of its own."""
    language = spoken_language(arguments)
    if not arguments:
        raise UsageProblem(say(language, "offline.usage.no_command"))
    command, rest = arguments[0], arguments[1:]
    if command in ("-h", "--help"):
        return Options("help", language=language)
    if command == "--version":
        return Options("version", language=language)
    if command not in _COMMANDS:
        raise UsageProblem(say(language, "offline.usage.unknown_command", command=command))
    found, unknown = _parser(command, language).parse_known_args(rest)
    given = {name: value for name, value in vars(found).items() if value is not None}
    if given.pop("help"):
        return Options("help", language=language, topic=command)
    if unknown:
        raise UsageProblem(say(language, "offline.usage.unknown", arguments=" ".join(unknown)))
    options = Options(command, **{**given, "paths": tuple(given.get("paths", ()))})
    if command == "check" and not options.paths:
        raise UsageProblem(say(language, "offline.usage.no_path"))
    return options


def help_text(topic: str | None, language: str) -> str:
    """The help of a command, or of the whole."""
    if topic is not None:
        text = _parser(topic, language).format_help()
        return text.replace("usage: ", f"{say(language, 'offline.usage.usage')}: ", 1)
    lines = [f"{say(language, 'offline.usage.usage')}: {PROGRAM} {' | '.join(_COMMANDS)} …", ""]
    lines += [say(language, "offline.usage.program"), ""]
    lines += [f"  {command:8}{say(language, f'offline.usage.{command}')}" for command in _COMMANDS]
    lines += ["", say(language, "offline.usage.see", program=f"{PROGRAM} check")]
    return "\n".join(lines) + "\n"


class _Parser(argparse.ArgumentParser):
    """argparse, with its complaints in our words and left to the caller."""

    language = LANGUAGES[0]
    color = False

    def error(self, message: str) -> NoReturn:
        option, _, problem = message.removeprefix("argument ").partition(": ")
        if problem.startswith("expected"):
            raise UsageProblem(say(self.language, "offline.usage.no_value", option=option))
        raise UsageProblem(f"{option}: {problem}" if problem else option)


def _parser(command: str, language: str) -> _Parser:
    """The parser of a command's options; it also writes their help."""

    def word(key: str, **fields: object) -> str:
        return say(language, f"offline.usage.{key}", **fields)

    def given(convert: Callable[[str], _T]) -> Callable[[str], _T]:
        return _given(convert, language)

    parser = _Parser(
        prog=f"{PROGRAM} {command}",
        description=word(command),
        epilog=word("exit"),
        add_help=False,
        allow_abbrev=False,
    )
    parser.language = language
    parser.color = False  # since 3.14 it is True: the help would be coloured where that is not wanted
    if command == "check":
        paths = parser.add_argument_group(word("files"))
        paths.add_argument("paths", nargs="*", type=given(Path), metavar="PATH", help=word("path"))
    options = parser.add_argument_group(word("options"))
    options.add_argument("-h", "--help", action="store_true", help=word("help"))
    formats, languages = given(_one_of(FORMATS, language)), given(_one_of(LANGUAGES, language))
    options.add_argument("--format", type=formats, metavar="FORMAT", help=word("format"))
    options.add_argument("--lang", dest="language", type=languages, metavar="LANG", help=word("lang"))
    options.add_argument("--exercises", type=given(Path), metavar="DIR", help=word("exercises"))
    if command == "check":
        options.add_argument("--exercise", type=given(str), metavar="LESSON/NAME", help=word("exercise"))
        options.add_argument("--output", type=given(Path), metavar="FILE", help=word("output"))
        some = given(_number(float, _SECONDS, language))
        seconds = word("timeout", default=f"{SECONDS:g}")
        options.add_argument("--timeout", dest="seconds", type=some, metavar="S", help=seconds)
        enough = given(_number(int, _MEMORY, language))
        options.add_argument("--memory", type=enough, metavar="MB", help=word("memory", default=MEMORY))
        some = given(_number(int, _JOBS, language))
        options.add_argument("--jobs", type=some, metavar="N", help=word("jobs"))
    return parser


def _given(convert: Callable[[str], _T], language: str) -> Callable[[str], _T]:
    """Refuses the empty text, which no one writes on purpose: a path of it would be the current folder."""

    def converted(text: str) -> _T:
        if not text:
            raise argparse.ArgumentTypeError(say(language, "offline.usage.empty"))
        return convert(text)

    return converted


def _one_of(allowed: Sequence[str], language: str) -> Callable[[str], str]:
    def chosen(text: str) -> str:
        if text in allowed:
            return text
        problem = say(language, "offline.usage.one_of", value=text, allowed=", ".join(allowed))
        raise argparse.ArgumentTypeError(problem)

    return chosen


def _number(
    kind: Callable[[str], float], bounds: tuple[float, float], language: str
) -> Callable[[str], float]:
    least, most = bounds

    def counted(text: str) -> float:
        shown = text if len(text) <= _VALUE else f"{text[:_VALUE]}…"
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not 0 < value < math.inf:
            key = "no_count" if kind is int else "no_number"
            raise argparse.ArgumentTypeError(say(language, f"offline.usage.{key}", value=shown))
        if value < least:
            problem = say(language, "offline.usage.too_little", value=shown, least=f"{least:g}")
            raise argparse.ArgumentTypeError(problem)
        if value > most:
            problem = say(language, "offline.usage.too_much", value=shown, most=f"{most:.0f}")
            raise argparse.ArgumentTypeError(problem)
        return value

    return counted
