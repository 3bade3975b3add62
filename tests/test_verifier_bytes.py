"""The stage before Python's parser: one way to read a text, nothing that could crash the parser, helpers by identity."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from importlib import resources

import pytest

from schemawright.generator.helper_table import helper_table
from schemawright.generator.layout import formatted
from schemawright.runtime import helper_space
from schemawright.runtime.refusal import Refused
from schemawright.runtime.verifier import KNOWN, UNKNOWN, verify
from schemawright.runtime.verifier_names import FAMILIES, SORTS

from .verifier_modules import source, spliced

LINE = "    # #/type\n"

TEXTS: dict[str, Callable[[str], str]] = {
    "a mark for the byte order": lambda text: "\ufeff" + text,
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "one carriage return": lambda text: text.replace(LINE, "    # x\r    return True\n", 1),
    "a form feed": lambda text: text.replace(LINE, "\f" + LINE, 1),
    "a vertical tab": lambda text: text.replace(LINE, "    # \v\n", 1),
    "a tab": lambda text: text.replace(LINE, "\t# x\n", 1),
    "a zero byte": lambda text: text.replace(LINE, "    # \0\n", 1),
    "text of two directions": lambda text: text.replace(LINE, "    # \u202e\n", 1),
    "a letter that looks like another": lambda text: text.replace("VALUES__", "V\u0410LUES__"),
    "a wide letter": lambda text: text.replace("check(", "\uff43heck("),
    "no last line feed": lambda text: text.rstrip("\n"),
    "an encoding in the first line": lambda text: "# -*- coding: utf-7 -*-\n" + text,
    "an encoding in the second line": lambda text: text.replace("\n# sha256:  ", "\n# sha256: coding=utf-7 ", 1),
    "a line that goes on": lambda text: text.replace(LINE, "    evaluated__x = \\\n        True\n", 1),
    "two statements in one line": lambda text: text.replace("return False\n", "return False; return True\n", 1),
    "single quotes": lambda text: text.replace('value["a"]', "value['a']", 1),
    "three quotes": lambda text: text.replace('value["a"]', 'value["""a"""]', 1),
    "a prefix of a string": lambda text: text.replace('value["a"]', 'value[r"a"]', 1),
    "two strings in a row": lambda text: text.replace('value["a"]', 'value["a" ""]', 1),
    "two strings without a blank": lambda text: text.replace('value["a"]', 'value[""""a"]', 1),
    "a named character": lambda text: text.replace('value["a"]', 'value["\\N{DIGIT ONE}"]', 1),
    "an octal escape": lambda text: text.replace('value["a"]', 'value["\\141"]', 1),
    "another step of indentation": lambda text: text.replace(LINE, "     # x\n", 1),
    "two blanks": lambda text: text.replace("return False", "return  False", 1),
    "a blank at the end": lambda text: text.replace("return False\n", "return False \n", 1),
    "a number with underscores": lambda text: text.replace("matched__contains = 0", "matched__contains = 0_0", 1),
    "an octal number": lambda text: text.replace("matched__contains = 0", "matched__contains = 0o0", 1),
    "a star": lambda text: text.replace("check(value", "check(*value", 1),
    "a walrus": lambda text: text.replace("if type(value)", "if (name:=value)", 1),
    "a decorator": lambda text: text.replace("def check(", "@check\ndef check(", 1),
    "a lambda": lambda text: text.replace("return False", "return lambda: False", 1),
    "not in a row": lambda text: text.replace("if type(value)", "if not not type(value)", 1),
    "a call of a call": lambda text: text.replace("type(value)", "type(value)(value)", 1),
    "a call of an item": lambda text: text.replace("type(value)", "value[0](value)", 1),
    "a chain of attributes": lambda text: text.replace("value.items()", "value.a.items()", 1),
    "an attribute alone": lambda text: text.replace("value.items()", "value.items", 1),
    "a capital attribute": lambda text: text.replace("value.items()", "value.ITEMS()", 1),
    "a long name that ends in a prefix": lambda text: text.replace('value["a"]', 'value[f"a"]', 1),
    "a mark that stands twice": lambda text: text + "\n# ---- constants of this schema\n",
    "more after the last function": lambda text: text + "\n\nimport os\n",
    "an import between": lambda text: text.replace("# ---- constants of this schema\n", "# ---- constants of this schema\nimport os\n"),
    "a call in the header": lambda text: text.replace("OUTPUT_FORMAT = 1", 'OUTPUT_FORMAT = 1\n__import__("os")'),
    "a helper twice": lambda text: text.replace("def exceeded(", "def exceeded(", 1).replace("\n\ndef charge(", "\n\ndef exceeded(code: str) -> bool:\n    return False\n\n\ndef charge(", 1),
    "a helper with one more line": lambda text: text.replace("    raise ExecutionFailure(code)\n", "    raise ExecutionFailure(code)\n    return True\n"),
    "a helper that is missing": lambda text: text.replace(text[text.index("def exceeded("): text.index("def charge(")], "", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_could_be_read_in_two_ways_is_refused(name: str) -> None:
    changed = TEXTS[name](source())
    assert changed != source(), "the case changes nothing"
    with pytest.raises(Refused):
        verify(changed.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"PK\x03\x04",
        "print(1)\n".encode("utf-16"),
        b"\xff\xfe",
        source().encode("utf-16"),
        b"x" * 100,
        b"# only\n",
    ],
)
def test_bytes_that_are_no_module_are_refused(content: bytes) -> None:
    with pytest.raises(Refused):
        verify(content)


