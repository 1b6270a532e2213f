"""Lessons as they lie on disk: where they are, what they are called, which exercise a file answers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from checker.exercise import ExerciseFault, LoadedExercise, load

__all__ = [
    "Lesson",
    "LessonExercise",
    "NoSuchExercise",
    "by_name",
    "by_path",
    "find_exercises",
    "load_from_disk",
    "read_lessons",
]

_TEXT_BYTES = 4 * 2**20
_PARENTS = 4
_NEAR = 4
_ALIKE = 0.75
_EXERCISE = re.compile(
    r"^:{3,}\{exercise\}[ \t]+(?P<name>\S+)[ \t]*\n(?P<options>(?:[ \t]*:\w+:.*\n)*)", re.M
)
_TITLE = re.compile(r"^[ \t]*:title:[ \t]*(.+?)[ \t]*$", re.M)
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*$", re.M | re.S)
_SETTING = re.compile(r"^(title|language):[ \t]*(.+?)[ \t]*$", re.M)


class NoSuchExercise(LookupError):  # noqa: N818 - it names what was asked for
    """An exercise that was asked for by name and is not there; `near` are names that look like it.

    With `lesson` the name is that of a lesson, and `near` are all of its exercises.
    """

    def __init__(self, wanted: str, near: Sequence[str], *, lesson: bool = False) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.near = tuple(near)
        self.lesson = lesson


@dataclass(frozen=True, slots=True)
class LessonExercise:
    """An exercise's folder: `name` as in "metriken/accuracy", `title` as in the lesson's text."""

    name: str
    title: str
    folder: Path
    language: str

    @property
    def short(self) -> str:
        """Its name within the lesson."""
        return self.folder.name

    @property
    def lesson(self) -> str:
        """Its lesson's name."""
        return self.name.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson's folder, with its exercises in the order of the text."""

    name: str
    title: str
    language: str
    exercises: tuple[LessonExercise, ...]


# --- on disk ----------------------------------------------------------------------------------


def find_exercises(places: Iterable[Path]) -> Path | None:
    """The nearest folder `exercises` that holds lessons, above (or at) the first place that has one."""
    for place in places:
        start = place.absolute()
        for folder in (start, *start.parents):
            for candidate in (folder / "exercises", folder):
                if candidate.name == "exercises" and _holds_lessons(candidate):
                    return candidate
    return None


def _holds_lessons(folder: Path) -> bool:
    try:
        return any(folder.glob("*/*/exercise.py"))
    except OSError:
        return False


def read_lessons(folder: Path) -> tuple[Lesson, ...]:
    """Every lesson below a folder, by name; a lesson is a folder with exercises or a text."""
    return tuple(
        [
            _lesson(place)
            for place in sorted(folder.iterdir())
            if place.is_dir() and _is_open(place) and (_exercises(place) or (place / "lesson.md").is_file())
        ]
    )


def _is_open(place: Path) -> bool:
    return not place.name.startswith((".", "_"))


def _exercises(lesson: Path) -> list[Path]:
    return sorted(
        place for place in lesson.iterdir() if _is_open(place) and (place / "exercise.py").is_file()
    )


def _lesson(folder: Path) -> Lesson:
    text = _text(folder / "lesson.md")
    front = _FRONT.match(text)
    settings = {key: value.strip("\"'") for key, value in _SETTING.findall(front[1] if front else "")}
    titles = {}
    for found in _EXERCISE.finditer(text):
        title = _TITLE.search(found["options"])
        titles[found["name"]] = title[1] if title else found["name"]
    order = list(titles)
    language = settings.get("language", "de")
    exercises = [
        LessonExercise(
            name=f"{folder.name}/{place.name}",
            title=titles.get(place.name, place.name),
            folder=place,
            language=language,
        )
        for place in sorted(
            _exercises(folder),
            key=lambda place: (order.index(place.name) if place.name in titles else len(order), place.name),
        )
    ]
    return Lesson(folder.name, settings.get("title", folder.name), language, tuple(exercises))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_TEXT_BYTES).decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return ""


