"""Conditions are joined and turned round as text: what they mean is what Python makes of it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright.generator.source import Code, both, either, fixed, negated

LEAVES = ("a", "b", "f(c)", "not f(d)", "a is not True", "b == c", 'x != " or "', 'x in ("(", " and ")', "n < 3")
CHOICES = ("a if b else c", "not a if b else d", "b and c if a else d or a")
leaves = st.sampled_from(LEAVES).map(lambda text: (Code(text), text))
choices = st.sampled_from(CHOICES).map(lambda text: (Code(text), text))


def joined(pairs, join, word):
    """The terms as the generator joins them, and fully bracketed."""
    return join([code for code, _ in pairs]), f" {word} ".join(f"({text})" for _, text in pairs)


def extended(inner):
    lists = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        lists.map(lambda pairs: joined(pairs, both, "and")),
        lists.map(lambda pairs: joined(pairs, either, "or")),
        inner.map(lambda pair: (negated(pair[0]), f"not ({pair[1]})")),
    )


@given(st.recursive(leaves | choices, extended, max_leaves=8))
def test_a_condition_means_the_same_as_with_every_bracket(pair):
    code, bracketed = pair
    for a, b, c, d in itertools.product((False, True), repeat=4):
        for x, n in ((" or ", 1), ("(", 5)):
            names = {"a": a, "b": b, "c": c, "d": d, "x": x, "n": n, "f": bool}
            assert bool(eval(code, names)) is bool(eval(bracketed, names)), (code, bracketed)  # noqa: S307


@pytest.mark.parametrize(
    ("condition", "opposite"),
    [
        ("type(item) is not int and not is_integer(item)", "type(item) is int or is_integer(item)"),
        ("x is not None or (len(x) > LIMIT and too_long())", "x is None and (len(x) <= LIMIT or too_long())"),
        ("not check(x, depth - 1, budget)", "check(x, depth - 1, budget)"),
        ("a if b else c", "not (a if b else c)"),
    ],
)  # fmt: skip
def test_an_opposite_is_said_without_double_negation(condition, opposite):
    assert negated(Code(condition)) == opposite


def test_what_never_returns_has_no_opposite():
    assert negated(fixed("too_long()")) == "too_long()"
