"""Flip tokens of admitted modules and run what is still admitted under a hook that forbids everything.

`python -m tests.verifier_mutants SEED COUNT` answers one JSON object on standard output. A script of its own, because an
audit hook stays for the life of the process.
"""

from __future__ import annotations

import ast
import copy
import io
import json
import random
import sys
import time
import tokenize
from collections import Counter
from typing import Any

from schemawright import runtime
from schemawright.runtime.helper_space import table
from schemawright.runtime.limits import Limits
from schemawright.runtime.load import run_admitted
from schemawright.runtime.refusal import Refused
from schemawright.runtime.verifier import Admitted, verify

from .verifier_modules import SCHEMA

SECRET = "s3cr3t-value"
TREE = {
    "$defs": {"n": {"properties": {"k": {"items": {"$ref": "#/$defs/n"}}, "v": {"type": ["integer", "string"]}}}},
    "$ref": "#/$defs/n",
}
TAGGED = {
    "oneOf": [{"type": "object", "properties": {"t": {"const": c}}, "required": ["t", c]} for c in "abc"],
    "unevaluatedProperties": False,
}
CONTENT = {"contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": {"required": ["a"]}}
WIDE = {"properties": {f"p{i}": {"type": kind} for i, kind in enumerate(["string", "integer", "boolean"] * 6)}}
SCHEMAS: list[Any] = [SCHEMA, TREE, TAGGED, CONTENT, WIDE]
POOL = [
    "value",
    "value__a",
    "item",
    "name",
    "index",
    "path",
    "found",
    "depth",
    "budget",
    "left",
    "type",
    "len",
    "check",
    "explain",
    "measure",
    "is_valid",
    "report",
    "pointer",
    "exceeded",
    "True",
    "False",
    "None",
    "0",
    "1",
    "2",
    "-1",
    "is",
    "not",
    "in",
    "and",
    "or",
    "==",
    "!=",
    "<",
    ">",
    "+",
    "-",
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    ".",
    "=",
    "+=",
    "return",
    "if",
    "for",
    "else",
    "pass",
    "break",
    "str",
    "dict",
    "list",
    "int",
    "__class__",
    "__import__",
    "__builtins__",
    "globals",
    "getattr",
    "eval",
    "exec",
    "open",
    "'a'",
    '"a"',
    "[0]",
    "items",
    "get",
    "import",
    "lambda",
    "yield",
    "while",
    "try",
]


class Guard:
    """The audit hook: while it is on, every event ends the program's part in it."""

    def __init__(self) -> None:
        self.is_on = False
        self.events: list[str] = []

    def hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "builtins.id":  # how the helper for `uniqueItems` knows what it has seen
            return
        if self.is_on and not (event in ("compile", "exec") and is_of_the_loader(event, arguments)):
            self.events.append(event)
            raise PermissionError(event)


def is_of_the_loader(event: str, arguments: tuple[Any, ...]) -> bool:
    """The loader compiles and runs the tree that was checked, and helpers on their first use."""
    if event == "exec":
        return str(arguments[0].co_filename).startswith("<schemawright ")
    if isinstance(arguments[0], ast.Module):
        return True
    text = arguments[0].decode() if isinstance(arguments[0], bytes) else str(arguments[0])
    return any(helper.texts and text.endswith(helper.texts[-1]) for helper in table().helpers.values())


def instances() -> list[Any]:
    """Values of every kind, the secret in all of them."""
    return [
        None, True, 3, 2.5, SECRET, "eyJhIjoxfQ==", [], [SECRET, {"q": 1}, [1], 1], {},
        {"a": "z", "b": {"a": 3}, "list": [{"q": SECRET}, {"q": 2}], "many": "x", "n": 4, "mail": "a@b.c", "ax": 1, SECRET: {}},
        {"k": [{"k": [{"v": SECRET}]}, {"v": 1}], "v": "s"},
        {"t": "a", "a": 1, SECRET: 2}, {"p0": SECRET, "p1": 1, "p2": None}, {"any": [{"any": []}], "x": 1},
    ]  # fmt: skip


def flipped(chance: random.Random, text: str, tokens: list[tokenize.TokenInfo]) -> str:
    """The text with one token replaced, removed, repeated or exchanged for another of its own."""
    lines = text.split("\n")
    token = chance.choice(tokens)
    row, start, end = token.start[0] - 1, token.start[1], token.end[1]
    line = lines[row]
    choice = chance.randrange(10)
    if choice == 0:
        new = ""
    elif choice == 1:
        new = token.string + " " + token.string
    elif choice == 2:
        new = chance.choice(POOL)
    else:  # another of its kind: what stays closest to an admitted module
        new = chance.choice(
            [other for other in chance.choices(tokens, k=40) if other.type == token.type] or [token]
        ).string
    lines[row] = line[:start] + new + line[end:]
    return "\n".join(lines)


def tokens_of(text: str) -> list[tokenize.TokenInfo]:
    """The tokens in one line each, those of the schema's part as often as all others together."""
    skipped = (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    found = [
        token
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in skipped and token.start[0] == token.end[0]
    ]
    mark = text[: text.index("# ---- constants")].count("\n")
    own = [token for token in found if token.start[0] > mark]
    return own * 10 + found


def run(admitted: Admitted, guard: Guard) -> Counter[str]:
    """The faults of one admitted mutant: anything but verdicts, failures and changes to nothing."""
    faults: Counter[str] = Counter()
    began = time.monotonic()
    guard.is_on = True
    try:
        namespace = run_admitted(admitted, Limits(), patterns_are_known=False)
    except runtime.ExecutionFailure:
        namespace = {}
    finally:
        guard.is_on = False
    for instance in instances() if namespace else ():
        before = copy.deepcopy(instance)
        answer: Any = False
        found: Any = []
        guard.is_on = True
        try:
            answer = namespace["is_valid"](instance)
            found = namespace["violations"](instance, 20)
        except Exception as error:  # noqa: BLE001 - which one is counted
            faults[f"ended: {type(error).__name__}"] += 1
        finally:
            guard.is_on = False
        faults["HOLE: not a verdict"] += type(answer) is not bool
        faults["HOLE: changed"] += instance != before
        texts = [part for violation in found for part in violation[1:]]
        faults["HOLE: echo"] += SECRET in "".join(texts)
        faults["runs"] += 1
    faults["HOLE: slow"] += time.monotonic() - began > 10
    faults[f"HOLE: {guard.events[:1]}"] += bool(guard.events)
    guard.events.clear()
    return faults


def main(seed: int, count: int) -> dict[str, int]:
    """So many mutants from this seed."""
    chance = random.Random(seed)  # noqa: S311 - nothing is secret here
    texts = [runtime.compile(schema, format_assertion=True, content_assertion=True).source for schema in SCHEMAS]
    pools = [tokens_of(text) for text in texts]
    guard = Guard()
    for text in texts:
        run(verify(text.encode()), guard)  # what helpers import on first use is imported now
    sys.addaudithook(guard.hook)
    total: Counter[str] = Counter()
    for _ in range(count):
        number = chance.randrange(len(texts))
        text = flipped(chance, texts[number], pools[number])
        if text == texts[number]:
            continue
        total["mutants"] += 1
        try:
            admitted = verify(text.encode("utf-8", "replace"))
        except Refused:
            continue
        total["admitted"] += 1
        total += run(admitted, guard)
    return dict(total)


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
