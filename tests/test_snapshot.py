from __future__ import annotations

import base64
import json
import struct
from pathlib import Path

import pytest
from recorder import Recorder

from web.faults import HostFault
from web.node import Node
from web.process import Ran
from web.snapshot import PAGE, SOURCES, Picture, Snapshot, pack, take_snapshot

NODE = Node(Path("/opt/node"), Path("/opt/npm"))
HEADER = b"head" + struct.pack("<I", 12) + b"more"


def page(byte: int) -> bytes:
    return bytes([byte]) * PAGE


def unpacked(packed: bytes, initial: bytes, switching: bool) -> tuple[str, bytes, bytes]:
    """As the page does it: build, header and memory."""
    (length,) = struct.unpack_from("<I", packed)
    about = json.loads(packed[4 : 4 + length])
    at = 4 + length
    header = packed[at : at + about["head"]]
    at += about["head"]
    memory = bytearray()
    runs = about["runs"]
    for kind, size in zip(runs[::2], runs[1::2], strict=True):
        if kind == 0:
            memory += bytes(size)
        elif kind == 1:
            memory += initial[len(memory) : len(memory) + size]
        else:
            memory += packed[at : at + size]
            at += size
    assert at == len(packed)
    assert len(memory) == about["heap"]
    if switching:
        for offset, text in about["switching"]:
            piece = base64.b64decode(text)
            memory[offset : offset + len(piece)] = piece
    return about["build"], header, bytes(memory)


INITIAL = page(0) + page(7) + page(8) + page(9)
PLAIN = page(0) + page(7) + page(5) + page(9) + page(6) + page(6) + page(0)


def changed(memory: bytes, *places: int) -> bytes:
    copy = bytearray(memory)
    for place in places:
        copy[place] ^= 255
    return bytes(copy)


def test_both_pictures_come_out_of_the_pack() -> None:
    other = changed(PLAIN, 3, 2 * PAGE + 40, len(PLAIN) - 1)
    packed = pack("b1", Picture(HEADER, PLAIN, INITIAL), Picture(HEADER, other, INITIAL))
    assert unpacked(packed, INITIAL, switching=False) == ("b1", HEADER, PLAIN)
    assert unpacked(packed, INITIAL, switching=True) == ("b1", HEADER, other)


def test_zeros_and_what_the_wasm_file_says_are_not_stored() -> None:
    packed = pack("b1", Picture(HEADER, PLAIN, INITIAL), Picture(HEADER, PLAIN, INITIAL))
    (length,) = struct.unpack_from("<I", packed)
    assert packed[4 + length :] == HEADER + page(5) + page(6) + page(6)


def test_a_memory_that_does_not_end_with_a_page() -> None:
    memory = PLAIN + b"end"
    packed = pack("b1", Picture(HEADER, memory, INITIAL), Picture(HEADER, memory, INITIAL))
    assert unpacked(packed, INITIAL, switching=True)[2] == memory


@pytest.mark.parametrize(
    "other",
    [
        Picture(HEADER, PLAIN + b"x", INITIAL),
        Picture(b"other", PLAIN, INITIAL),
    ],
    ids=["size", "header"],
)
def test_pictures_that_do_not_fit_together_are_refused(other: Picture) -> None:
    with pytest.raises(HostFault, match="don't fit together: their sizes or headers differ"):
        pack("b1", Picture(HEADER, PLAIN, INITIAL), other)


def test_pictures_that_differ_too_much_are_refused() -> None:
    memory = page(1) * 100
    other = Picture(HEADER, page(2) * 100, b"")
    with pytest.raises(HostFault, match="too much of their memory differs"):
        pack("b1", Picture(HEADER, memory, b""), other)


# --- taking it --------------------------------------------------------------------------------


def taking() -> Recorder:
    """Node, as it takes two pictures and packs the tree."""

    def picture(command: list[str]) -> Ran:
        folder = Path(command[command.index("snapshot.mjs") + 1])
        memory = changed(PLAIN, 3) if "--experimental-wasm-jspi" in command else PLAIN
        (folder / "snapshot.bin").write_bytes(HEADER + memory)
        (folder / "initial.bin").write_bytes(INITIAL)
        return Ran(0, "")

    def tree(command: list[str]) -> Ran:
        Path(command[command.index("tree.mjs") + 1]).write_bytes(b"tree")
        return Ran(0, "")

    return Recorder().when("snapshot.mjs", then=picture).when("tree.mjs", then=tree)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "web" / "src").mkdir(parents=True)
    for name in SOURCES:
        (tmp_path / "web" / name).write_text(name)
    for name in ("micropip.whl", "checker.whl"):
        (tmp_path / name).write_text(name)
    return tmp_path


def take(root: Path, run: Recorder) -> Snapshot:
    return take_snapshot(root, NODE, root / "micropip.whl", root / "checker.whl", run)


def test_it_is_taken_with_and_without_the_switching_of_stacks(root: Path) -> None:
    taken = take(root, taking())
    assert taken.tree == b"tree"
    assert unpacked(taken.image, INITIAL, switching=False) == (taken.build, HEADER, PLAIN)
    assert unpacked(taken.image, INITIAL, switching=True)[2] == changed(PLAIN, 3)


def test_it_is_taken_anew_only_when_something_has_changed(root: Path) -> None:
    first = take(root, taking())
    nobody = Recorder()
    assert take(root, nobody) == first
    assert nobody.commands == []
    (root / "checker.whl").write_text("another checker")
    assert take(root, taking()).build != first.build


def test_a_node_that_fails_is_told_with_its_words(root: Path) -> None:
    failing = Recorder().when("snapshot.mjs", then=lambda _: Ran(1, "no such flag"))
    with pytest.raises(HostFault, match=r"could not be taken. Node said:\s+no such flag"):
        take(root, failing)
