"""Lessons become HTML: what the templates are given, and the rendering.

For whoever writes templates (Jinja2, `autoescape` on, undefined names are errors, blocks trimmed):

* `templates/lesson.html.j2` is given `shell: Shell`, `lesson: Lesson` (see `model.py`), `words`
* `templates/index.html.j2` is given `shell: Shell`, `cards: tuple[Card, ...]`, `words`
* both usually extend `base.html.j2`, which uses `shell` and `words`
* `words` are the interface words of the page's language, from `templates/words.toml` (a table a language,
  `[de]` and `[en]`, with the same keys; texts may hold `{name}` fields: `words.minutes.format(n=3)`)

A block is rendered by including `"partials/" ~ block.kind ~ ".html.j2"` with `block` set; the kinds are
prose, cell, exercise, note, trap, merksatz, checklist, touchstone. Attributes ending in `html` are finished
markup and want `| safe`.

The head of every page needs, in this order: `<meta charset>`, the policy
`<meta http-equiv="Content-Security-Policy" content="{{ shell.policy }}">`, title, stylesheet
`{{ shell.style }}`, and, where `shell.config` is not None,
`<script type="application/json" id="page-config">{{ shell.config | safe }}</script>` (already escaped for
its place), `<script async src="{{ shell.start }}"></script>`, which waits for the text to be painted, then
starts all downloads and puts in the second script, and
`<link rel="preload" as="script" href="{{ shell.script }}">` for that one. No `style` attributes, no inline
scripts, and no links that preload what the scripts fetch: WebKit would fetch it twice.

The configuration of a lesson page, read by the scripts (all addresses relative to the page, sizes in bytes):

    {"lesson": "metriken", "language": "de", "python": "3.14.2",
     "build": "…",                        by which page and snapshot know that they belong together
     "script": "../assets/page.HASH.js",  the page's second script
     "styleNonce": "…",                   for EditorView.cspNonce
     "frame": "<!doctype html>…",         srcdoc of the sealed frame, its own policy and script inside
     "lock": "{\"info\": …}",             lockFileContents for loadPyodide: Pyodide's own, without packages
     "files": {"wasm": {"url": "../python/pyodide.HASH.bin", "bytes": 3542449, "unpacked": 9597892},
               "worker": {…}, "snapshot": {…}, "tree": {…},       compressed: `unpacked` is the size without
               "stdlib": {"url": …, "bytes": …}, "exercises": {…}},
     "wheels": [{"name": "micropip-0.11.1-py3-none-any.whl", "url": "../python/micropip.HASH.bin",
                 "bytes": 115488},
                {"name": "pruefstand-0.1.0-py3-none-any.whl", …}]}
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2

from web.faults import HostFault
from web.model import LANGUAGES, Lesson

__all__ = ["Card", "Pages", "Shell", "page_policy", "script_json"]


@dataclass(frozen=True, slots=True)
class Shell:
    """What every page needs around its content; all addresses are relative to the page.

    `language` is de or en, `title` plain text, `description` one sentence (may be empty), `policy` the
    page's content security policy, `root` the way to the site's own folder ("./" or "../"), `home` the
    address of the list of lessons, `python` the version of the Python that runs in the page ("3.14.2").
    `config` is the JSON of the page's configuration, ready to be put into a script element, and None on
    pages without a script; then `start` and `script` are None as well.
    """

    language: str
    title: str
    description: str
    policy: str
    root: str
    home: str
    style: str
    python: str
    start: str | None = None
    script: str | None = None
    config: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One lesson in the list: the address of its page, its head, the titles of its exercises."""

    name: str
    href: str
    language: str
    title: str
    summary: str
    track: str
    module: str
    block: str | None
    check: str | None
    minutes: int
    exercises: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pages:
    """The templates of a folder, and the interface words of every language."""

    templates: jinja2.Environment
    words: Mapping[str, Mapping[str, str]]

    @classmethod
    def read(cls, folder: Path) -> Pages:
        """The templates in `folder`; raises HostFault where languages don't have the same words."""
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(folder),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        return cls(environment, _read_words(folder / "words.toml"))

    def lesson(self, shell: Shell, lesson: Lesson) -> str:
        """The page of a lesson."""
        return self._render("lesson.html.j2", shell, lesson=lesson)

    def index(self, shell: Shell, cards: Sequence[Card]) -> str:
        """The list of lessons."""
        return self._render("index.html.j2", shell, cards=tuple(cards))

    def _render(self, name: str, shell: Shell, **context: object) -> str:
        try:
            template = self.templates.get_template(name)
            return template.render(shell=shell, words=self.words[shell.language], **context)
        except jinja2.TemplateNotFound as fault:
            raise HostFault(f"The template {fault.name} is missing in web/templates.") from fault
        except jinja2.TemplateSyntaxError as fault:
            raise HostFault(f"web/templates/{fault.name}:{fault.lineno}: {fault.message}") from fault
        except jinja2.UndefinedError as fault:
            raise HostFault(f"A template used by web/templates/{name}: {fault.message}") from fault


def _read_words(file: Path) -> Mapping[str, Mapping[str, str]]:
    try:
        words = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise HostFault(f"{file} is missing.") from None
    except tomllib.TOMLDecodeError as fault:
        raise HostFault(f"{file} is not TOML: {fault}") from fault
    if set(words) != set(LANGUAGES):
        raise HostFault(f"{file} has a table a language, and these are: {', '.join(LANGUAGES)}.")
    keys = {language: set(table) for language, table in words.items()}
    for language, own in keys.items():
        missing = set().union(*keys.values()) - own
        if missing:
            raise HostFault(f"{file}: [{language}] has no words for {', '.join(sorted(missing))}.")
    return words


def page_policy(frame_script: str | None = None, nonce: str | None = None) -> str:
    """The content security policy of a page; with the hash of the sealed frame's script where it has one."""
    if frame_script is None:
        return "default-src 'none'; style-src 'self'; img-src 'self' data:"
    return (
        f"default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval' {frame_script}; "
        f"worker-src 'self' blob:; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
        "connect-src 'self'; frame-src 'self'"
    )


def script_json(value: object) -> str:
    """JSON that can stand in a script element: nothing in it ends the element or opens a comment."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
