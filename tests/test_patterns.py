"""Plans: the test that each shape of pattern becomes, its text, and that it can stand in a generated module."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schemawright.generator.patterns import PatternPlan, expression, plan
from schemawright.generator.patterns.condition import Constant, Matches

from .pattern_modules import ExecutionFailure, ModuleDoor, built, helpers, module_source

SHAPES = {
    "": "True",
    "(?:)": "True",
    ".*": "True",
    "x*": "True",
    "^": "True",
    "^[^]*$": "True",
    "[]": "False",
    "^x-": "v.startswith('x-')",
    "^https?://": "v.startswith(('http://', 'https://'))",
    "^x(?:a*|bc)": "v.startswith('x')",
    "^(x|y)-.*": "v.startswith(('x-', 'y-'))",
    r"\.json$": "v.endswith('.json')",
    "foo": "'foo' in v",
    ".*foo": "'foo' in v",
    "^[^]*foo": "'foo' in v",
    "^foo$": "v == 'foo'",
    "^$": "v == ''",
    "^(a|b)$": "v in TEXTS",
    r"^\d+$": "v.isascii() and v.isdigit()",
    "^[a-zA-Z]+$": "v.isascii() and v.isalpha()",
    "^[0-9A-Za-z]+$": "v.isascii() and v.isalnum()",
    "^[a-zA-Z_][a-zA-Z0-9_]*$": "v.isascii() and v.isidentifier()",
    "^[A-Z]{3}$": "len(v) == 3 and v.isascii() and v.isalpha() and v.isupper()",
    r"^\d{1,3}$": "1 <= len(v) <= 3 and v.isascii() and v.isdigit()",
    r"\S": r"v.strip('\t\n\x0b\x0c\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    r"\u2028\u2029\u202f\u205f\u3000\ufeff') != ''",
    ".": r"v.strip('\n\r\u2028\u2029') != ''",
    "^.*$": r"'\n' not in v and '\r' not in v and '\u2028' not in v and '\u2029' not in v",
    "^[^/]+$": "len(v) >= 1 and '/' not in v",
    "^[^]{2,5}$": "2 <= len(v) <= 5",
    "[/.]": "'.' in v or '/' in v",
    "^a|b$": "v.startswith('a') or v.endswith('b')",
    "^(?!foo)(?=b)[^]": "len(v) >= 1 and v.startswith('b') and not v.startswith('foo')",
    "^(?!.*--)(?=.*a)[a-z-]{3}$": "'--' not in v and 'a' in v and PATTERN.fullmatch(v) is not None",
    "^(?![a-c]x)(?=[a-z]+-$)..": "PATTERN.match(v) is not None",
    "^[a-z]+-$": "PATTERN.fullmatch(v) is not None",
    "^[a-z]": "PATTERN.match(v) is not None",
    "[a-z]-[a-z]": "PATTERN.search(v) is not None",
    "^(?:ab|c)*$": "(PATTERN.fullmatch(v) is not None if len(v) <= 262144 else pattern_subject_too_long())",
    "<[^>]+>": "(PATTERN.search(v) is not None if len(v) <= 2000 else matches_within(PATTERN, v, 1.0))",
    "^(?:a|aa)+$": "matches_within(PATTERN, v, 1.0)",
    r"^(?:(a)|b)*\1$": "matches_stepwise(PROGRAM, v)",
    r"^\p{L}+$": "(PATTERN.fullmatch(v) is not None if len(v) <= 250000 else pattern_subject_too_long())",
}


def rendered(planned: PatternPlan) -> str:
    text = expression(planned.condition, "v", ModuleDoor())
    return re.sub(r"(PATTERN|TEXTS)_x[0-9a-f]{8}", r"\1", text)


@pytest.mark.parametrize("pattern", SHAPES, ids=ascii)
def test_shapes(pattern: str) -> None:
    """Each shape becomes the cheapest test that gives the same answer."""
    found = rendered(plan(pattern))
    if pattern.startswith("^(?!foo)"):
        assert sorted(found.split(" and ")) == sorted(SHAPES[pattern].split(" and "))
    else:
        assert found == SHAPES[pattern]


TEXTS = {
    "^[a-z0-9_-]{1,64}$": r"[\-0-9_a-z]{1,64}",
    "a$b": r"a\Zb",
    r"^\s\S$": r"[\x09-\x0d \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
    r"[^\x09-\x0d \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]",
    r"a\Bb.": r"a(?!\b)b[^\x0a\x0d\u2028\u2029]",
    r"^\ud83d\udc32+x": r"\U0001f432+x",
    r"^(?<n>a|bb)+-\k<n>$": None,
    r"(?<=a|bb)c|d": r"(?:(?<=a)|(?<=bb))c|d",
    r"(?<!a|bb)c|d": r"(?:(?<!a)(?<!bb))c|d",
    r"^[[&&~~||^\]-]+x": r"[\&\-\[\]\^\|\~]+x",
    r"^(\w)-\1": r"(\w)\-(?(1)\1)",
}


@pytest.mark.parametrize("pattern", TEXTS, ids=ascii)
def test_texts(pattern: str) -> None:
    """The text for `re` is ASCII, says in ranges what Python would read otherwise, and compiles without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for constant in plan(pattern).constants:
            assert constant.text.text.isascii()
            if constant.engine == "re":
                re.compile(constant.text.text, re.ASCII)
    if TEXTS[pattern] is not None:
        assert plan(pattern).constants[0].text.text == TEXTS[pattern].replace(r"\-(", "-(")


