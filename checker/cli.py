"""The command line: `list` and `check`. Exit status 0: all passed, 1: not all, 2: not to be judged."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TextIO

from checker import __version__, kernel
from checker.assignment import Assignment
from checker.batch import check_all
from checker.handins import Found, find_handins
from checker.isolate import Interrupted, Isolation
from checker.lessons import Lesson, LessonExercise, NoSuchExercise, by_name, find_exercises, read_lessons
from checker.model import FORMAT, Outcome
from checker.options import PROGRAM, Options, UsageProblem, help_text, read_options, spoken_language
from checker.output import (
    Progress,
    complain,
    file_to_write,
    occupy_standard,
    standard_output,
    style_of,
)
from checker.texts import LANGUAGES, say
from checker.view import files_text, left_out_by_reason, lessons_text
from checker.writers import JsonWriter, TextWriter, Writer

__all__ = ["main"]

_NOT_JUDGED = frozenset({Outcome.NOT_RUN, Outcome.CHECKER_ERROR})
_INTERRUPTED = 130
_BROKEN_PIPE = 141
_STANDARD = ("-", "/dev/stdout")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for and return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    occupy_standard()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    spoken = spoken_language(arguments)
    try:
        return _run(read_options(arguments))
    except UsageProblem as problem:
        complain(say(spoken, "offline.usage.wrong", problem=problem))
        complain(say(spoken, "offline.usage.see", program=PROGRAM))
        return 2
    except _Unwritten as failed:
        complain(str(failed))
        return 2
    except BrokenPipeError:  # whoever read has seen enough
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return _INTERRUPTED


def _run(options: Options) -> int:
    spoken = options.language or LANGUAGES[0]
    if options.command == "help":
        return _put(help_text(options.topic, spoken), spoken)
    if options.command == "version":
        return _put(f"pruefstand {__version__}\n", spoken)
    folder = _folder(options)
    lessons = read_lessons(folder)
    return _list(options, lessons) if options.command == "list" else _check(options, folder, lessons)


def _folder(options: Options) -> Path:
    spoken = options.language or LANGUAGES[0]
    if options.exercises is not None:
        if not any(options.exercises.glob("*/*/exercise.py")):
            raise UsageProblem(say(spoken, "offline.usage.no_lessons_there", folder=options.exercises))
        return options.exercises.absolute()
    try:
        here = [Path.cwd()]
    except OSError:  # it was removed
        here = []
    own = Path(__file__).parents[1]  # of a checkout
    folder = find_exercises([*here, *options.paths, own])
    if folder is None:
        raise UsageProblem(say(spoken, "offline.usage.no_lessons"))
    return folder


def _spoken(options: Options, lessons: Iterable[Lesson]) -> str:
    """The language around the reports: the one asked for, or the lessons' where they have one."""
    languages = {lesson.language for lesson in lessons}
    own = languages.pop() if len(languages) == 1 else LANGUAGES[0]
    return options.language or (own if own in LANGUAGES else LANGUAGES[0])


# --- where results go ---------------------------------------------------------------------------


class _Unwritten(Exception):  # noqa: N818 - it says what could not be written, in words
    """Results that cannot be put where they were to go."""


@contextmanager
def _results(file: Path | None, spoken: str) -> Iterator[TextIO]:
    """The stream for results: of a file, or standard output; raises _Unwritten."""
    try:
        with standard_output() if file is None else file_to_write(file) as stream:
            yield stream
    except OSError as error:
        if file is None and isinstance(error, BrokenPipeError):
            raise
        name = say(spoken, "offline.usage.standard_output") if file is None else file
        detail = error.strerror or str(error)
        raise _Unwritten(say(spoken, "offline.usage.output_failed", file=name, detail=detail)) from error


def _put(text: str, spoken: str) -> int:
    with _results(None, spoken) as stream:
        stream.write(text)
    return 0


# --- list -------------------------------------------------------------------------------------


def _list(options: Options, lessons: Sequence[Lesson]) -> int:
    spoken = _spoken(options, lessons)
    if options.format == "json":
        found = [
            {
                "name": lesson.name,
                "title": lesson.title,
                "language": lesson.language,
                "exercises": [{"name": each.name, "title": each.title} for each in lesson.exercises],
            }
            for lesson in lessons
        ]
        return _put(json.dumps({"format": FORMAT, "lessons": found}) + "\n", spoken)
    with _results(None, spoken) as stream:
        stream.write(lessons_text(lessons, spoken, style_of(stream, os.environ)) + "\n")
    return 0


