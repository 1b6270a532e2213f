"""A stand-in for running programs: remembers every command and answers from a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from web.process import Ran


@dataclass
class Recorder:
    """Answers the first rule whose words all stand in the command; else all is well, and says nothing."""

    rules: list[tuple[tuple[str, ...], Ran | Callable[[list[str]], Ran]]] = field(default_factory=list)
    commands: list[list[str]] = field(default_factory=list)
    environments: list[Mapping[str, str] | None] = field(default_factory=list)
    folders: list[Path | None] = field(default_factory=list)

    def when(self, *words: str, then: Ran | Callable[[list[str]], Ran]) -> Recorder:
        self.rules.append((words, then))
        return self

    def __call__(
        self,
        command: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> Ran:
        words = [str(part) for part in command]
        self.commands.append(words)
        self.environments.append(env)
        self.folders.append(cwd)
        for wanted, answer in self.rules:
            if all(word in words for word in wanted):
                return answer(words) if callable(answer) else answer
        return Ran(0, "")

    def with_words(self, *words: str) -> list[list[str]]:
        return [command for command in self.commands if all(word in command for word in words)]
