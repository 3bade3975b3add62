"""The admission verifier: every handed attack is refused where it is spliced into a real module, and each rule has its near miss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schemawright import runtime
from schemawright.runtime.errors import ExecutionFailure
from schemawright.runtime.refusal import Refused
from schemawright.runtime.verifier import verify

from .verifier_modules import attacks, handed, source, spliced, translated

# In this profile a member's name is a string as any other: `propertyNames` hands it to a check.
ALLOWED_HERE = {"near_local_value_is_key"}


def is_admitted(text: str) -> bool:
    """Whether the text may run."""
    try:
        verify(text.encode("utf-8", "surrogatepass"))
    except Refused:
        return False
    return True


def test_the_module_that_attacks_are_spliced_into_is_admitted() -> None:
    assert is_admitted(source())


@pytest.mark.parametrize("words", ["as_handed", "in_our_words"])
def test_every_handed_attack_is_refused_at_its_level(shared: Path, words: str) -> None:
    """Re-sealing changes nothing: the digests in the header are those of the schema."""
    found = attacks(shared)
    assert len(found) > 300
    admitted = []
    for attack in found:
        snippet = attack.snippet if words == "as_handed" else translated(attack.snippet)
        if is_admitted(spliced(attack.level, snippet)):
            admitted.append(attack.name)
    assert set(admitted) <= (ALLOWED_HERE if words == "in_our_words" else set())


def test_every_handed_file_is_refused_as_a_whole(shared: Path) -> None:
    """Raw texts, bytes that are no Python, other profiles, and what is built by repetition."""
    refused = 0
    for case in handed(shared):
        if "build" in case:
            build = case["build"]
            units = "".join(build["unit"].replace("{i}", str(i)) for i in range(build["count"]))
            content = (build["prefix"] + units + build["suffix"]).encode()
        else:
            content = (shared / "cases/hostile/handed" / case["file"]).read_bytes()
        with pytest.raises(Refused):
            verify(content)
        refused += 1
    assert refused > 390


# Level, snippet: what the profile allows there.
ALLOWED = [
    ("module", 'STRINGS__x = frozenset({"a", "b"})'),
    ("module", 'VALUES__x = (1, -2.5, None, True, "a", [1, {"a": []}], Decimal("1.5"))'),
    ("module", 'CLASS__x = "a-z"\nPATTERN__x = re.compile("[" + CLASS__x + "]", re.ASCII)'),
    ("module", 'TYPES__x = {"a": str, "b": bool, "c": int, "d": type(None)}'),
    ("module", 'CHOICES__x = {"a": frozenset({"b"})}'),
    ("module", 'PROGRAM__x = (1, 0, (("code", ((1, 2),), False), ("matched",)))'),
    ("narrow", "if type(value__a) is str and len(value__a) > 3:\n    return False"),
    ("narrow", "if type(value__a) is not str or len(value__a) > STRING_LIMIT:\n    return False"),
    ("narrow", "if (type(value__a) is int or is_number(value__a)) and value__a < 3.5:\n    return False"),
    ("narrow", 'if type(value__a) is dict:\n    value__b = value__a["c"]\n    if value__b is None:\n        return False'),
    ("narrow", 'if type(value__a) is list:\n    for index, item in enumerate(value__a[2:], 2):\n        if index >= 3:\n            return False'),
    ("narrow", 'if not type(value__a) is not dict:\n    tag = value__a.get("c")\n    if type(tag) is str:\n        return False'),
    ("narrow", "if type(value__a) is str and 3 <= len(value__a) <= 8:\n    return False"),
    ("narrow", 'if type(value__a) is str and ("x" in value__a or value__a.startswith(("a", "b"))):\n    return False'),
    ("narrow", 'matched__x = (value__a is None) + (value__a is True)\nif matched__x > 1:\n    return False'),
    ("narrow", "if not check(value__a, depth - 1, budget):\n    return False"),
    ("loop", 'if name != "a" and name not in STRINGS__properties__many__enum:\n    return False'),
    ("loop", "if type(item) is list:\n    for item__x in item:\n        if item__x is None:\n            return False"),
    ("report", 'report(found, path + "/a", "#", "type", "must be")'),
    ("report", 'if may_look_closer(found):\n    nearest = attempt(found)\n    found.extend(nearest)'),
]  # fmt: skip

# Level, snippet: one step beyond what is allowed above.
REFUSED = [
    ("module", 'STRINGS__x = frozenset({"a", 1})'),
    ("module", 'STRINGS__x = frozenset(["a"])'),
    ("module", 'STRINGS__x = ("a",)'),
    ("module", 'OTHER__x = frozenset({"a"})'),
    ("module", 'VALUES__x = (1, (2,))'),
    ("module", 'VALUES__x = [1]'),
    ("module", 'VALUES__x = (1e999,)'),
    ("module", 'VALUES__x = (Decimal("1e99999"),)'),
    ("module", 'VALUES__x = (Decimal(1),)'),
    ("module", 'VALUES__x = (VALUES__properties__a__enum,)'),
    ("module", 'VALUES__x = (1,)\nVALUES__x = (2,)'),
    ("module", 'PATTERN__x = re.compile("a")'),
    ("module", 'PATTERN__x = re.compile("a", re.DEBUG)'),
    ("module", 'PATTERN__x = re.template("a", re.ASCII)'),
    ("module", 'PATTERN__x = re.compile(PATTERN__y, re.ASCII)'),
    ("module", 'PATTERN__x = re.compile("[" + CLASS__x + "]", re.ASCII)\nCLASS__x = "a"'),
    ("module", 'CLASS__x = "a" + "b"'),
    ("module", 'TYPES__x = {"a": list}'),
    ("module", 'TYPES__x = {"a": type(1)}'),
    ("module", 'CHOICES__x = {"a": ("b",)}'),
    ("module", 'PROGRAM__x = (100000, 0, ())'),
    ("module", 'PROGRAM__x = (1, 0, [])'),
    ("module", 'PROGRAM__x = (1, 0, (1.5,))'),
    ("narrow", "if len(value__a) > 3:\n    return False"),
    ("narrow", "if type(value__a) is str or len(value__a) > 3:\n    return False"),
    ("narrow", "if type(value__a) is not str and len(value__a) > 3:\n    return False"),
    ("narrow", "if type(value__a) is int and len(value__a) > 3:\n    return False"),
    ("narrow", "if type(value__a) is str and len(value__a) > 3.5:\n    return False"),
    ("narrow", "if type(value__a) is str and value__a < 3:\n    return False"),
    ("narrow", 'if value__a < 3:\n    return False'),
    ("narrow", 'if value__a == "a":\n    return False'),
    ("narrow", 'if type(value__a) is str and value__a == 1:\n    return False'),
    ("narrow", 'if type(value__a) is str and value__a == value:\n    return False'),
    ("narrow", 'if value__a in STRINGS__properties__many__enum:\n    return False'),
    ("narrow", 'if type(value__a) is str and value__a in VALUES__properties__a__enum:\n    return False'),
    ("narrow", 'if type(value__a) is int and value__a in STRINGS__properties__many__enum:\n    return False'),
    ("narrow", 'if "a" in value__a:\n    return False'),
    ("narrow", 'if type(value__a) is list and "a" in value__a:\n    return False'),
    ("narrow", 'value__b = value__a["c"]'),
    ("narrow", 'if type(value__a) is list:\n    value__b = value__a["c"]'),
    ("narrow", 'if type(value__a) is dict:\n    value__b = value__a[0]'),
    ("narrow", 'value__b = value[value__a]'),
    ("narrow", 'value__b = value__a'),
    ("narrow", 'tag = value__a.get("c")'),
    ("narrow", 'tag = value.pop("c")'),
    ("narrow", 'tag = value.get("c", 1)'),
    ("narrow", 'value = value["c"]'),
    ("narrow", 'depth = 100'),
    ("narrow", 'budget = [1.0, 0.0]'),
    ("narrow", 'budget[0] = 4096.0'),
    ("narrow", 'budget[0] -= -1'),
    ("narrow", 'left -= len(value)'),
    ("narrow", "for item in value__a:\n    pass"),
    ("narrow", "for name, item in value__a.items():\n    pass"),
    ("narrow", "for item in value:\n    pass"),
    ("narrow", "if type(value__a) is list:\n    for name in value__a:\n        pass"),
    ("narrow", "if type(value__a) is list:\n    for index, item in enumerate(value__a[2:], 3):\n        pass"),
    ("narrow", "if type(value__a) is list:\n    for item in value__a[::1]:\n        pass"),
    ("narrow", "if type(value__a) is list:\n    for item in value__a:\n        pass\n    else:\n        return False"),
    ("narrow", "for check in value:\n    pass"),
    ("narrow", "if type(value__a) is str:\n    value__b = value__a\nif value__b is None:\n    return False"),
    ("narrow", 'if type(value__a) is str:\n    value__b = value["c"]\nif value__b is None:\n    return False'),
    ("narrow", "if value__a:\n    return False"),
    ("narrow", "if len(value):\n    return False"),
    ("narrow", "evaluated__x = value__a"),
    ("narrow", "evaluated__x = 1"),
    ("narrow", "matched__x = 2"),
    ("narrow", "matched__x = 0\nmatched__x += 2"),
    ("narrow", "matched__x = 0\nmatched__x -= 1"),
    ("narrow", "matched__x = 0\nif matched__x < value__a:\n    return False"),
    ("narrow", "other = value__a is None"),
    ("narrow", "return True"),
    ("narrow", "return value__a is None"),
    ("narrow", "return"),
    ("narrow", "break"),
    ("narrow", "continue"),
    ("narrow", "value__a is None"),
    ("narrow", "check(value__a, depth - 1, budget)"),
    ("narrow", "if not check(value__a, depth, budget):\n    return False\nif check(value, depth, budget):\n    return False"),
    ("narrow", "if not check(value__a, depth - 2, budget):\n    return False"),
    ("narrow", "if not check(value__a, 5, budget):\n    return False"),
    ("narrow", "if not check(value__a, depth - 1, [1.0, 0.0]):\n    return False"),
    ("narrow", "if not check(value__a):\n    return False"),
    ("narrow", "if not check(VALUES__properties__a__enum, depth - 1, budget):\n    return False"),
    ("narrow", "if not check(value__a, depth - 1, budget=budget):\n    return False"),
    ("narrow", "if is_valid(value__a):\n    return False"),
    ("narrow", "if explain(value__a, path, found, depth - 1, budget):\n    return False"),
    ("narrow", 'if exceeded("other"):\n    return False'),
    ("narrow", "if exceeded(value__a):\n    return False"),
    ("narrow", "if is_email(value__a):\n    return False"),
    ("narrow", "if type(value__a) is str and is_uuid(value__a):\n    return False"),
    ("narrow", "if type(value__a) is str and value__a.encode():\n    return False"),
    ("narrow", 'if type(value__a) is str and value__a.startswith(value__a):\n    return False'),
    ("narrow", 'if type(value__a) is str and value__a.format("a"):\n    return False'),
    ("narrow", 'if type(value__a) is str and value__a.strip("a"):\n    return False'),
    ("narrow", "if is_unique(value__a):\n    return False"),
    ("narrow", "if is_one_of(value__a, STRINGS__properties__many__enum):\n    return False"),
    ("narrow", "if is_one_of(value__a, (1, 2)):\n    return False"),
    ("narrow", "if is_multiple_of(value__a, 2):\n    return False"),
    ("narrow", 'if is_number(value__a) and is_multiple_of(value__a, "1e-99999"):\n    return False'),
    ("narrow", 'if is_number(value__a) and compare(value__a, "1") < 1:\n    return False'),
    ("narrow", "if type(value__a) is value:\n    return False"),
    ("narrow", "if type(value__a) == str:\n    return False"),
    ("narrow", "if type(value__a) is tuple:\n    return False"),
    ("narrow", "if value__a is 1:\n    return False"),
    ("narrow", "if value__a is value:\n    return False"),
    ("narrow", "if (value__a is None) + (value__a is True) != 2:\n    return False"),
    ("narrow", "if (value__a is None) + 1 != 1:\n    return False"),
    ("narrow", "raise ExecutionFailure"),
    ("narrow", "while True:\n    pass"),
    ("narrow", "document = content_document(value__a, 1, 1, 1)"),
    ("loop", "if name < \"a\":\n    return False"),
    ("loop", "for item__x in value:\n    pass"),
    ("loop", "for name__x, item__x in value.items():\n    pass"),
    ("loop", "if not check(value, depth - 1, budget):\n    return False"),
    ("loop", 'if not check(value["a"], depth - 1, budget):\n    return False'),
    ("loop", 'if not check(item["a"], depth - 1, budget):\n    return False'),
    ("loop", 'value__x = value["a"]\nif not check(value__x, depth - 1, budget):\n    return False'),
    ("loop", "if is_one_of(value, VALUES__properties__a__enum):\n    return False"),
    ("loop", "if not STRINGS__properties__many__enum.issuperset(value):\n    return False"),
    ("loop", "if item in STRINGS__properties__many__enum:\n    return False"),
    ("loop", "name = item"),
    ("loop", "item = name"),
    ("report", 'report(found, path + name, "#", "type", "m")'),
    ("report", 'report(found, pointer(path, value), "#", "type", "m")'),
    ("report", 'report(found, pointer(path, "a"), "#", "type", "m")'),
    ("report", 'report(found, path, "#", "type", value)'),
    ("report", 'report(found, path, value, "type", "m")'),
    ("report", 'report(value, path, "#", "type", "m")'),
    ("report", "found = attempt(found)"),
    ("report", "found.append(value)"),
    ("report", "found.extend(value)"),
    ("report", "nearest = attempt(value)"),
    ("report", "return False"),
    ("report", "return None"),
    ("report", 'explain(value, path, found, depth, budget)'),
    ("report", 'explain(value["b"], path, value, depth - 1, budget)'),
    ("report", 'explain(value["b"], value, found, depth - 1, budget)'),
    ("end", "def check__x(value: object, depth: int = 5, budget: list[float] = 1) -> bool:\n    return True"),
    ("end", "import os"),
    ("end", "ENTRIES = {}"),
]  # fmt: skip


@pytest.mark.parametrize(("level", "snippet"), ALLOWED)
def test_what_the_profile_allows_is_admitted(level: str, snippet: str) -> None:
    verify(spliced(level, snippet).encode())


@pytest.mark.parametrize(("level", "snippet"), REFUSED)
def test_one_step_beyond_is_refused(level: str, snippet: str) -> None:
    with pytest.raises(Refused):
        verify(spliced(level, snippet).encode())


# What replaces what in the module: each makes a function's frame, its meter or its public face another one.
CHANGED = [
    ("def check(value: object, depth: int, budget: list[float])", "def check(value: object, budget: list[float], depth: int)"),
    ("def check(value: object, depth: int, budget: list[float]) -> bool", "def check(value: object, depth: int, budget: list[float]) -> int"),
    ("def check(value: object, depth: int, budget: list[float])", "def check(value: object, depth: int, budget: list[float] = [])"),
    ("def check(value: object, depth: int, budget: list[float])", "def check(value: object, depth: int, *, budget: list[float])"),
    ("    budget[0] -= 1\n    if depth < 0 or budget[0] < 0:\n        charge(depth, budget)\n    # #/type", "    # #/type"),
    ("    budget[0] -= 1\n", "    budget[0] -= 0\n"),
    ("if depth < 0 or budget[0] < 0:", "if depth < 0 and budget[0] < 0:"),
    ("charge(depth, budget)", "charge(1, budget)"),
    ("        left -= len(value)\n        if depth < 1 or left < 0:", "        if depth < 1 or left < 0:"),
    ("if depth < 1 or left < 0:", "if depth < 1 or left < -5:"),
    ("measure(value[\"b\"], left, depth - 1)", "measure(value[\"b\"], left, depth)"),
    ("measure(value[\"b\"], left, depth - 1)", "measure(value, left, depth - 1)"),
    ("measure(value[\"b\"], left, depth - 1)", "measure(value[\"b\"], 5, depth - 1)"),
    ("    return left\n", "    return True\n"),
    ("    return check(instance", "    return not check(instance"),
    ("if not check(instance, 128, [4096.0, 0.0])", "if not check(instance, 128, [4096.0, 1.0])"),
    ("found = Found(limit, [1000])", "found = Found(limit, [100000])"),
    ("instance: object, limit: int = 20", "instance: object, limit: int = 20000"),
    ("raise ValidationError(found)", "raise ValidationError(instance)"),
    ("    found = violations(instance)\n", "    found = violations(instance)\n    found = violations(instance)\n"),
    ('"""Raises ValidationError where the instance does not match."""', '"""Something else."""'),
    ("def validate(instance", "def other(instance"),
    ("OUTPUT_FORMAT = 1", "OUTPUT_FORMAT = 2"),
    ("OUTPUT_FORMAT = 1", "OUTPUT_FORMAT = True"),
    ("STRING_LIMIT = 1048576", "STRING_LIMIT = len"),
    ("DEADLINE = 1.0", "DEADLINE = 1e999"),
    ("import re\n", "import os\n"),
    ("import re\n", "import re as os\n"),
    ("import re\n", "import re, os\n"),
    ("    raise ExecutionFailure(code)", "    return False"),
    ("class Found(list", "class Found(dict"),
    ("# ---- constants of this schema\n", ""),
    ("# ---- constants of this schema\n", "# ---- constants of this schema\n" * 2),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_frames_meters_headers_and_helpers_cannot_be_changed(old: str, new: str) -> None:
    text = source()
    assert old in text or old == "    return check(instance", old
    changed = text.replace(old, new, 1)
    if changed != text:
        with pytest.raises(Refused):
            verify(changed.encode())


BENIGN = {
    "combinators": {"oneOf": [{"type": "string", "not": {"const": "b"}, "maxLength": 1}, {"type": "string", "minLength": 4, "maxLength": 4}]},
    "contains_counted": {"contains": {"type": "string"}, "minContains": 1, "maxContains": 2},
    "crlf_free_long_constants": {"type": "string", "enum": [f"value_{i:05}" for i in range(2000)]},
    "directive_comments": {"const": "import os; os.system('id') # \" {{ }} {% %}"},
    "enum_const": {"enum": ["red", None, [1, [2]], {"a": [1, 2.5, None, True], "b": {"c": "d"}}]},
    "if_then_else": {"if": {"type": "object"}, "then": {"required": ["size"]}, "else": {"type": "integer"}},
    "large_switch": {"type": "object", "properties": {f"p{i}": {"type": "integer", "minimum": i} for i in range(200)}},
    "numbers": {"type": "number", "minimum": -2.5, "exclusiveMaximum": 1000, "multipleOf": 0.5},
    "object_required": {
        "type": "object", "required": ["path"], "additionalProperties": False,
        "properties": {"path": {"type": "string"}, "mode": {"type": "integer"}},
    },
    "pattern_properties": {
        "patternProperties": {"^x-": {"type": "string"}, "[0-9]$": {"type": "integer"}}, "additionalProperties": {"type": "boolean"},
    },
    "true_schema": True,
    "types_union": {"type": ["string", "integer", "null"]},
    "unique_items": {"type": "array", "uniqueItems": True},
}  # fmt: skip


def test_benign_shapes_in_our_format_are_admitted_and_right(shared: Path) -> None:
    cases = {Path(case["file"]).stem: case for case in handed(shared) if case["group"] == "benign"}
    assert set(cases) == set(BENIGN)
    for name, case in cases.items():
        validator = runtime.compile(BENIGN[name])
        verify(validator.source.encode())
        for verdict in ("valid", "invalid"):
            for instance in case[verdict]:
                assert validator.is_valid(instance) is (verdict == "valid"), (name, instance)


def test_a_changed_bound_is_within_the_profile_and_told_by_digests_alone() -> None:
    """What the verifier does not promise: that a module is faithful to its schema."""
    text = runtime.compile({"type": "string", "maxLength": 7}).source
    assert is_admitted(text.replace("> 7", "> 9"))


def test_digests_are_compared_with_those_asked_for() -> None:
    validator = runtime.compile({"minimum": 1})
    content = validator.source.encode()
    verify(content, schema_digest=validator.digest, options_digest=validator.options_digest)
    for name in ("schema_digest", "options_digest"):
        with pytest.raises(ExecutionFailure, match="another schema") as caught:
            verify(content, **{name: "sha256:" + "0" * 64})
        assert caught.value.code == "not_admitted"


def test_a_refusal_names_rule_and_line_and_quotes_nothing() -> None:
    with pytest.raises(Refused) as caught:
        verify(spliced("narrow", 'value__b = value[value__a]').encode())
    assert caught.value.line == source().split("\n").index('        value__a = value["a"]') + 2
    assert "value__" not in str(caught.value)
    assert json.dumps(str(caught.value)).isascii()


def test_calls_that_double_are_refused() -> None:
    """Thirty functions that call the next one twice run a thousand million calls."""
    text = runtime.compile({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "required": ["x"], "minProperties": 1, "maxProperties": 2, "properties": {"x": {"items": {"type": "object"}}}}}}).source
    functions = "".join(
        f"def check__f{i}(value: object) -> bool:\n    if not check__f{i + 1}(value) or not check__f{i + 1}(value):\n"
        "        return False\n    return True\n\n\n"
        for i in range(30)
    ) + "def check__f30(value: object) -> bool:\n    return True\n\n\n"  # fmt: skip
    mark = "# ---- explain"
    assert is_admitted(text)
    with pytest.raises(Refused, match="not paid for"):
        verify(text.replace(mark, functions + mark, 1).encode())