# --- check ------------------------------------------------------------------------------------


def _check(options: Options, folder: Path, lessons: Sequence[Lesson]) -> int:
    spoken = _spoken(options, lessons)
    exercises = [exercise for lesson in lessons for exercise in lesson.exercises]
    wanted = None if options.exercise is None else _wanted(options.exercise, exercises, spoken)
    found = find_handins(options.paths)
    if not found.handins:
        paths = ", ".join(map(str, options.paths))
        told = left_out_by_reason(found.left_out, spoken)
        beside = [f"{', '.join(names)}: {why}" for why, names in told]
        raise UsageProblem(" ".join([say(spoken, "offline.usage.no_files", paths=paths), *beside]))
    assignment = Assignment(
        exercises,
        wanted=wanted,
        language=options.language,
        spoken=spoken,
        seconds=options.seconds,
        memory=options.memory,
        hide=[str(folder), *(str(exercise.folder / "exercise.py") for exercise in exercises[:1])],
    )
    file = None if str(options.output) in _STANDARD else options.output
    try:
        with _results(file, spoken) as stream:
            return _write(options, stream, assignment, found, spoken)
    except _Stopped:
        if file is not None:
            complain(say(spoken, "offline.kept_part", file=f"{file}.part", kept=file))
        raise


def _wanted(name: str, exercises: Sequence[LessonExercise], spoken: str) -> LessonExercise:
    try:
        found = by_name(name, exercises)
    except NoSuchExercise as missing:
        key = "near_exercise" if missing.near else "no_such_exercise"
        key = "lesson_named" if missing.lesson else key
        names = missing.near or [exercise.name for exercise in exercises]
        text = say(spoken, f"offline.usage.{key}", name=name, names=", ".join(names))
        raise UsageProblem(text) from None
    if len(found) > 1:
        names = [exercise.name for exercise in found]
        text = say(spoken, "offline.usage.ambiguous_exercise", name=name, names=", ".join(names))
        raise UsageProblem(text)
    return found[0]


class _Stopped(KeyboardInterrupt):
    """The batch was interrupted, and what was finished is written."""


def _write(options: Options, stream: TextIO, assignment: Assignment, found: Found, spoken: str) -> int:
    """Check all files and write their reports as they come; the exit status."""
    kernel.protect_memory()
    jobs = min(options.jobs or os.cpu_count() or 1, len(found.handins))
    writer: Writer = JsonWriter(stream, spoken)
    if options.format == "text":
        writer = TextWriter(stream, style_of(stream, os.environ), spoken)
    progress = Progress(sys.stderr, len(found.handins))
    verdicts: set[Outcome] = set()
    isolation: Isolation | None = None
    done = 0
    interrupted = False
    with ThreadPoolExecutor(jobs) as pool, _stop_on_signal() as stop:
        try:
            for checked in check_all(assignment.work(found.handins), pool, jobs=jobs, stop=stop):
                progress.hide()
                writer.add(checked.report)
                done += 1
                progress.show(done)
                verdicts.add(checked.report.verdict)
                isolation = _both(isolation, checked.isolation)
        except Interrupted:
            interrupted = True
        finally:
            stop.set()  # whatever went wrong in here, nothing may go on
        progress.hide()
    writer.end(isolation, found.left_out, interrupted=interrupted)
    stream.flush()
    for name, fault in assignment.faults.items():
        complain(say(spoken, "offline.usage.broken_exercise", name=name, fault=fault))
    if interrupted:
        complain(say(spoken, "offline.interrupted", files=files_text(done, spoken)))
        raise _Stopped
    if verdicts & _NOT_JUDGED:
        return 2
    return 0 if verdicts == {Outcome.PASSED} else 1


def _both(one: Isolation | None, other: Isolation | None) -> Isolation | None:
    if one is None or other is None:
        return one or other
    return one.also(other)


@contextmanager
def _stop_on_signal() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets, at a moment when nothing is half done; the second one kills.

    So does a request to terminate.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def interrupt(number: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(number, before[signal.Signals(number)])

    for number in before:
        signal.signal(number, interrupt)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
