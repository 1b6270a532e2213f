"""`.venv`: made from `requirements.lock` with the standard library and whatever pip is at hand.

Debian's python3 has no ensurepip, and its pip refuses to install outside an environment. So the environment
is made without pip, and a pip from outside installs into it (`pip --python`, since pip 22.3).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from web.exclusive import exclusive
from web.faults import HostFault
from web.process import Run, run_process, run_through
from web.steps import Steps

__all__ = ["Stamp", "ensure_environment", "go_inside", "is_inside", "venv_python"]

OLDEST_PIP = (22, 3)
ENTERED = "PRUEFSTAND_ENTERED"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an environment was made of; written into it last, so that an interrupted set-up has none.

    `place` is its absolute path: the scripts inside hold it, so a moved checkout needs a new one.
    """

    lock: str
    python: str
    place: str


def venv_python(root: Path) -> Path:
    """Where the environment's Python is, or will be."""
    folder = root / ".venv"
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def is_inside(root: Path, prefix: str = sys.prefix) -> bool:
    """Whether this interpreter is the environment's."""
    return Path(prefix).resolve() == (root / ".venv").resolve()


def ensure_environment(
    root: Path,
    steps: Steps,
    run: Run = run_process,
    *,
    python: Path | None = None,
    version: tuple[int, int] = sys.version_info[:2],
) -> bool:
    """Make `.venv`, or make it anew where it does not fit; gives whether there was anything to do.

    `python` is the interpreter to make it with (default: this one, or the one that this one's environment
    was made with), `version` that interpreter's.
    """
    wanted = _wanted(root, version)
    if _fits(root, wanted, run):
        return False
    with exclusive(root / ".build" / "setup.lock", lambda: steps.say("Waiting for another set-up to end …")):
        if _fits(root, wanted, run):
            return False
        _make(root, wanted, steps, run, python or _outer_python())
    return True


def go_inside(root: Path, arguments: Sequence[str]) -> int:
    """Start build.py again with the environment's Python, in the place of this process where that can be."""
    if os.environ.get(ENTERED):
        raise HostFault(
            f"{venv_python(root)} does not start as an environment of its own. "
            "Are PYTHONHOME or VIRTUAL_ENV set by hand? Unset them, or delete the folder .venv and try again."
        )
    command = [str(venv_python(root)), str(root / "build.py"), *arguments]
    env = {**os.environ, ENTERED: "1"}
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execve(command[0], command, env)  # noqa: S606 (the path is ours)
    return run_through(command, env=env)


def _outer_python() -> Path:
    # The interpreter behind an environment, so that .venv never depends on another environment.
    return Path(getattr(sys, "_base_executable", None) or sys.executable)


def _wanted(root: Path, version: tuple[int, int]) -> Stamp:
    lock = root / "requirements.lock"
    try:
        content = lock.read_bytes()
    except FileNotFoundError:
        raise HostFault(f"{lock} is missing: the checkout is not complete. Restore it with git.") from None
    return Stamp(
        lock=hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest(),
        python=f"{version[0]}.{version[1]}",
        place=str((root / ".venv").resolve()),
    )


def _fits(root: Path, wanted: Stamp, run: Run) -> bool:
    try:
        found = json.loads(_stamp_file(root).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    if found != asdict(wanted):
        return False
    # The system's Python may have been replaced by a newer one, or be gone, behind the environment's link.
    seen = run([venv_python(root), "-I", "-S", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])
    return seen.ok and seen.output.strip() == wanted.python


def _stamp_file(root: Path) -> Path:
    return root / ".venv" / "pruefstand.json"


def _make(root: Path, wanted: Stamp, steps: Steps, run: Run, python: Path) -> None:
    pip = _find_pip(python, run)
    with steps.step(f"Making .venv with Python {wanted.python} ({python})"):
        made = run([python, "-m", "venv", "--without-pip", "--clear", root / ".venv"])
        if not made.ok:
            raise HostFault(
                f"{python} could not make the folder .venv. On Debian and Ubuntu the package python3-venv "
                f"brings what is missing: apt-get install python3-venv\n{made.tail()}"
            )
        if pip is None:
            made = run([venv_python(root), "-m", "ensurepip"], env=_pip_env(os.environ))
            if not made.ok:
                raise HostFault(
                    f"Python's own copy of pip could not be set up:\n{made.tail()}\n{_PIP_ADVICE}"
                )
            pip = (str(venv_python(root)), "-m", "pip")
    with steps.step("Installing Python packages from requirements.lock"):
        made = run(
            [
                *pip,
                *("--python", venv_python(root)),
                *("--disable-pip-version-check", "--no-input", "install"),
                *("--require-hashes", "--only-binary", ":all:", "-r", root / "requirements.lock"),
            ],
            env=_pip_env(os.environ),
        )
        if not made.ok:
            raise HostFault(
                f"The Python packages could not be installed. pip said:\n{made.tail()}\n"
                "Is the package index reachable from here (proxy, PIP_INDEX_URL)? "
                "Start the same command again when it is; it goes on from there."
            )
    _stamp_file(root).write_text(json.dumps(asdict(wanted)), "utf-8")


_PIP_ADVICE = (
    f"pip {OLDEST_PIP[0]}.{OLDEST_PIP[1]} or newer is needed to set up Prüfstand. "
    "On Debian and Ubuntu: apt-get install python3-pip. "
    "Elsewhere: python3 -m ensurepip --upgrade, or see the pages of pip."
)


def _find_pip(python: Path, run: Run) -> tuple[str, ...] | None:
    """The command of a pip that can install into an environment; None: Python's own copy will do."""
    candidates: list[tuple[str, ...]] = [(str(python), "-m", "pip")]
    candidates += [(path,) for path in map(shutil.which, ("pip3", "pip")) if path]
    seen: list[str] = []
    for candidate in candidates:
        said = run([*candidate, "--version"])
        match = re.search(r"^pip (\d+)\.(\d+)\S* from", said.output, re.MULTILINE) if said.ok else None
        if match is None:
            continue
        if (int(match[1]), int(match[2])) >= OLDEST_PIP:
            return candidate
        seen.append(match[0].removesuffix(" from"))
    if run([python, "-c", "import ensurepip"]).ok:
        return None
    raise HostFault(f"{f'Only {seen[0]} was found' if seen else 'No pip was found'}. {_PIP_ADVICE}")


def _pip_env(env: Mapping[str, str]) -> dict[str, str]:
    # What a user has set for pip may point elsewhere than into the environment.
    elsewhere = {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_REQUIRE_VIRTUALENV", "PIP_DRY_RUN"}
    return {**{key: value for key, value in env.items() if key not in elsewhere}, "PIP_USER": "0"}
