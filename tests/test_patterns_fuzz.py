"""Random patterns and texts: the generated test answers as another engine's unicode mode does."""

from __future__ import annotations

import regress
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from schemawright.generator.patterns import PatternError, parse, plan

from .pattern_modules import ExecutionFailure, built
from .pattern_strategies import patterns, reference_patterns, subjects


def is_valid_elsewhere(pattern: str) -> bool:
    try:
        regress.Regex(pattern, "u")
    except regress.RegressError:
        return False
    return True


def is_valid_here(pattern: str) -> bool:
    try:
        parse(pattern, strict=True)
    except PatternError:
        return False
    return True


@settings(max_examples=1500, deadline=None)
@given(patterns(), st.lists(subjects(), min_size=1, max_size=6))
def test_answers_as_another_engine(pattern: str, texts: list[str]) -> None:
    """Every plan, whatever its kind, gives the verdict of ECMA-262; its negation the opposite."""
    oracle = regress.Regex(pattern, "u")
    holds, fails = built(plan(pattern))
    for text in texts:
        expected = oracle.find(text) is not None
        assert holds(text) is expected, (pattern, text, plan(pattern).condition)
        assert fails(text) is not expected


@settings(max_examples=1000, deadline=None)
@given(reference_patterns(), st.lists(st.text(alphabet="ab", max_size=6), min_size=1, max_size=6))
def test_back_references_answer_as_another_engine(pattern: str, texts: list[str]) -> None:
    """References see what ECMA-262 says they see: reset by each repetition, empty where the group took no part."""
    assume(is_valid_elsewhere(pattern))
    oracle = regress.Regex(pattern, "u")
    holds, _ = built(plan(pattern))
    for text in texts:
        try:
            assert holds(text) is (oracle.find(text) is not None), (pattern, text, plan(pattern).condition)
        except ExecutionFailure:
            continue


@settings(max_examples=2000, deadline=None)
@given(st.text(alphabet="ab01,{}[]()?*+-^$|\\.<>=!:kdwpPLux", max_size=9))
def test_validity_agrees_with_another_parser(pattern: str) -> None:
    """What is well-formed here is well-formed elsewhere, and the other way round."""
    # `regress` accepts quantified word boundaries and signs in \u{}, and flags for a group; none can be drawn or kept.
    assume(r"\b" not in pattern and r"\B" not in pattern and "{+" not in pattern)
    assert is_valid_here(pattern) is is_valid_elsewhere(pattern), pattern
