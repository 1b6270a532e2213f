"""What a host may do to the site's files on their way: policies taken off, a snapshot of another build."""

from __future__ import annotations

import gzip
import re

__all__ = [
    "damaged",
    "other_build",
    "with_page_policy_by_name",
    "without_frame_policy",
    "without_paint",
    "without_policies",
]

_FRAME_POLICY = re.compile(
    rb'\\u003cmeta http-equiv=\\"Content-Security-Policy\\" content=\\"[^>]*?\\"\\u003e'
)
_PAGE_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="[^"]*">')
_SELF = b"&#39;self&#39;"
_PAINT = b'["BroadcastChannel","Worker","SharedWorker","close","importScripts","fetch"]'
_BUILD = re.compile(rb'"build":"\w{8}')
_SEALED_FETCH = re.compile(rb'(defineProperty\(\w+,)"fetch"')


def without_paint(path: str, content: bytes) -> bytes:
    """Nothing is taken from the worker's globals: only the policies stand between it and the network."""
    if not path.startswith("python/worker."):
        return content
    # Of the same length, and not packed: what counts then is the length of what was packed.
    bare = gzip.decompress(content)
    bare = _once(bare, _PAINT, re.sub(rb'"\w(\w+)"', rb'"_\1"', _PAINT))
    return _changed(_SEALED_FETCH, rb'\1"_etch"', bare, "the worker seals its fetch otherwise")


def without_frame_policy(path: str, content: bytes) -> bytes:
    """The frame has the page's policy alone."""
    if not _is_page(path):
        return without_paint(path, content)
    return _changed(_FRAME_POLICY, b"", content, "the frame's policy stands elsewhere")


def with_page_policy_by_name(path: str, content: bytes) -> bytes:
    """The frame has the page's policy alone, which names the site: WebKit takes 'self' for the frame."""
    content = without_frame_policy(path, content)
    if not _is_page(path):
        return content
    by_name = _SELF + b" http://localhost:*"
    (policy,) = _PAGE_POLICY.findall(content)
    return content.replace(policy, policy.replace(_SELF, by_name))


def without_policies(path: str, content: bytes) -> bytes:
    """Neither page nor frame has a policy."""
    content = without_frame_policy(path, content)
    if not _is_page(path):
        return content
    return _changed(_PAGE_POLICY, b"", content, "the page's policy stands elsewhere")


def damaged(path: str, content: bytes) -> bytes:
    """The snapshot has come whole, and is none."""
    if not path.startswith("python/snapshot."):
        return content
    length = len(gzip.decompress(content))
    return b"\xff" * length


def other_build(path: str, content: bytes) -> bytes:
    """The page is of another build than the snapshot."""
    if not _is_page(path):
        return content
    return _changed(_BUILD, b'"build":"00000000', content, "the page names its build otherwise")


def _is_page(path: str) -> bool:
    return path == "metriken/index.html"


def _once(text: bytes, old: bytes, new: bytes) -> bytes:
    assert text.count(old) == 1, "the worker's paint is mixed otherwise"
    assert len(old) == len(new)
    return text.replace(old, new)


def _changed(pattern: re.Pattern[bytes], by: bytes, content: bytes, otherwise: str) -> bytes:
    changed, times = pattern.subn(by, content)
    assert times == 1, otherwise
    return changed
