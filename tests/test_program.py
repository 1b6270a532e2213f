from __future__ import annotations

import linecache
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hostile import REFUSED

from checker.program import Refused, Source, describe, new_main, public_names, set_main


@pytest.fixture
def _main() -> Iterator[None]:
    """The module __main__ of the tests, put back afterwards."""
    before = sys.modules["__main__"]
    yield
    set_main(before)


def refused(text: str) -> dict[str, Any]:
    with pytest.raises(Refused) as caught:
        Source(text, "a.py").compile()
    return dict(caught.value.raised)


def raised(text: str, **more: Any) -> dict[str, Any]:
    """What is told of the exception that a program raises."""
    source = Source(text, "a.py")
    try:
        exec(source.compile(), vars(new_main("a.py")))
    except BaseException as error:  # noqa: BLE001
        return describe(error, {"a.py": source}, **more)
    raise AssertionError("nothing was raised")


# --- the text ---------------------------------------------------------------------------------


def test_lines_end_only_where_python_ends_them() -> None:
    assert Source("a\r\nb\rc\nd\x0ce\x1cf\u2028g", "a.py").lines == ("a", "b", "c", "d\x0ce\x1cf\u2028g")


def test_a_byte_order_mark_at_the_beginning_is_no_part_of_the_text() -> None:
    source = Source("\ufeffx = 1\n", "a.py")
    source.compile()
    assert source.line(1) == "x = 1"


def test_a_line_is_bounded_and_empty_where_there_is_none() -> None:
    source = Source("x" * 1000, "a.py")
    assert [len(source.line(number)) for number in (0, 1, 2, -1)] == [0, 200, 0, 0]


def test_lines_shown_are_found_by_tracebacks_until_hidden() -> None:
    source = Source("x = 1\ny = 2", "zu-zeigen.py")
    source.show()
    linecache.checkcache("zu-zeigen.py")
    assert linecache.getline("zu-zeigen.py", 2) == "y = 2\n"
    source.hide()
    source.hide()
    assert linecache.getline("zu-zeigen.py", 2) == ""


# --- compiling --------------------------------------------------------------------------------


def test_annotations_are_not_evaluated_by_any_version() -> None:
    exec(Source("def f(x: Nix) -> Nie: pass\ny: Nirgends = 1\n", "a.py").compile(), vars(new_main()))


def test_our_own_future_imports_are_not_the_programs() -> None:
    code = Source("x = 1\n", "a.py").compile()
    assert code.co_filename == "a.py"
    assert bool(code.co_flags & 0x1000000) is (sys.version_info < (3, 14))


def test_warnings_of_the_compiler_are_not_told() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Source("x = 1\nx is 1\n'\\d'\n1()\n", "a.py").compile()
    assert caught == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_a_syntax_error_at_a_line(name: str) -> None:
    told = refused(REFUSED[name])
    assert told["type"] in {"SyntaxError", "IndentationError", "TabError"}
    assert told["frames"] == []
    assert 1 <= told["line"] <= len(Source(REFUSED[name], "").lines)
    assert told["column"] is None or told["column"] >= 1


@pytest.mark.parametrize(
    ("text", "line", "column", "shown"),
    [
        ("x = 1\nfor i in x\n    pass\n", 2, 11, "for i in x"),
        ("x = 1\r\ny = '\udc80'\r\n", 2, 6, "y = '\\udc80'"),
        ("x = 1\ny = '\0'\n", 2, 6, "y = '\0'"),
        ("ä = 'ö' +\n", 1, 10, "ä = 'ö' +"),
    ],
)
def test_a_refusal_tells_line_column_and_text(text: str, line: int, column: int, shown: str) -> None:
    told = refused(text)
    assert (told["line"], told["column"], told["text"]) == (line, column, shown)


def test_a_text_too_complex_points_to_its_longest_line() -> None:
    told = refused("x = 1\ny = " + "-" * 20_000 + "1\nz = 1\n")
    assert told["line"] == 2
    assert told["message"].startswith("too complex to compile (MemoryError")


def test_python_s_own_exception_is_kept_beside_it() -> None:
    with pytest.raises(Refused) as caught:
        Source("x = (", "a.py").compile()
    assert isinstance(caught.value.error, SyntaxError)


