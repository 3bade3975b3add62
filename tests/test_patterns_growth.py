"""Growth is decided from the automaton of what is emitted: classes, gates, and no linear pattern that is slow."""

from __future__ import annotations

import pytest

from schemawright.generator.patterns import plan
from schemawright.generator.patterns.condition import Bounded, Condition, Gated, Matches

from .pattern_modules import built

CLASSES = {
    # one way through every text
    r"^[a-z0-9_-]{1,64}$": ("linear", 0),
    r"^(?:[a-z]{1,63}\.)*[a-z]{1,63}$": ("linear", 0),
    r"^\d{4}-\d{2}-\d{2}$": ("linear", 0),
    r"^(a|b)*c": ("linear", 0),
    # made linear by a rewrite
    r"^(?:(?:a|b){3}){5}$": ("linear", 0),
    r"\s+$": ("linear", 0),
    r"^(a+)+$": ("linear", 0),
    r"^(?:a|a)*$": ("linear", 0),
    r"^\d*\d*\d*x$": ("linear", 0),
    r"^\s*\w*[\w-]*x$": ("linear", 0),
    r"^(?=.*a)(?!.*b)[a-z]+$": ("linear", 0),
    # finitely many ways
    r"^(?:ab|a)(?:c|bc)\d$": ("polynomial", 0),
    r"^(?:1?[0-9]?[0-9])$": ("polynomial", 0),
    # loops that share a text
    r"<[^>]+>": ("polynomial", 1),
    r"^[^@]+@[^@]+\.[^@]+$": ("polynomial", 1),
    r"^.*?,.*?,.*?,.*?x$": ("polynomial", 3),
    r"^(?:(?!.*--)[a-z])+$": ("polynomial", 1),
    r"^(.+),.*\1x$": ("polynomial", 2),
    # two ways round one loop
    r"^(?:a|aa)+$": ("exponential", None),
    r"^(\w+\s?)*$": ("exponential", None),
    r"^(?=(?:x+x+)+y)x": ("exponential", None),
    r"^(?!(?:-?\w+)+$).": ("exponential", None),
    r'^"(?:\\.|[^"])*"$': ("exponential", None),
    r"^(?:a?b?){2,9}c": ("exponential", None),
    r"^(?:a?){26}a{26}$": ("exponential", None),
}


@pytest.mark.parametrize("pattern", CLASSES)
def test_classes(pattern: str) -> None:
    """The class and degree of well-known shapes."""
    found = plan(pattern).growth
    assert (found.kind, found.degree) == CLASSES[pattern]


def leaf(condition: Condition) -> Matches | Gated | Bounded:
    assert isinstance(condition, Matches | Gated | Bounded)
    return condition


def test_engine_follows_growth() -> None:
    """Linear runs on `re`, polynomial up to a gate that falls with the degree, exponential on `regex` alone."""
    assert isinstance(leaf(plan(r"^(?:[a-z]+\.)+$").condition), Matches)
    gates = [
        leaf(plan(pattern).condition)
        for pattern in (r"^(?:ab|a)(?:c|bc)\d$", r"<[^>]+>", r"^\w+a\w+b\w+c$", r"^.*?,.*?,.*?,.*?x$")
    ]
    assert [gate.gate for gate in gates if isinstance(gate, Gated)] == [20_000, 2_000, 160, 45]
    assert isinstance(leaf(plan(r"^(?:a|aa)+$").condition), Bounded)


@pytest.mark.parametrize(("max_length", "is_plain"), [(None, False), (2_001, False), (2_000, True), (5, True)])
def test_known_length_opens_the_gate(max_length: int | None, is_plain: bool) -> None:
    """Where the text is known to be no longer than the gate, `re` is tested without one."""
    condition = leaf(plan(r"<[^>]+>", max_length=max_length).condition)
    assert isinstance(condition, Matches if is_plain else Gated)
    assert not is_plain or condition.limit is None  # type: ignore[union-attr]


def test_known_length_never_frees_an_exponential_pattern() -> None:
    """A length is no excuse for exponential work."""
    assert isinstance(leaf(plan(r"^(?:a|aa)+$", max_length=40).condition), Bounded)


def test_long_texts_are_limited_where_they_cost() -> None:
    """A loop over more than a class keeps memory for each round: above the limit it is an execution failure."""
    assert leaf(plan("^[a-z]+-$").condition).limit is None  # type: ignore[union-attr]
    assert leaf(plan("^(?:ab|c)*$").condition).limit == 262_144  # type: ignore[union-attr]
    assert leaf(plan("^(?:ab|c)*$", max_length=262_144).condition).limit is None  # type: ignore[union-attr]
    assert leaf(plan("^[a-z]{1,200}-x$").condition).limit is None  # type: ignore[union-attr]


def test_judgement_is_bounded() -> None:
    """A pattern that would take too long to judge is unknown, and runs within a time limit."""
    words = "|".join(f"(?:{a}+{b}*)+" for a in "abcdefghijklmnopqrstuvwxyz" for b in "0123456789abcdef")
    planned = plan(f"^(?:{words})+$")
    assert planned.growth.kind in ("unknown", "exponential")
    assert planned.kind == "bounded"


@pytest.mark.parametrize(
    ("pattern", "kind", "text"),
    [
        (r"^(?:(?:(?:a|aa){1000}){1000}){1000}$", "stepped", "b" * 50),
        (r"^(?:(?:(?:ab){1000}){1000}){1000}$", "linear", "ab" * 50),
        (r"[a>](?:(?:a+>){6000}){60}", "linear", "<a>"),
        (r"^(?:a{60000}|b)(?:a{60000}|aa)+$", "stepped", "b"),
    ],
)
def test_multiplied_counts_never_reach_regex(pattern: str, kind: str, text: str) -> None:
    """`regex` writes out what must be repeated and runs out of memory: such patterns are matched by others."""
    planned = plan(pattern)
    assert not any(constant.engine == "regex" for constant in planned.constants)
    assert planned.kind == kind
    holds, _ = built(planned)
    assert holds(text) is False
