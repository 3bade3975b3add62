"""The parser: what is refused and where, what is relaxed, and the limits."""

from __future__ import annotations

import sys

import pytest

from schemawright.generator.patterns import PatternError, PatternLimit, parse, plan
from schemawright.generator.patterns.limits import PatternLimits

WRONG = {
    "(?i)a": (0, "(? must be followed"),
    "a(?P<n>b)": (1, "(? must be followed"),
    "(?>a)": (0, "(? must be followed"),
    "a++": (2, "nothing to repeat"),
    "*a": (0, "nothing to repeat"),
    "a|{2}": (2, "nothing to repeat"),
    "${1,256}": (1, "nothing to repeat"),
    "(?=a)*": (5, "nothing to repeat"),
    r"\b+": (2, "nothing to repeat"),
    "a{,2}": (1, "braces that are not a quantifier"),
    "a{,}": (1, "braces that are not a quantifier"),
    "a{2,1}": (1, "out of order"),
    r"\A": (0, "not an escape"),
    r"a\Z": (1, "not an escape"),
    "\\é": (0, "not an escape"),
    "a\\": (1, "a backslash at the end"),
    "]": (0, "a closing bracket"),
    "[[:alpha:]]": (10, "a closing bracket"),
    "[a": (0, "a class must end"),
    "[b-a]": (1, "out of order"),
    "(a": (0, "must end with )"),
    "a)": (1, "a closing parenthesis"),
    r"\1": (0, "a group that does not exist"),
    r"(a)\2": (3, "a group that does not exist"),
    r"\k<n>": (0, "a name that no group has"),
    r"\k": (0, r"\k needs a group name"),
    "(?<n>a)(?<n>b)": (7, "have one name"),
    "(?:(?<n>a)|b)(?<n>c)": (13, "have one name"),
    "(?<n>(?<n>b))": (5, "have one name"),
    "(?<1>a)": (0, "must be an identifier"),
    "(?<>a)": (0, "must not be empty"),
    r"\u{110000}": (0, "up to 10FFFF"),
    r"\u12": (0, "four hexadecimal digits"),
    r"\x1": (0, "two hexadecimal digits"),
    r"\p{Latin}": (0, "exact name of a Unicode property"),
    r"\p{l}": (0, "exact name of a Unicode property"),
    r"\pL": (0, "exact name of a Unicode property"),
    r"[\p{L}-z]": (1, "a property cannot be the end"),
    r"[a-\p{L}]": (1, "a property cannot be the end"),
    r"\01": (0, "not an escape"),
    "\U0001f432+*": (2, "nothing to repeat"),
    "\ud83d\udc32*+": (3, "nothing to repeat"),
}


@pytest.mark.parametrize("pattern", WRONG, ids=ascii)
def test_malformed_patterns_name_offset_and_rule(pattern: str) -> None:
    """A malformed pattern is a `PatternError` that says where and why, in a bounded message."""
    offset, rule = WRONG[pattern]
    with pytest.raises(PatternError) as caught:
        parse(pattern)
    assert caught.value.offset == offset
    assert rule in caught.value.rule
    assert isinstance(caught.value, ValueError)
    assert f"offset {offset}" in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("pattern", "offsets"),
    [
        (r"\-a\_", (0, 3)),
        (r"[\:\@]", (1, 3)),
        (r"[\w-.]", (1,)),
        (r"[a-\d]", (1,)),
        ("a{b}", (1, 3)),
        ("{}", (0, 1)),
        ("${x", (1,)),
        ("🐲\\ ", (1,)),
        ("\ud83d\udc32\\ ", (2,)),
    ],
)
def test_relaxations_are_listed_and_refused_when_strict(pattern: str, offsets: tuple[int, ...]) -> None:
    """A reading of Annex B with one possible meaning is accepted, recorded, and refused when strict."""
    assert tuple(relaxation.offset for relaxation in parse(pattern).relaxations) == offsets
    assert plan(pattern).relaxations == parse(pattern).relaxations
    with pytest.raises(PatternError) as caught:
        parse(pattern, strict=True)
    assert caught.value.offset == offsets[0]


@pytest.mark.parametrize(
    "pattern", [r"[\w-]", r"[-\w]", r"\/", r"[\-]", "(?<n>a)|(?<n>b)", "(?<$é>a)", r"(?<\u{61}>a)\k<a>"]
)
def test_well_formed_patterns_need_no_relaxation(pattern: str) -> None:
    """What the grammar allows is accepted when strict."""
    assert parse(pattern, strict=True).relaxations == ()


def test_length_limit() -> None:
    """A longer source than the limit is a `PatternLimit`, which is no `PatternError`."""
    parse("a" * 20)
    with pytest.raises(PatternLimit):
        parse("a" * 65_537)
    with pytest.raises(PatternLimit):
        plan("aaaa", limits=PatternLimits(length=3))
    assert not issubclass(PatternLimit, PatternError)


def test_nesting_limit() -> None:
    """A hundred groups inside each other are fine with half of Python's stack in use already; one more is too many."""

    def deeper(levels: int) -> None:
        if levels:
            deeper(levels - 1)
        else:
            plan("(?:a|" * 100 + "b" + ")+" * 100 + "$")

    deeper(sys.getrecursionlimit() // 3)
    with pytest.raises(PatternLimit, match="100"):
        parse("(" * 101 + ")" * 101)


def test_count_limit() -> None:
    """A least count over the limit is refused, at any number of digits; a most count needs no limit."""
    parse("a{65535}")
    with pytest.raises(PatternLimit, match="65535"):
        parse("a{65536}")
    assert plan("^a{0,99999999999999999999}$").condition == plan("^a*$").condition
    assert plan("^a{0,100000}$").kind == "linear"
    assert plan("a{" + "9" * 6_000 + "}").kind == "string"
    with pytest.raises(PatternError, match="out of order"):
        parse("a{" + "9" * 6_000 + "," + "9" * 5_999 + "}")


def test_state_limit() -> None:
    """An automaton over the limit is refused."""
    with pytest.raises(PatternLimit, match="50 states"):
        plan("^" + "[ab]" * 60 + "$", limits=PatternLimits(states=50))
