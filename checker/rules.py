"""What is known of exceptions, as data: which words fit which exception, and what JavaScript calls it.

The first rule that fits is taken, so special ones stand before general ones. `line` patterns see the
learner's line without texts and comments. A new kind is a new line here and a text under
"error.KEY" in each catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from checker.meant import IMPORTS, JS_ATTRIBUTES, JS_NAMES, THIRD_PARTY, THIRD_PARTY_NAMES

__all__ = ["NO_PYTHON", "RULES", "Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """Fits exceptions of one of `types` (names; none: all) whose message and line the patterns find.

    Named groups are fields of the text; one that is found twice must be the same both times, and the
    group "type" the exception's own. With `instead`, the group "name" must be a key of it, and the
    field `instead` is what it gives; with `near`, a name like it must be known.
    """

    key: str
    types: tuple[str, ...] = ()
    message: str | None = None
    line: str | None = None
    instead: Mapping[str, str] | None = None
    near: bool = False


_SYNTAX = ("SyntaxError",)
_RERAISED = ("ValueError", "RuntimeError", "KeyError", "IndexError", "LookupError", "Exception")
_FILE = ("FileNotFoundError", "PermissionError", "IsADirectoryError")
_SYSTEM = (
    *("OSError", *_FILE, "NotADirectoryError", "FileExistsError", "BlockingIOError", "ChildProcessError"),
    *("ProcessLookupError", "InterruptedError", "BrokenPipeError", "ConnectionError", "ConnectionResetError"),
    *("ConnectionRefusedError", "ConnectionAbortedError", "UnsupportedOperation", "URLError", "gaierror"),
)
_INDENT = ("IndentationError", "TabError")
_BLOCK = r"^\s*(?:if|elif|else|for|while|def|class|try|except|finally|with|async)\b"
_NO_ATTRIBUTE = r"has no attribute '(?P<name>\w+)'"
_CHANGING = "append|push|add|insert|extend|pop|remove|sort|reverse"
_OF_ANY = r"'(?:list|str|tuple|range|dict_\w+)' object"
_OF_DICT = r"'(?:dict|set|frozenset)' object has no attribute "
_DICT_NAME = r"'(?P<name>length|size|has|hasOwnProperty|includes|contains|forEach)'"
_OF_NUMBER = r"'(?:int|float)' object has no attribute '(?P<name>toFixed|toString)'"
_COLLECTION = r"'(?P<got>list|tuple|dict|set)'"
_TEXT_OR_NUMBER = "'(?:int|float|str)'"
_PAIR = r"'(?P<left>[\w.]+)' and '(?P<right>[\w.]+)'"
_NO_KEYWORD = r"(?!(?:if|else|for|in|and|or|is|not|as|from|async|lambda)\b)"
_UNDEFINED = r"name '(?P<name>\w+)' is not defined"
_NOTHING = r"""=\s*(?:0|0\.0|\[\]|\{\}|""|''|None|True|False)\s*"""
_AFTER_SLASHES = r"//\s*(?P<name>\w+)\s*;?\s*$"
_NO_OPERATOR = r"(?!(?:in|and|or|not|is)\b)"
_GENERIC = "Array|ReadonlyArray|Map|Set|Promise|Record|Partial|Readonly"
_PLACED = "|".join(["await", "async for", "async with"])

RULES = (
    # what a program raises by itself
    Rule("exit", ("SystemExit",)),
    Rule("interrupt", ("KeyboardInterrupt",)),
    Rule("not_implemented", ("NotImplementedError",)),
    Rule("raised", (), None, r"(?:^|:)\s*raise\s+(?:\w+\.)*(?P<type>\w+)"),
    Rule("raised", _RERAISED, None, r"(?:^|:)\s*raise(?:\s+[a-z_]\w*)?\s*(?:$|from\b)"),
    # names
    Rule("prompt", ("NameError",), r"name 'In' is not defined", r"^\s*In \[\d*\]:"),
    Rule("js_comment", ("NameError",), _UNDEFINED, _NOTHING + _AFTER_SLASHES),
    Rule("exit", ("NameError",), r"name '(?:exit|quit)' is not defined"),
    Rule("not_here", ("NameError",), r"name '(?P<name>help|copyright|credits|license)' is not defined"),
    Rule("js_name", ("NameError",), _UNDEFINED, None, JS_NAMES),
    Rule("third_party", ("NameError",), _UNDEFINED, None, THIRD_PARTY_NAMES),
    Rule("import_missing", ("NameError",), _UNDEFINED, None, IMPORTS),
    Rule("near_name", ("NameError",), _UNDEFINED + r".*Did you mean: '(?P<instead>\w+)'"),
    Rule("near_name", ("NameError",), _UNDEFINED, near=True),
    Rule("js_comment_name", ("NameError",), _UNDEFINED, _AFTER_SLASHES),
    Rule("unbound_local", ("UnboundLocalError",), r"variable '(?P<name>\w+)'"),
    Rule("free_name", ("NameError",), r"free variable '(?P<name>\w+)'"),
    Rule("name", ("NameError",), _UNDEFINED),
    # attributes
    Rule("attribute_none", ("AttributeError",), f"'NoneType' object {_NO_ATTRIBUTE}"),
    Rule("attribute_index_of", ("AttributeError",), f"{_OF_ANY} has no attribute 'indexOf'"),
    Rule("attribute_tuple", ("AttributeError",), f"'tuple' object has no attribute '(?P<name>{_CHANGING})'"),
    Rule("attribute_js", ("AttributeError",), f"{_OF_ANY} {_NO_ATTRIBUTE}", None, JS_ATTRIBUTES),
    Rule("attribute_js", ("AttributeError",), _OF_DICT + _DICT_NAME, None, JS_ATTRIBUTES),
    Rule("attribute_js", ("AttributeError",), _OF_NUMBER, None, JS_ATTRIBUTES),
    Rule("attribute_dict", ("AttributeError",), f"'dict' object {_NO_ATTRIBUTE}"),
    Rule("attribute_module", ("AttributeError",), rf"module '(?P<module>[\w.]+)' {_NO_ATTRIBUTE}"),
    Rule("attribute", ("AttributeError",), _NO_ATTRIBUTE),
    # types
    Rule("method", ("TypeError",), r"(?:function|method)' object is not (?:iter|subscript)able"),
    Rule("none_used", ("TypeError",), r"'NoneType' object|non-iterable NoneType|of type 'NoneType'"),
    Rule("none_reckoned", ("TypeError",), r"(?:for|between) .*'NoneType'"),
    Rule("not_subscriptable", ("TypeError",), r"'(?P<got>[\w.]+)' object is not subscriptable"),
    Rule("not_iterable", ("TypeError",), r"'(?P<got>[\w.]+)' object is not iterable"),
    Rule("not_iterable", ("TypeError",), r"non-iterable (?P<got>[\w.]+) object"),
    Rule("not_iterable", ("TypeError",), r"argument of type '(?P<got>[\w.]+)' is not"),
    Rule("not_callable", ("TypeError",), r"'(?P<got>[\w.]+)' object is not callable"),
    Rule("index_text", ("TypeError",), r"(?P<holder>list|tuple|string) indices must be integers.* '?str'?$"),
    Rule("index_float", ("TypeError",), r"indices must be integers.* '?float'?$"),
    Rule("index_float", ("TypeError",), r"'float' object cannot be interpreted as an integer"),
    Rule("range_of", ("TypeError",), rf"{_COLLECTION} object cannot be interpreted", r"\brange\("),
    Rule("index_other", ("TypeError",), r"indices must be integers|interpreted as an integer"),
    Rule("text_and_number", ("TypeError",), "can only concatenate str"),
    Rule("text_and_number", ("TypeError",), rf"for \S+: {_TEXT_OR_NUMBER} and {_TEXT_OR_NUMBER}"),
    Rule("list_concat", ("TypeError",), r"can only concatenate (?P<holder>list|tuple)"),
    Rule("operands", ("TypeError",), rf"for (?P<sign>\S+?)(?: or pow\(\))?: {_PAIR}"),
    Rule("not_ordered", ("TypeError",), f"between instances of {_PAIR}"),
    Rule("no_length", ("TypeError",), r"object of type '(?P<got>[\w.]+)' has no len\(\)"),
    Rule("unhashable", ("TypeError",), r"unhashable type: '(?P<got>[\w.]+)'"),
    Rule("no_item_assignment", ("TypeError",), r"'(?P<got>[\w.]+)' object does not support item assignment"),
    Rule("join_texts", ("TypeError",), r"sequence item \d+: expected str"),
    Rule("keyword", ("TypeError",), r"unexpected keyword argument '(?P<name>\w+)'"),
    Rule("arguments", ("TypeError",), r"(?P<name>\w+)\(\) (?:takes .* given|missing \d+ required)"),
    Rule("type", ("TypeError",)),
    # values
    Rule("index_of", ("ValueError",), None, r"\.index\("),
    Rule("index_of", ("ValueError",), r"is not in (?:list|deque)|index\(x\)"),
    Rule("remove", ("ValueError",), None, r"\.remove\("),
    Rule("unpack", ("ValueError",), r"values to unpack"),
    Rule("convert", ("ValueError",), r"invalid literal for int|could not convert"),
    Rule("empty", ("ValueError",), r"(?:max|min)\(\).* empty"),
    Rule("domain", ("ValueError",), r"domain error|expected a (?:nonnegative|positive|number)"),
    Rule("value", ("ValueError",)),
    Rule("empty", ("StatisticsError",)),
    Rule("pop_empty", ("IndexError",), r"pop from (?:an )?empty"),
    Rule("index", ("IndexError",)),
    Rule("pop_empty", ("KeyError",), r"pop from an empty|dictionary is empty"),
    Rule("remove", ("KeyError",), None, r"\.remove\("),
    Rule("key", ("KeyError",)),
    Rule("zero_division", ("ZeroDivisionError",)),
    Rule("overflow", ("OverflowError",)),
    # the rest of what a running program may meet
    Rule("recursion", ("RecursionError",)),
    Rule("input", ("EOFError",)),
    Rule("third_party", ("ModuleNotFoundError",), r"No module named '(?P<name>\w+)", None, THIRD_PARTY),
    Rule("module", ("ModuleNotFoundError",), r"No module named '(?P<name>[\w.]+)'"),
    Rule("import_name", ("ImportError",), r"cannot import name '(?P<name>\w+)'"),
    Rule("import", ("ImportError", "ModuleNotFoundError")),
    Rule("memory", ("MemoryError",)),
    Rule("assertion", ("AssertionError",)),
    Rule("stop_iteration", ("StopIteration", "StopAsyncIteration")),
    Rule("changed_size", ("RuntimeError",), r"changed size during iteration"),
    Rule("file", _FILE, None, r"\bopen\(|\.(?:read|write)_(?:text|bytes)\("),
    Rule("system", _SYSTEM),
    Rule("unicode", ("UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError")),
    # what Python cannot read: what is no code first, then JavaScript
    Rule("f_string", _SYNTAX, r"^f-string"),
    Rule("fence", _SYNTAX, None, r"^\s*```"),
    Rule("prompt", _SYNTAX, None, r"^\s*(?:>>>|In \[\d*\]:)"),
    Rule("js_for", _SYNTAX, None, r"^\s*\}?\s*for\s*\(\s*(?:const|let|var|\w+\s*=)"),
    Rule("js_for", _SYNTAX, None, r"\bfor\s*\(?\s*[\w, ]+\s+of\s"),
    Rule("js_arrow_ge", _SYNTAX, None, r"^\s*(?:if|elif|while)\b.*=>"),
    Rule("js_arrow", _SYNTAX, None, r"=>"),
    Rule("js_equal", _SYNTAX, None, r"(?P<sign>===|!==)"),
    Rule("js_and", _SYNTAX, None, r"&&"),
    Rule("js_or", _SYNTAX, None, r"\|\|"),
    Rule("js_increment", _SYNTAX, None, r"(?P<name>[\w\]]+)\s*(?P<sign>\+\+|--)\s*(?:;|\)|\}|$)"),
    Rule("js_increment", _SYNTAX, None, r"^\s*(?P<sign>\+\+|--)\s*(?P<name>\w+)\s*;?\s*$"),
    Rule("js_else_if", _SYNTAX, None, r"^\s*\}?\s*else\s+if\b"),
    Rule("js_function", _SYNTAX, None, r"(?:^|[=(,]|\bexport|\basync)\s*function\b"),
    Rule("js_declare", _SYNTAX, None, r"^\s*(?:export\s+)?(?P<name>const|let|var)\s+[\w\[{]"),
    Rule("js_catch", _SYNTAX, None, r"^\s*\}?\s*catch\s*(?:\(.*\)\s*)?[{:]"),
    Rule("js_throw", _SYNTAX, None, rf"^\s*throw\s+{_NO_KEYWORD}\w"),
    Rule("js_new", _SYNTAX, None, rf"\bnew\s+{_NO_KEYWORD}(?P<name>\w+)"),
    Rule("js_switch", _SYNTAX, None, r"^\s*switch\b.*[{:]\s*$"),
    Rule("js_do", _SYNTAX, None, r"^\s*do\s*[{:]|^\s*\}\s*while\b"),
    Rule("js_import", _SYNTAX, None, r"^\s*import\b[^;]*\bfrom\b"),
    Rule("js_spread", _SYNTAX, None, rf"(?<![\w.])\.\.\.{_NO_KEYWORD}[^\W\d]"),
    Rule("js_destructure", _SYNTAX, r"cannot assign to (?:set|dict)", r"\bfor\s*\{|^\s*\{.*\}\s*=[^=]"),
    Rule("js_typeof", _SYNTAX, None, rf"\btypeof\s+{_NO_KEYWORD}\w"),
    Rule("js_generic", _SYNTAX, None, rf"\b(?:{_GENERIC})<[\w\s,<>\[\]|]+>"),
    Rule("js_generic", _SYNTAX, None, r"\b(?:string|number|boolean|any)\[\]"),
    Rule("js_comment", _SYNTAX, None, rf"^\s*(?://|/\*)|\S\s+//\s+[^\W\d]\w*\s+{_NO_KEYWORD}\w"),
    Rule("js_template", _SYNTAX, None, r"`"),
    Rule("js_nullish", _SYNTAX, None, r"\?\?|\?\."),
    Rule("js_ternary", _SYNTAX, None, r"\?.*:"),
    Rule("shell", _SYNTAX, None, r"^\s*[!%]\s*\w"),
    Rule("js_not", _SYNTAX, None, r"!(?!=)"),
    Rule("braces", _SYNTAX, None, _BLOCK + rf".*(?:[)\]]|\b{_NO_OPERATOR}\w+)\s*\{{\s*$"),
    Rule("braces", _SYNTAX, None, r"^\s*(?:\}\s*)?(?:else|try|finally)\s*\{"),
    Rule("braces", _SYNTAX, None, r"^\s*\}\s*(?:;\s*)?$|^\s*\}\s*(?:else|elif|finally)\b"),
    # then Python's own
    Rule("curly_quotes", _SYNTAX, r"invalid character '[\u201c-\u201f\u2018-\u201b\u00ab\u00bb\u00b4]'"),
    Rule("strange_character", _SYNTAX, r"invalid (?:non-printable )?character"),
    Rule("else_if", _SYNTAX, None, r"^\s*elseif\b"),
    Rule("assign_in_condition", _SYNTAX, None, r"^\s*(?:if|elif|while)\b\s*\(?[^=(]*[^=(!<>:]=[^=]"),
    Rule("never_closed", _SYNTAX, r"'(?P<sign>[(\[{])' was never closed"),
    # A line that begins with `for` or `if` may as well go on with a list: only Python knows.
    Rule("colon", _SYNTAX, r"^expected ':'", r"^(?!.*\blambda\b)(?!.*:\s*$)"),
    Rule("colon", _SYNTAX, None, r"^\s*(?:else|try|finally)\s*$"),
    Rule("print_statement", _SYNTAX, None, r"^\s*print\s+[^\s(=]"),
    Rule("unmatched", _SYNTAX, r"(?:unmatched|closing parenthesis) '(?P<sign>[)\]}])'"),
    Rule("text_end", _SYNTAX, r"unterminated|EOL while|EOF while scanning"),
    Rule("comma", _SYNTAX, r"forgot a comma"),
    Rule("ternary_else", _SYNTAX, r"expected 'else' after 'if'"),
    Rule("async_outside", _SYNTAX, rf"'(?P<name>{_PLACED})' outside"),
    Rule("outside_function", _SYNTAX, r"'?(?P<name>return|yield)'? outside"),
    Rule("outside_loop", _SYNTAX, r"'(?P<name>break|continue)' (?:outside|not properly)"),
    Rule("assign_to", _SYNTAX, r"cannot assign to", r"[^=!<>:]=(?!=)"),
    Rule("assign_for", _SYNTAX, r"cannot assign to", r"\bfor\b"),
    # An older 3.11 speaks of the number, not of the invisible character behind it.
    Rule("strange_character", _SYNTAX, r"invalid decimal literal", r"\d[^\w\x00-\x7f]"),
    Rule("invalid_number", _SYNTAX, r"invalid decimal literal|leading zeros"),
    Rule("syntax", _SYNTAX),
    Rule("braces", _INDENT, None, r"^\s*\}\s*;?\s*$"),
    Rule("js_comment", _INDENT, None, r"^\s*//"),
    Rule("tabs", ("TabError",)),
    Rule("indent_missing", _INDENT, r"expected an indented block"),
    Rule("indent_unexpected", _INDENT, r"unexpected indent"),
    Rule("indent", _INDENT),
)
"""All rules, in the order in which they are tried."""

NO_PYTHON = frozenset(
    {rule.key for rule in RULES if rule.key.startswith("js_") and rule.types == _SYNTAX}
    | {"fence", "prompt", "shell", "braces", "curly_quotes", "else_if", "assign_in_condition", "never_closed"}
    | {"colon", "print_statement", "ternary_else", "async_outside", "outside_function", "outside_loop"}
    | {"assign_to", "assign_for", "tabs", "indent_missing", "indent_unexpected", "indent"}
)
"""What these are said of is refused by every version of Python."""
