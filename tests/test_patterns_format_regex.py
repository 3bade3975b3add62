"""`format: regex` in generated modules: the helper and the parser are two writings of one grammar."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemawright.generator.patterns import PatternError, parse
from schemawright.generator.patterns.properties import property_codes, property_names

HELPER = Path(__file__).resolve().parent.parent / "generator" / "templates" / "helpers" / "format_regex.py"
NAMES: dict[str, object] = {}
exec(compile(HELPER.read_text(encoding="ascii"), "format_regex", "exec"), NAMES)  # noqa: S102
is_format_regex = NAMES["is_format_regex"]

# Pieces that meet every branch of the grammar, right and wrong.
PIECES = [
    r"a",
    r"b",
    r"\d",
    r"\w",
    r"\S",
    r"\b",
    r"\B",
    r"^",
    r"$",
    r".",
    r"(",
    r")",
    r"(?:",
    r"(?=",
    r"(?!",
    r"(?<=",
    r"(?<!",
    r"(?<n>",
    r"(?<m>",
    r"(?<\u0061>",
    r"(?<$\u{62}>",
    r"\k<n>",
    r"\k<m>",
    r"\1",
    r"\2",
    r"*",
    r"+",
    r"?",
    r"{2}",
    r"{2,}",
    r"{2,1}",
    r"{1,10}",
    r"{,2}",
    r"{",
    r"}",
    r"]",
    r"[",
    r"[^",
    r"[a-",
    r"-",
    r"-z]",
    r"[\w-a]",
    r"[\d-\w]",
    r"[b-a]",
    r"\-",
    r"[\b]",
    r"[\-]",
    r"\p{L}",
    r"\P{Lu}",
    r"\p{gc=Nd}",
    r"\p{scx=Grek}",
    r"\p{Nope}",
    r"\u{1F600}",
    r"\u{110000}",
    r"\ud83d\udc32",
    r"\ud83d",
    r"\x41",
    r"\x4",
    r"\cA",
    r"\c1",
    r"\0",
    r"\01",
    r"\a",
    r"\_",
    r"\ ",
    r"/",
    r"\/",
    r"(?i:",
    r"(?#",
    r"(?P<n>",
    r"\Z",
    r"é",
    r"[^]",
    r"[]",
    r"🐲",
    r"\k",
    r"\k<",
    r"<",
    r">",
    r"\u{",
    r"{9999999999999,99999}",
]


def agrees(text: str) -> None:
    try:
        parse(text, strict=True)
        expected = True
    except PatternError:
        expected = False
    assert is_format_regex(text) is expected, ascii(text)


@settings(max_examples=3000, deadline=None)
@given(st.lists(st.sampled_from([*PIECES, "|"]), max_size=8).map("".join))
def test_agrees_with_the_strict_parser_on_pieces_of_the_grammar(text: str) -> None:
    """A pattern is a `regex` exactly when the strict parser accepts it."""
    agrees(text)


@settings(max_examples=1000, deadline=None)
@given(st.text(alphabet="ab01,{}[]()?*+-^$|\\.<>=!:kpuxcnLd_\ud83d\udc32\u00e9", max_size=12))
def test_agrees_with_the_strict_parser_on_any_text(text: str) -> None:
    """The same, for texts that are hardly patterns."""
    agrees(text)


def test_knows_exactly_the_property_names_of_the_table() -> None:
    """Every name of the table is valid, and none besides."""
    assert all(is_format_regex(rf"\p{{{name}}}") for name in property_names())
    assert not any(
        is_format_regex(rf"\p{{{name}}}") for name in ("l", "Latin", "sc=L", "gc=Latn", "Script=", "=L", "IsL")
    )


def test_name_characters_are_those_of_the_table() -> None:
    """Group names follow the pinned table, not the Unicode version of the Python that runs the module."""
    for name, expression in (("REGEX_NAME_STARTS", "ID_Start"), ("REGEX_NAME_PARTS", "ID_Continue")):
        bounds = NAMES["regex_bounds"](NAMES[name])
        pairs = tuple((first, after - 1) for first, after in zip(bounds[::2], bounds[1::2], strict=True))
        assert pairs == property_codes(expression)


@pytest.mark.parametrize("deep", ["(" * 20_000 + ")" * 20_000, "(?=" * 9_000 + "a" + ")" * 9_000])
def test_depth_needs_no_recursion(deep: str) -> None:
    """A pattern nested deeper than Python's stack is answered all the same."""
    assert is_format_regex(deep) is True
    assert is_format_regex(deep[:-1]) is False


def test_helper_travels() -> None:
    """The helper imports the standard library only, catches nothing and does not call itself."""
    tree = ast.parse(HELPER.read_text(encoding="ascii"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert (imported, modules) == ({"functools", "re"}, {"bisect"})
    assert not any(
        isinstance(node, ast.Try | ast.With | ast.ClassDef | ast.AsyncFunctionDef) for node in ast.walk(tree)
    )
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    calls = {
        f.name: {c.func.id for c in ast.walk(f) if isinstance(c, ast.Call) and isinstance(c.func, ast.Name)}
        for f in functions
    }
    reached = {name: set(called) for name, called in calls.items()}
    for _ in calls:
        for name in calls:
            reached[name] |= set().union(*(calls.get(other, set()) for other in reached[name]))
    assert not [name for name in calls if name in reached[name]]
    assert isinstance(compile(tree, "helper", "exec"), CodeType)
    assert re.search(r"(?m)^(try|except)\b", HELPER.read_text(encoding="ascii")) is None