def test_a_tree_is_parsed_and_refused_the_same_way() -> None:
    assert len(Source("x = 1\nx\n", "a.py").parse().body) == 2
    with pytest.raises(Refused):
        Source("x = (", "a.py").parse()


# --- __main__ ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("_main")
def test_a_program_is_the_module_main() -> None:
    module = new_main("a.py")
    before = set_main(module)
    exec(
        "import __main__, builtins\nassert __main__.builtins is builtins and __name__ == '__main__'",
        vars(module),
    )
    assert vars(module)["__file__"] == "a.py"
    assert vars(module)["__builtins__"] is sys.modules["builtins"]
    assert set_main(before) is module


@pytest.mark.usefixtures("_main")
def test_dataclasses_and_pickles_find_their_module() -> None:
    module = new_main("a.py")
    set_main(module)
    text = """
from dataclasses import dataclass
from typing import ClassVar
import pickle
@dataclass
class Fall:
    frage: str
    zahl: ClassVar[int] = 3
assert pickle.loads(pickle.dumps(Fall("a"))) == Fall("a")
"""
    exec(Source(text, "a.py").compile(), vars(module))


def test_public_names_are_exact_texts_without_an_underscore() -> None:
    class Name(str):
        __slots__ = ()

    assert public_names({"a": 1, "_b": 2, "__c__": 3, Name("d"): 4, 5: 6, "e" * 200: 7}) == [  # type: ignore[dict-item]
        "a",
        "e" * 100,
    ]


# --- exceptions -------------------------------------------------------------------------------


def test_an_exception_is_its_type_message_and_own_frames() -> None:
    assert raised("def f():\n    return 1 / 0\n\nf()\n") == {
        "type": "ZeroDivisionError",
        "message": "division by zero",
        "frames": [
            {"line": 4, "function": "<module>", "text": "f()"},
            {"line": 2, "function": "f", "text": "return 1 / 0"},
        ],
    }


def test_frames_name_their_file_when_asked_to() -> None:
    assert raised("1 / 0\n", with_files=True)["frames"][0]["file"] == "a.py"


def test_frames_of_other_files_are_left_out() -> None:
    frames = raised("import json\njson.loads('{')\n")["frames"]
    assert [frame["line"] for frame in frames] == [2]


def test_of_many_frames_the_first_and_the_last_ten_are_kept() -> None:
    frames = raised("def f(n):\n    if not n:\n        1 / 0\n    f(n - 1)\n\nf(100)\n")["frames"]
    assert [frame["line"] for frame in frames] == [6] + [4] * 18 + [3]


def test_a_comprehension_is_no_frame_of_its_own_in_any_version() -> None:
    frames = raised("def f(x):\n    return [1 / n for n in x]\n\nf([0])\n")["frames"]
    assert [(frame["line"], frame["function"]) for frame in frames] == [(4, "<module>"), (2, "f")]


def test_a_frame_without_a_line_in_the_text_has_an_empty_text() -> None:
    frames = raised("exec(compile('\\n' * 10 + '1 / 0', 'a.py', 'exec'))\n")["frames"]
    assert frames[-1] == {"line": 11, "function": "<module>", "text": ""}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise ValueError", ""),
        ("raise KeyError('a')", "'a'"),
        ("raise ValueError('x' * 5000)", "x" * 1999 + "…"),
        ("raise ValueError('\\udc80')", "\\udc80"),
        ("class E(Exception):\n    def __str__(self): raise SystemExit\nraise E", "<exception str() failed>"),
        ("class E(Exception):\n    def __str__(self): return 3\nraise E", "<exception str() failed>"),
        ("raise ValueError(10**5000)", "<exception str() failed>"),
    ],
)
def test_a_message_is_bounded_and_never_an_exception(text: str, message: str) -> None:
    assert raised(text)["message"] == message


def test_a_class_cannot_hide_its_name() -> None:
    text = """
class Meta(type):
    def __getattribute__(cls, name): raise RuntimeError
class E(Exception, metaclass=Meta):
    __class__ = __traceback__ = property(lambda self: 1 / 0)
raise E("a")
"""
    told = raised(text)
    assert (told["type"], told["message"], told["frames"][0]["line"]) == ("E", "a", 6)
