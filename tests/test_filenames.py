"""File names for tools: safe anywhere, unique, and decided by the name alone."""

from __future__ import annotations

import keyword
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright.generator.filenames import LONGEST_PLAIN, digits, module_name
from schemawright.generator.reserved_names import RESERVED

SAFE = re.compile(r"[a-z][a-z0-9_]{0,70}")
ODD_NAMES = [
    "", " ", ".", "..", "../../etc/passwd", "a/b", "a\\b", "C:\\x", "/abs", "Lookup", "LOOKUP", "get-user", "get.user",
    "naïve", "日本語", "ﬁ", "İstanbul", "a\x00b", "a\nb", "\u202eabc", "9lives", "_private", "__init__", "__main__",
    "x" * 300, "X" * 300, "x" * (LONGEST_PLAIN + 1), "con", "NUL", "com1", "class", "match", "json", "regex", "a b",
    "lookup_output", "_output", "a_0123456789abcdef", "lookup.py", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["lookup", "a", "a1", "get_user", "list", "print", "a__b", "a_", "output_", "output", "x" * LONGEST_PLAIN]
)
def test_plain_names_are_kept(name):
    """A name that can be a file's is the file's; the output schema's stands beside it."""
    assert module_name(name, "tool_input") == name
    assert module_name(name, None) == name
    assert module_name(name, "tool_output") == f"{name}_output"


@pytest.mark.parametrize("name", ODD_NAMES, ids=range(len(ODD_NAMES)))
def test_any_other_name_gets_its_digest(name):
    found = module_name(name, "tool_input")
    assert SAFE.fullmatch(found)
    assert found.endswith("_" + digits(name))


def test_names_are_unique():
    """Odd names among themselves, as inputs and outputs, also where a file system ignores case."""
    names = [*ODD_NAMES, "lookup", "output", "a"]
    files = {module_name(name, role).casefold() for name in names for role in ("tool_input", "tool_output")}
    assert len(files) == 2 * len(names)


def test_an_output_is_no_other_tool():
    """A tool called like the output module of another never gets its file."""
    assert module_name("lookup_output", "tool_input") != module_name("lookup", "tool_output")
    hashed = module_name("Lookup", "tool_input")
    assert module_name(hashed, "tool_input") != hashed


def test_reserved_names_are_those_of_this_python_too():
    """Keywords and every module of the standard library that the name of a tool could hide."""
    plain = {name for name in sys.stdlib_module_names if re.fullmatch("[a-z][a-z0-9_]*", name)}
    assert plain <= RESERVED
    assert {word for word in [*keyword.kwlist, *keyword.softkwlist] if word.islower() and word[0] != "_"} <= RESERVED
    assert {"con", "prn", "aux", "nul", "com9", "lpt1"} <= RESERVED


tool_names = st.one_of(st.text(max_size=80), st.from_regex(r"[a-zA-Z_]{1,6}(_output|_[0-9a-f]{16})?", fullmatch=True))


@given(tool_names, tool_names)
def test_two_names_never_share_a_file(first, second):
    roles = ("tool_input", "tool_output")
    found = {(name, role): module_name(name, role) for name in (first, second) for role in roles}
    assert len({file.casefold() for file in found.values()}) == len(found)
    assert all(SAFE.fullmatch(file) and file not in RESERVED for file in found.values())