TRAPS = [
    ("^a|b$", {"ax": True, "xb": True, "xa": False}),
    ("^a$", {"a": True, "a\n": False}),
    ("^[$]$", {"$": True, "": False}),
    ("^[^\\n]$", {"\r": True, "\n": False}),
    ("^.$", {"\r": False, "\u2028": False, "\ud800": True, "\U0001f432": True, "\x85": True}),
    (r"^\s$", {"\ufeff": True, "\x1c": False, "\x85": False, "\xa0": True}),
    (r"^\d$", {"\u0661": False, "1": True}),
    (r"^\d+$", {"\u0661": False, "\xb2": False, "1": True, "": False}),
    (r"^\w+$", {"\xe9": False, "a": True, "\u212a": False}),
    (r"\b\xe9\b", {"\xe9": False, "a\xe9": False}),
    (r"\B", {"": True, "a": False, "ab": True}),
    (r"^[^\s\S]*$", {"": True, "a": False}),
    (r"[^\w\W]|a", {"a": True, "b": False}),
    (r"^\ud83d", {"\ud83d": True, "\U0001f432": False}),
    (r"^[\ud83d]$", {"\ud83d": True, "\U0001f432": False}),
    ("^\ud83d\udc32$", {"\U0001f432": True}),
    (r"^(?:(a)|b)*\1$", {"aa": True, "ab": True, "aba": False, "abaa": True}),
    (r"^(?:\1(a))+$", {"aa": True}),
    (r"^(?:(a)|(b))\2$", {"a": True, "bb": True, "b": False}),
    (r"^(?:(?<n>a)|(?<n>b))\k<n>$", {"aa": True, "bb": True, "ab": False}),
    (r"(?<=(\d+)(\d+))$", {"1053": True}),
    (r"^(?:(a)|b|(?=(b)))?(?:\2)*$", {"b": True, "bb": False, "": True}),
    (r"a|(b)?\1(?:(a)(b))?", {"a": True, "": True}),
    (r"^(?:(b)?-\1|c)$", {"b-b": True, "-": True, "b-": False, "c": True}),
    (r"^(?:(?=(b)))?\1b$", {"b": True, "bb": False}),
    ("^(?!.*--)(?=.*a)[a-z-]{3}$", {"ab-": True, "a--": False, "bcd": False, "\na-": False, "abcd": False}),
    ("^(?!.*--)(?=.*a)[^]{3}$", {"\n--": False, "a\n-": True, "a--": False, "\nab": False}),
    ("^(?![a-c]x)(?=[a-z]+-$)..", {"dx-": True, "ax-": False, "dx1": False, "d": False, "d-": True}),
    (r"^\p{L}$", {"\u0531": True, "1": False}),
    (r"^[\P{L}a]+$", {"a1": True, "b": False}),
    (r"^[^\P{Lu}]$", {"A": True, "a": False}),
    (r"^[^\p{L}\d]$", {"-": True, "1": False, "\xe9": False}),
    (r"^\P{L}$", {"-": True, "x": False}),
]


@pytest.mark.parametrize(("pattern", "answers"), TRAPS, ids=[ascii(pattern) for pattern, _ in TRAPS])
def test_traps(pattern: str, answers: dict[str, bool]) -> None:
    """Where a translation is tempting and wrong."""
    holds, fails = built(plan(pattern))
    assert {text: holds(text) for text in answers} == answers
    assert {text: not fails(text) for text in answers} == answers


ALLOWED_METHODS = {
    *(
        "startswith",
        "endswith",
        "isascii",
        "isdigit",
        "isalpha",
        "isalnum",
        "isidentifier",
        "isupper",
        "islower",
        "strip",
    ),
    *("search", "match", "fullmatch"),
}