def load_from_disk(exercise: LessonExercise) -> LoadedExercise:
    """The exercise, read from its folder; raises ExerciseFault, which says what is wrong with it."""
    sources = {}
    files = [exercise.folder / name for name in ("exercise.py", "cases.json", "solution.py")]
    for path in (*files, *sorted(exercise.folder.glob("mistakes/*.py"))):
        name = path.relative_to(exercise.folder).as_posix()
        try:
            sources[name] = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            continue
        except (OSError, UnicodeDecodeError) as error:
            raise ExerciseFault(f"{exercise.name}/{name}", None, str(error), "make it readable") from error
    return load(sources, exercise.name)


# --- which exercise ---------------------------------------------------------------------------


def by_name(wanted: str, exercises: Collection[LessonExercise]) -> tuple[LessonExercise, ...]:
    """The exercises called LESSON/NAME or, in any lesson, NAME; raises NoSuchExercise when there is none."""
    found = tuple([exercise for exercise in exercises if wanted in (exercise.name, exercise.short)])
    if found:
        return found
    of_lesson = _of(wanted.rstrip("/"), exercises)
    if of_lesson:
        raise NoSuchExercise(wanted, of_lesson, lesson=True)
    raise NoSuchExercise(wanted, _near(wanted, exercises))


def _near(wanted: str, exercises: Collection[LessonExercise]) -> list[str]:
    """The exercises whose names look most like `wanted`, and all of the lesson that it seems to mean."""
    lesson, _, rest = wanted.partition("/")
    lessons = sorted({exercise.lesson for exercise in exercises})
    if rest and lesson in lessons:
        return _like(rest, [each for each in exercises if each.lesson == lesson]) or _of(lesson, exercises)
    alike = difflib.get_close_matches(lesson, lessons, n=1, cutoff=_ALIKE)
    found = _like(wanted, exercises) + [name for each in alike for name in _of(each, exercises)]
    return list(dict.fromkeys(found))


def _like(wanted: str, exercises: Iterable[LessonExercise]) -> list[str]:
    """The few exercises whose names look most like it, the nearest first."""
    called: dict[str, list[str]] = {}
    for exercise in exercises:
        for text in (exercise.short, exercise.name):
            called.setdefault(text, []).append(exercise.name)
    found = [name for text in difflib.get_close_matches(wanted, called, n=_NEAR) for name in called[text]]
    return list(dict.fromkeys(found))[:_NEAR]


def _of(lesson: str, exercises: Iterable[LessonExercise]) -> list[str]:
    return [exercise.name for exercise in exercises if exercise.lesson == lesson]


def by_path(path: Path, exercises: Collection[LessonExercise]) -> tuple[LessonExercise, ...]:
    """The exercises that a file's own name, or else the names of the folders above it, point to.

    The file counts before its folders, the nearer folder before the farther; a name equal to an
    exercise's before one that contains it ("accuracy-mueller.py"). Of exercises with the same name
    in several lessons, that one counts whose lesson's name is among the folders too.
    """
    parents = [folder.name for folder in path.absolute().parents][:_PARENTS]
    for name in (path.stem, *parents):
        found = [exercise for exercise in exercises if exercise.short == name] or _contained(name, exercises)
        if found:
            own = [exercise for exercise in found if exercise.lesson in parents]
            return tuple(own or found)
    return ()


def _contained(name: str, exercises: Iterable[LessonExercise]) -> list[LessonExercise]:
    """The exercises whose whole name stands in this one; the longest only."""
    text = f"_{_plain(name)}_"
    found = [exercise for exercise in exercises if f"_{_plain(exercise.short)}_" in text]
    longest = max((len(exercise.short) for exercise in found), default=0)
    return [exercise for exercise in found if len(exercise.short) == longest]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")