def test_the_size_is_looked_at_first() -> None:
    with pytest.raises(Refused, match="larger than 100 bytes"):
        verify(source().encode(), max_bytes=100)


CRASHES = {
    "brackets": "VALUES__x = " + "(" * 5_000 + ")" * 5_000,
    "lists": "VALUES__x = (" + "[" * 5_000 + "]" * 5_000 + ",)",
    "minus": "VALUES__x = (" + "-" * 5_000 + "1,)",
    "minus and blanks": "VALUES__x = (" + "- " * 5_000 + "1,)",
    "not": "evaluated__x = " + "not " * 5_000 + "True",
    "not over lines": "evaluated__x = (" + "not\n" * 5_000 + "True)",
    "sums": "matched__x = " + "(True) + " * 5_000 + "(True)",
    "choices": "evaluated__x = " + "True if True else " * 5_000 + "True",
    "choices over lines": "evaluated__x = (" + "True\nif True else " * 5_000 + "True)",
    "branches": "if True:\n    pass\n" + "elif True:\n    pass\n" * 5_000,
    "calls": "VALUES__x = a" + "()" * 5_000,
    "items": "VALUES__x = a" + "[0]" * 5_000,
    "attributes": "VALUES__x = a" + ".a" * 5_000,
    "powers": "VALUES__x = 1" + " ** 1" * 5_000,
    "lambdas": "VALUES__x = " + "lambda: " * 5_000 + "1",
    "blocks": "".join("    " * level + "if True:\n" for level in range(300)) + "    " * 300 + "pass",
}


@pytest.mark.parametrize("name", CRASHES)
def test_what_makes_the_parser_recurse_never_reaches_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own parser can end the process on such a text, where the stack is small."""

    def parse(*arguments: object, **options: object) -> None:
        raise AssertionError("the parser was asked")

    level = "module" if CRASHES[name].startswith("VALUES") else "flag"
    text = spliced(level, CRASHES[name])
    monkeypatch.setattr(ast, "parse", parse)
    with pytest.raises(Refused):
        verify(text.encode())


def test_the_worst_text_that_is_parsed_needs_little_stack() -> None:
    """In a thread with half a mebibyte: a chain and nesting just below the bounds."""
    script = """
import threading
from schemawright.runtime.verifier_bytes import DEEPEST_BRACKETS, DEEPEST_INDENTATION, MOST_IN_A_ROW
from schemawright.runtime.verifier_bytes import _check_lexicon, _check_structure
import ast
nested = "VALUES__x = (" + "[" * (DEEPEST_BRACKETS - 2) + "]" * (DEEPEST_BRACKETS - 2) + ",)\\n"
summed = "matched = " + "True + " * (MOST_IN_A_ROW - 1) + "True\\n"
chosen = "matched = " + "True if True else " * (MOST_IN_A_ROW - 1) + "True\\n"
branches = "if True:\\n    pass\\n" + "elif True:\\n    pass\\n" * (DEEPEST_INDENTATION - 1)
def work():
    for text in (nested, summed, chosen, branches):
        body = "\\n" + text
        _check_lexicon(body, 1)
        _check_structure(body, 1)
        compile(ast.parse(body), "x", "exec")
    print("done")
threading.stack_size(512 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "done\n", done.stderr


def test_the_helper_table_is_current() -> None:
    """Mend it by `make regen`."""
    found = resources.files("schemawright.runtime").joinpath("helpers.json").read_text("ascii")
    assert found == helper_table()


def test_no_helper_has_a_name_that_the_schema_side_could_bind() -> None:
    """Locals have sorts, functions and constants prefixes: none of them hides a helper or a builtin."""
    for name in helper_space.table().by_name:
        assert name.partition("__")[0] not in SORTS
        assert name.partition("__")[0] not in FAMILIES
        assert name not in ("check", "explain", "measure", "is_valid", "violations", "validate")


def test_formatted_modules_are_admitted_as_well() -> None:
    text = formatted(source())
    assert text != source()
    verify(text.encode())


def test_every_field_of_every_node_is_known() -> None:
    """On a later Python, new fields must be empty; what this one has is all in the table."""
    for kind, known in KNOWN.items():
        assert set(known.split()) <= set(kind._fields)
        assert set(kind._fields) - set(known.split()) == set(UNKNOWN.get(kind, ()))


def test_a_field_that_the_profile_does_not_know_must_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UNKNOWN, ast.FunctionDef, ["body"])
    with pytest.raises(Refused, match="newer than the profile"):
        verify(source().encode())
