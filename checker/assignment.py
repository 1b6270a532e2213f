"""Which exercises a handed-in file may answer; exercises are loaded once, on the trusted side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from checker.batch import Candidate, Job, not_judged
from checker.exercise import ExerciseFault, LoadedExercise
from checker.handins import HandIn, Unreadable, read_handin
from checker.lessons import LessonExercise, by_path, load_from_disk
from checker.model import Report
from checker.report import fault_report
from checker.texts import say

__all__ = ["Assignment"]


class Assignment:
    """Assigns files to exercises; remembers what it has loaded, and what could not be.

    `wanted` is the exercise that all files answer, if that was said. `language` None means each
    lesson's own. The rest is handed on to every job.
    """

    def __init__(
        self,
        exercises: Iterable[LessonExercise],
        *,
        wanted: LessonExercise | None,
        language: str | None,
        spoken: str,
        seconds: float,
        memory: int,
        hide: Iterable[str],
    ) -> None:
        self._exercises = tuple(exercises)
        self._wanted = wanted
        self._language = language
        self._spoken = spoken
        self._seconds = seconds
        self._memory = memory
        self._hide = tuple(hide)
        self._loaded: dict[str, LoadedExercise] = {}
        self.faults: dict[str, str] = {}

    def work(self, handins: Iterable[HandIn]) -> Iterator[Job | Report]:
        """A job a file, or at once the report of a file that cannot be judged."""
        for handin in handins:
            yield self._work(handin)

    def _work(self, handin: HandIn) -> Job | Report:
        try:
            if handin.unreadable is not None:
                raise handin.unreadable
            program = read_handin(handin.path)
        except Unreadable as unreadable:
            return not_judged(handin.shown, unreadable.told(self._spoken))
        found = (self._wanted,) if self._wanted is not None else by_path(handin.path, self._exercises)
        by_names = len(found) != 1
        candidates = [
            candidate for exercise in found or self._exercises if (candidate := self._load(exercise))
        ]
        if not candidates and not by_names:
            return self._fault(handin, found[0])
        if not candidates:
            return not_judged(handin.shown, say(self._spoken, "offline.no_usable_exercise"))
        return Job(
            file=handin.shown,
            program=program,
            candidates=tuple(candidates),
            by_names=by_names,
            language=self._spoken,
            seconds=self._seconds,
            memory=self._memory,
            hide=self._hide,
        )

    def _load(self, exercise: LessonExercise) -> Candidate | None:
        name = exercise.name
        if name not in self._loaded and name not in self.faults:
            try:
                self._loaded[name] = load_from_disk(exercise)
            except ExerciseFault as fault:
                self.faults[name] = str(fault)
        if name in self.faults:
            return None
        return Candidate(self._loaded[name], self._language or exercise.language)

    def _fault(self, handin: HandIn, exercise: LessonExercise) -> Report:
        language = self._language or exercise.language
        report = fault_report(exercise.name, self.faults[exercise.name], language)
        return replace(report, file=handin.shown)
