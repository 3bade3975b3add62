"""Real modules with places where an attack can be spliced in, and the handed attacks in this project's own words."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from schemawright import runtime

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "a": {"enum": ["z", 3, {"k": 1}]},
        "b": {"$ref": "#"},
        "list": {
            "type": "array",
            "items": {"$ref": "#"},
            "contains": {"type": "object", "required": ["q"]},
            "uniqueItems": True,
        },
        "many": {"enum": ["x", "y"]},
        "n": {"type": "number", "multipleOf": 2},
        "any": {"anyOf": [{"type": "object", "required": ["x"]}, {"type": "array", "items": {"$ref": "#"}}]},
        "doc": {
            "type": "string",
            "contentEncoding": "base64",
            "contentMediaType": "application/json",
            "contentSchema": True,
        },
        "slow": {"type": "string", "pattern": "(?<!a)b(c)\\1"},
        "types": {"properties": {f"t{i}": {"type": kind} for i, kind in enumerate(["string", "integer", "null"] * 4)}},
        "choices": {"properties": {f"c{i}": {"enum": ["a", f"b{i}"]} for i in range(8)}},
        "mail": {"type": "string", "format": "email"},
    },
    "patternProperties": {"^[a-f]+x$": {"type": "integer"}},
    "additionalProperties": {"type": ["string", "object"]},
}
CONSTANTS = "# ---- constants of this schema\n"
STOP = '            exceeded("depth" if depth < 1 else "nodes")\n'
PUBLIC = "# ---- public\n"
CHARGE = "        charge(depth, budget)\n"
HELD = '        value__a = value["a"]\n'


@cache
def source() -> str:
    """The module that attacks are spliced into."""
    return runtime.compile(SCHEMA, format_assertion=True, content_assertion=True).source


def _after(text: str, mark: str, start: int, snippet: str, levels: int) -> str:
    at = text.index(mark, start) + len(mark)
    return text[:at] + _indented(snippet, levels) + text[at:]


def _indented(snippet: str, levels: int) -> str:
    return "".join("    " * levels + line + "\n" if line else "\n" for line in snippet.split("\n"))


def spliced(level: str, snippet: str, text: str | None = None) -> str:
    """The module with the snippet at that level."""
    text = source() if text is None else text
    checks, explains = text.index("\ndef check("), text.index("\ndef explain(")
    match level:
        case "module":
            return _after(text, CONSTANTS, 0, snippet, 0)
        case "flag" | "s" | "e":
            return _after(text, CHARGE, checks, snippet, 1)
        case "report":
            return _after(text, CHARGE, explains, snippet, 1)
        case "narrow":
            return _after(text, HELD, checks, snippet, 2)
        case "loop":
            return _after(text, "    for name, item in value.items():\n", checks, snippet, 2)
        case "measure":
            return _after(text, STOP, text.index("\ndef measure("), snippet, 2)
        case "list":
            where = text.index("\ndef check__properties__list(")
            return _after(text, "    # #/properties/list/uniqueItems\n", where, snippet, 1)
        case "end":  # after the last function that comes from the schema
            return text.replace(PUBLIC, snippet + "\n\n\n" + PUBLIC, 1)
        case "tail":
            return text + "\n\n" + snippet + "\n"
    raise ValueError(level)


class Attack(NamedTuple):
    """One handed attack."""

    name: str
    level: str
    snippet: str


def handed(shared: Path) -> list[dict[str, Any]]:
    """All handed modules."""
    return json.loads((shared / "cases/hostile/handed/modules.json").read_text())["modules"]


def attacks(shared: Path) -> list[Attack]:
    """The attacks that are snippets."""
    return [
        Attack(Path(case["file"]).stem, case["level"], case["snippet"])
        for case in handed(shared)
        if case["group"] not in ("benign", "semantic") and case.get("snippet") and case["level"] not in ("raw", "bytes")
    ]


# The words of the reference profile, and what says the same in this project's modules.
CALLS = (
    (r"\bfail\(c, ([^,()]+(?:\([^()]*\))?), ([^,()]+), ([^()]+)\)", r'report(found, \1, \3, \2, "m")'),
    (r"\b(?:each|keys)\(c, (\w+)\)", r"\1"),
    (r"\bpairs\(c, (\w+)\)", r"\1.items()"),
    (r"\bindexed\(c, (\w+)\)", r"enumerate(\1)"),
    (r"\bsearch\(c, (\w+), (\w+)\)", r"\1.search(\2) is not None"),
    (r"\bequal\(c, ", "is_one_of("),
    (r"\bmultiple\(c, ", "is_multiple_of("),
    (r"\bunique\(c, ", "is_unique("),
    (r"\bintegral\(", "is_integer("),
    (r'\bfmt\(c, "email", ', "is_email("),
    (r"\bat\(", "pointer("),
    (r"\benter\(c, d\)", "budget[0] -= 1\n    if depth < 0 or budget[0] < 0:\n        charge(depth, budget)"),
    (r"\bdef v_(\w+)\(x, c, d\):", r"def check__\1(value: object, depth: int, budget: list[float]) -> bool:"),
    (
        r"\bdef r_(\w+)\(x, c, d, p\):",
        r"def explain__\1(value: object, path: str, found: Found, depth: int, budget: list[float]) -> None:",
    ),
    (
        r"\bdef v_(\w+)\(x, c, d([^)]+)\)(?: -> bool)?:",
        r"def check__\1(value: object, depth: int, budget: list[float]\2) -> bool:",
    ),
    (
        r"\bdef v_(\w+)\(x, c, d\) -> (\w+):",
        r"def check__\1(value: object, depth: int, budget: list[float]) -> \2:",
    ),
    (r"\bv_([a-z])\((\w+), c, ([^()]*)\)", r"check__\1(\2, \3, budget)"),
    (r"\bv_root\((\w+), c, ([^()]*)\)", r"check(\1, \2, budget)"),
    (r"\br_root\((\w+), c, ([^(),]*), p\)", r"explain(\1, path, found, \2, budget)"),
)
NAMES = {
    "x": "value", "x1": "value__a", "x2": "value__b", "x3": "value__c", "x4": "value__d", "k": "name", "i": "index",
    "n": "matched__n", "b": "evaluated__b", "c": "budget", "d": "depth", "p": "path", "p1": "path", "v_root": "check",
    "r_root": "explain", "enter": "charge", "C0": "VALUES__properties__a__enum", "C1": "VALUES__x", "C2": "VALUES__y",
    "S0": "STRINGS__properties__many__enum", "S1": "STRINGS__x", "P0": "PATTERN__patternProperties__a_f_x_x1",
    "P1": "PATTERN__x", "pattern": "re.compile", "const_set": "frozenset", "e": "evaluated__e", "e1": "evaluated__f",
}  # fmt: skip


def translated(snippet: str) -> str:
    """The snippet with this project's names and helpers in the place of the reference profile's."""
    for pattern, replacement in CALLS:
        snippet = re.sub(pattern, replacement, snippet)
    pieces = re.split(r'("(?:[^"\\]|\\.)*")', snippet)
    names = dict(NAMES, P0=_pattern_name())
    return "".join(
        piece if piece.startswith('"') else re.sub(r"\b\w+\b", lambda word: names.get(word[0], word[0]), piece)
        for piece in pieces
    )


def _pattern_name() -> str:
    found = re.search(r"^(PATTERN\w+) = ", source(), re.MULTILINE)
    assert found is not None
    return found[1]
