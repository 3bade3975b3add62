"""The handed cases: answers of a real engine, wild patterns, catastrophic patterns, property sets."""

from __future__ import annotations

import json
import re
import threading
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import regex

from schemawright.generator.patterns import PatternError, PatternPlan, parse, plan
from schemawright.generator.patterns.properties import is_property, property_codes

from .pattern_modules import ExecutionFailure, built

CASES = Path(__file__).resolve().parent.parent.parent / "shared" / "cases" / "regex"
pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="the handed cases are not beside this repository")


@cache
def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def answers(kind: str) -> Iterator[tuple[dict[str, Any], object]]:
    """Each case of the kind with what the generated test says, or the class of the refusal."""
    known: dict[str, Any] = {}
    for case in rows("handed.jsonl"):
        if case["kind"] != kind:
            continue
        pattern = case["pattern"]
        if pattern not in known:
            try:
                known[pattern] = built(plan(pattern))
            except PatternError as error:
                known[pattern] = type(error)
        if isinstance(known[pattern], type):
            yield case, known[pattern]
            continue
        holds, fails = known[pattern]
        assert fails(case["string"]) is not holds(case["string"])
        yield case, holds(case["string"])


def test_every_answer_is_that_of_the_engine() -> None:
    """All triples, none refused: groups, references, look-behinds, properties, lone surrogates."""
    wrong = [(case["pattern"], case["string"]) for case, answer in answers("match") if answer is not case["expected"]]
    assert wrong == []


def test_newer_syntax_is_answered_or_refused() -> None:
    """One name in two branches is answered (ES2025); flags inside a pattern are refused, never misread."""
    for case, answer in answers("match-es2025"):
        if re.search(r"\(\?[ims-]+:", case["pattern"]):
            assert answer is PatternError, case["pattern"]
        else:
            assert answer is case["expected"], case["pattern"]


def test_patterns_that_are_valid_without_the_flag_only_are_read_as_meant_or_refused() -> None:
    """A relaxed reading has the one meaning that the engine gives it without the flag."""
    for case, answer in answers("legacy-match"):
        assert answer in (case["expected"], PatternError), case


def test_invalid_patterns_are_refused() -> None:
    """Refused when strict; by default too, but for the relaxations, which are listed."""
    for case in rows("handed.jsonl"):
        if case["kind"] != "invalid":
            continue
        with pytest.raises(PatternError):
            parse(case["pattern"], strict=True)
        if case.get("legacy") != "valid":
            with pytest.raises(PatternError):
                parse(case["pattern"])


@pytest.fixture(scope="module")
def wild() -> list[tuple[dict[str, Any], PatternPlan]]:
    return [(row, plan(row["pattern"])) for row in rows("wild_patterns.jsonl") if row["valid"] == "u"]


def test_wild_patterns_compile(wild: list[tuple[dict[str, Any], PatternPlan]]) -> None:
    """All of them, without a warning, and none needs the step-counting matcher."""
    assert len(wild) == 4598
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _, planned in wild:
            for constant in planned.constants:
                assert constant.text.text.isascii()
                if constant.engine == "re":
                    re.compile(constant.text.text, re.ASCII)
                else:
                    regex.compile(constant.text.text, regex.VERSION0 | regex.ASCII)
    kinds = Counter(planned.kind for _, planned in wild)
    assert kinds["stepped"] == 0
    assert kinds["bounded"] < 50
    assert kinds["gated"] < 250


def test_wild_patterns_validity() -> None:
    """Valid in unicode mode means accepted when strict; 88 of the others have a relaxed reading.

    They are valid without the flag: one that no mode accepts (a property at the end of a range) stays refused.
    """
    rescued = 0
    for row in rows("wild_patterns.jsonl"):
        if row["valid"] == "u":
            parse(row["pattern"], strict=True)
            continue
        with pytest.raises(PatternError):
            parse(row["pattern"], strict=True)
        try:
            rescued += bool(parse(row["pattern"]).relaxations)
        except PatternError:
            continue
    assert rescued == 88


def test_growth_agrees_with_the_measured_classes(wild: list[tuple[dict[str, Any], PatternPlan]]) -> None:
    """What was found exponential is linear here only where a rewrite made it so; the rest is never rated far lower."""
    lower = [row["pattern"] for row, planned in wild if row["growth"] == "exp" and planned.growth.kind == "linear"]
    assert sorted(lower) == [
        "^(([0-9]|.|:|/)*)$",
        r"^arn:(aws|aws-cn|aws-us-gov):ssm-contacts:[-\w+=\/,.@]*:[0-9]+:([\w+=\/,.@:-]+)*$",
    ]


@pytest.mark.parametrize("case", rows("redos.jsonl") if CASES.is_dir() else [], ids=lambda case: str(case["id"]))
def test_catastrophic_patterns_end(case: dict[str, Any]) -> None:
    """In a thread that is not the main one, every length ends with a verdict or an execution failure."""
    holds, _ = built(plan(case["pattern"]))
    ends: list[object] = []

    def run() -> None:
        for length in (10, 30, 160, 2_000, 100_000):
            try:
                ends.append(holds(case["prefix"] + case["pump"] * length + case["suffix"]))
            except ExecutionFailure as failure:
                ends.append(str(failure))
                return

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert set(ends) <= {True, False, "pattern_timeout"}
    assert len(ends) == 5 or ends[-1] == "pattern_timeout"


def test_property_sets_are_those_of_the_engine() -> None:
    """All 1,715 expressions give the same code points, and none of the 498 wrong names is known."""
    table = json.loads((CASES / "unicode_props.json").read_text(encoding="utf-8"))
    assert len(table["names"]) == 1715
    for name, index in table["names"].items():
        bounds = table["sets"][index]
        assert property_codes(name) == tuple(zip(bounds[::2], bounds[1::2], strict=True)), name
    assert not [name for name in table["rejected"] if is_property(name)]
