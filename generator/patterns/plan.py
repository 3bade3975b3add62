"""Decides how a generated module tests a pattern, and says why.

String methods where they give the same answer; `re` where the growth analysis proves the work linear, or for texts so
short that it cannot matter; `regex` with a time limit elsewhere; and a matcher that counts its steps for the few back
references that neither engine reads as ECMA-262 does. A limit is an execution failure in all of them, never a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .condition import All, Always, Bounded, Condition, Constant, Gated, Matches, Method, Not, Stepped
from .errors import PatternUnsupported
from .explanation import explained
from .growth import Growth, growth
from .limits import DEFAULT_LIMITS, PatternLimits
from .normalise import normalised
from .parse import parse
from .program import program
from .properties import UNICODE_VERSION
from .questions import Question, questions
from .reader import Relaxation
from .shapes import shape
from .syntax import Assertion, Characters, Look, Node, Repeat, Sequence, walk
from .text import PatternText
from .translate import Engine, translated
from .widths import unrolled, width

Kind: TypeAlias = Literal["always", "string", "linear", "gated", "bounded", "stepped"]
_KINDS: tuple[Kind, ...] = ("always", "string", "linear", "gated", "bounded", "stepped")

# At these lengths the worst known attack on each degree takes well under a tenth of a second.
_GATES = (20_000, 2_000, 160, 45)
_LAST_GATE = 12
_FREE_WAYS = 64
_WORK = 8_000_000
_SUBJECT = 1_048_576
_FEW_STATES = 8
_LONG_CLASS = 64  # ranges: `re` goes through those beyond the BMP one by one
_HEAVY = 16
_HEAVY_GATE = 4
_SUBJECT_OF_GROUPS = 262_144  # `re` keeps more than 100 bytes for each round of a loop over more than one class
_DEFERRED_FROM = 1_000
_UNROLLED = 200_000  # `regex` writes out what must be repeated, until memory ends
_LINEAR = Growth("linear", 0, 1, 0)


@dataclass(frozen=True, slots=True)
class PatternPlan:
    """How to test one pattern; equal sources and limits give equal plans.

    `kind` is the costliest part of `condition`, `growth` the worst of its parts (of string methods: linear),
    `unicode_version` the table that was used, if any.
    """

    source: str
    kind: Kind
    condition: Condition
    growth: Growth
    explanation: str
    relaxations: tuple[Relaxation, ...]
    constants: tuple[Constant, ...]
    unicode_version: str | None


def plan(
    source: str,
    *,
    strict: bool = False,
    max_length: int | None = None,
    limits: PatternLimits = DEFAULT_LIMITS,
) -> PatternPlan:
    """How to test whether `source` matches somewhere in a text (ECMA-262 22.2, unicode mode).

    `max_length` is a length that the text is known to keep when the condition is reached. Raises `PatternError` for a
    malformed pattern, `PatternLimit` for one over `limits`.
    """
    parsed = parse(source, strict=strict, limits=limits)
    decided: list[tuple[Condition, Growth]]
    reason = ""
    try:
        asked = questions(normalised(parsed.root))
        decided = [_decided(question, max_length, limits) for question in asked]
        decided = _gathered(asked, decided)
    except PatternUnsupported as unsupported:
        reason = str(unsupported)
        decided = [(Stepped(program(parsed)), Growth("unknown", None, 1, 0))]
    ordered = sorted(decided, key=lambda one: _rank(one[0]))
    worst = max((found for _, found in decided), key=_severity)
    kind = _KINDS[max(_rank(condition) for condition, _ in decided)]
    condition = ordered[0][0] if len(ordered) == 1 else All(tuple(one for one, _ in ordered))
    uses_table = any(isinstance(node, Characters) and node.members for node in walk(parsed.root))
    return PatternPlan(
        source=source,
        kind=kind,
        condition=condition,
        growth=worst,
        explanation=explained(kind, condition, worst, parsed.relaxations, reason),
        relaxations=parsed.relaxations,
        constants=_constants(condition),
        unicode_version=UNICODE_VERSION if uses_table else None,
    )


def _decided(question: Question, max_length: int | None, limits: PatternLimits) -> tuple[Condition, Growth]:
    found = shape(question)
    judged = _LINEAR
    if found is None:
        judged = growth(question.body, anchored=question.start, limits=limits)
        found = _engine(question, judged, max_length)
    return Not(found) if question.negative else found, judged


def _gathered(asked: tuple[Question, ...], decided: list[tuple[Condition, Growth]]) -> list[tuple[Condition, Growth]]:
    """`decided` with what `re` looks at from the start in one call: look-aheads there run once, one after the other."""
    plain = [
        (question, *one)
        for question, one in zip(asked, decided, strict=True)
        if question.start and isinstance(one[0].condition if isinstance(one[0], Not) else one[0], Matches)
    ]
    main = next((one for one in reversed(plain) if not one[0].negative), None)
    if len(plain) < 2 or main is None or any(found.kind != "linear" for _, _, found in plain):
        return decided
    looks: list[Node] = []
    for question, _, _ in plain:
        if question is not main[0]:
            end: tuple[Node, ...] = (Assertion(0, "end"),) if question.end else ()
            looks.append(Look(0, ahead=True, negative=question.negative, body=Sequence(0, (question.body, *end))))
    whole = Question(Sequence(0, (*looks, main[0].body)), start=True, end=main[0].end)
    quick = _constant("re", translated(whole.body, Engine.RE))
    conditions = [one.condition if isinstance(one, Not) else one for _, one, _ in plain]
    limits = [one.limit for one in conditions if isinstance(one, Matches) and one.limit is not None]
    merged = Matches("fullmatch" if whole.end else "match", quick, min(limits, default=None))
    total = Growth("linear", 0, 1, sum(found.states for _, _, found in plain))
    rest = [
        one for question, one in zip(asked, decided, strict=True) if all(question is not other for other, _, _ in plain)
    ]
    return [*rest, (merged, total)]


def _engine(question: Question, judged: Growth, max_length: int | None) -> Condition:
    try:
        quick = translated(question.body, Engine.RE, at_end=question.end and not question.start)
    except PatternUnsupported:
        # A look-behind of too many widths for `re`.
        return Bounded(_slow(question))
    gate = _gate(question, judged)
    if gate == 0:
        return Bounded(_slow(question))
    method: Method = "fullmatch" if question.start and question.end else "match" if question.start else "search"
    is_within = gate is None or (max_length is not None and max_length <= gate)
    if is_within or judged.kind == "linear" or unrolled(question.body) > _UNROLLED:
        return Matches(method, _constant("re", quick), None if is_within else gate)
    return Gated(method, _constant("re", quick), gate or 0, _slow(question))


def _slow(question: Question) -> Constant:
    if unrolled(question.body) > _UNROLLED:
        raise PatternUnsupported("repetitions that multiply to more than regex can compile")
    text = translated(question.body, Engine.REGEX)
    parts = ["^(?:" if question.start else "(?:", *text.parts, r")\Z" if question.end else ")"]
    return Constant("regex", PatternText(tuple(parts)), deferred=True)


def _constant(engine: Literal["re", "regex"], text: PatternText) -> Constant:
    return Constant(engine, text, deferred=len(text.text) >= _DEFERRED_FROM)


def _gate(question: Question, judged: Growth) -> int | None:
    """Up to which length `re` may run: `None` for any, 0 for none."""
    if judged.degree is None:
        return 0
    if judged.kind != "linear":
        gate = _GATES[judged.degree] if judged.degree < len(_GATES) else _LAST_GATE
        gate = gate // _HEAVY_GATE if _has_long_class(question.body) and judged.degree else gate
        return gate if judged.ways <= _FREE_WAYS else gate // judged.ways
    most = width(question.body).most
    states = max(judged.states, 1) * (_HEAVY if _has_long_class(question.body) else 1)
    if question.start and most is not None and states * most <= _WORK and most <= _SUBJECT_OF_GROUPS:
        return None
    if _loops_groups(question.body):
        return min(_WORK // states, _SUBJECT_OF_GROUPS)
    # A few states cost no more for each code point than any other look at the text.
    return None if states <= _FEW_STATES else min(_WORK // states, _SUBJECT)


def _has_long_class(root: Node) -> bool:
    return any(isinstance(node, Characters) and len(node.codes) > _LONG_CLASS for node in walk(root))


def _loops_groups(root: Node) -> bool:
    return any(isinstance(node, Repeat) and not isinstance(node.body, Characters) for node in walk(root))


def _rank(condition: Condition) -> int:
    match condition:
        case Always():
            return 0
        case Matches():
            return 2
        case Gated():
            return 3
        case Bounded():
            return 4
        case Stepped():
            return 5
        case Not(inner):
            return _rank(inner)
        case _:
            return 1


def _severity(found: Growth) -> tuple[bool, bool, int, int, int]:
    return found.degree is None, found.kind != "linear", found.degree or 0, found.ways, found.states


def _constants(condition: Condition) -> tuple[Constant, ...]:
    match condition:
        case Matches(_, constant):
            return (constant,)
        case Gated(_, quick, _, slow):
            return (quick, slow)
        case Bounded(slow):
            return (slow,)
        case Not(inner):
            return _constants(inner)
        case All(conditions):
            return tuple(dict.fromkeys(constant for one in conditions for constant in _constants(one)))
        case _:
            return ()