@pytest.mark.parametrize("pattern", [*SHAPES, *TEXTS, *(pattern for pattern, _ in TRAPS)], ids=ascii)
def test_expressions_use_a_closed_set(pattern: str) -> None:
    """One boolean expression of subject methods, constants, comparisons and helpers; pattern text only in constants."""
    for is_failure in (False, True):
        tree = ast.parse(expression(plan(pattern).condition, "v", ModuleDoor(), is_failure=is_failure), mode="eval")
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr in ALLOWED_METHODS
            elif isinstance(node, ast.Call):
                assert isinstance(node.func, ast.Name)
                assert node.func.id == "len" or node.func.id in helpers()
            assert not isinstance(node, ast.Lambda | ast.NamedExpr | ast.JoinedStr | ast.comprehension | ast.Starred)


def test_equal_patterns_give_equal_plans_in_every_process() -> None:
    """A plan depends on the pattern and the limits alone, whatever the hash seed; equal texts share one constant."""
    program = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from pattern_modules import module_source\nfrom schemawright.generator.patterns import plan\n"
        r"print([module_source(plan(p)) for p in "
        r"('^[a-z]+-$', '^(x|y|z)$', '<[^>]+>', r'^[\p{L}\p{N}_]+$', 'a|b$|^c')])"
    )
    folder = str(Path(__file__).resolve().parent)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, folder], env={"PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert plan("^(?:[a-z])+-$").constants == plan("^[a-z]+-$").constants


def test_property_classes_are_shared_and_deferred() -> None:
    """A long class is one named text for all patterns that use it, and is compiled on first use."""
    first, second = plan(r"^\p{L}+$"), plan(r"^[\p{L}\p{Nd}_-]{2}$")
    assert [part.stem for part in first.constants[0].text.shared] == ["L"]
    assert [part.stem for part in second.constants[0].text.shared] == ["L", "Nd"]
    assert first.constants[0].text.shared[0] == second.constants[0].text.shared[0]
    assert first.constants[0].deferred
    assert [part.stem for part in plan(r"^[\P{L}a]x$").constants[0].text.shared] == ["not_L"]
    assert (first.unicode_version, plan("^a").unicode_version) == ("17.0", None)
    assert not plan("^[a-z]+-$").constants[0].deferred


def test_deferred_patterns_start_in_many_threads() -> None:
    """The first use may be in any thread, or in several at once; then the methods are those of the compiled pattern."""
    pattern = helpers()["pattern_on_first_use"]("[a-c]+")  # type: ignore[operator]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda text: pattern.fullmatch(text) is not None, ["abc", "abd"] * 50))
    assert found == [True, False] * 50
    assert isinstance(pattern.search.__self__, re.Pattern)


def test_failures_are_no_verdicts() -> None:
    """Too long a text, no time and too many steps raise, whichever way the test is framed."""
    for pattern, text in (
        ("^(?:ab|c)*$", "c" * 262_145),
        (r"^(?:(a)|b)*\1$", "b" * 1_000_000),
        ("^(?:a|aa)+$", "a" * 1_048_577),
    ):
        for test in built(plan(pattern)):
            with pytest.raises(ExecutionFailure):
                test(text)
    for seconds in (0.0, -1.0):
        with pytest.raises(ExecutionFailure, match="pattern_timeout"):
            helpers()["matches_within"]("a", "a", seconds)  # type: ignore[operator]


def test_gates_count_code_points() -> None:
    """An astral character is one: the gate is at 2,000 of them."""
    holds, _ = built(plan("<[^>]+>"))
    assert holds("<" + "\U0001f432" * 1_998 + ">") is True
    assert holds("<" + "\U0001f432" * 5_000 + ">") is True


@pytest.mark.parametrize(
    "pattern", ["", "^a", "^[a-z]+-$", "<[^>]+>", "^(?:a|aa)+$", r"^(?:(a)|b)*\1$", r"\-x", r"^\d+$"]
)
def test_explanations_are_one_line_without_the_pattern(pattern: str) -> None:
    """`explanation` says engine and reason, in printable ASCII."""
    text = plan(pattern).explanation
    assert text.isascii()
    assert text.isprintable()
    assert len(text) < 200


def test_stems_depend_on_the_text_alone() -> None:
    """A constant's name is a digest of its text, fit for an identifier."""
    condition = plan("^[a-z]+-$").condition
    assert isinstance(condition, Matches)
    assert isinstance(condition.constant, Constant)
    assert re.fullmatch(r"PATTERN_x[0-9a-f]{8}", condition.constant.stem)
    assert condition.constant.stem in module_source(plan("^[a-z]+-$"))
