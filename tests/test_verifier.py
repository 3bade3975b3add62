"""The admission verifier: every handed attack is refused where it is spliced into a real module, and each rule has its near miss."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemawright import runtime
from schemawright.runtime.errors import ExecutionFailure
from schemawright.runtime.refusal import Refused
from schemawright.runtime.verifier import verify

from . import verifier_near_misses_by_role as by_role
from .verifier_modules import attacks, handed, source, spliced, translated
from .verifier_near_misses import ALLOWED, BENIGN, CHANGED, REFUSED

# In this profile a member's name is a string as any other (`propertyNames` hands it to a check), and names are made from
# paths, so that they may be long.
ALLOWED_HERE = {"near_local_value_is_key", "near_function_name_long"}


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


@pytest.mark.parametrize(("level", "snippet"), [*ALLOWED, *by_role.ALLOWED])
def test_what_the_profile_allows_is_admitted(level: str, snippet: str) -> None:
    verify(spliced(level, snippet).encode())


@pytest.mark.parametrize(("level", "snippet"), [*REFUSED, *by_role.REFUSED])
def test_one_step_beyond_is_refused(level: str, snippet: str) -> None:
    with pytest.raises(Refused):
        verify(spliced(level, snippet).encode())


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_frames_meters_headers_and_helpers_cannot_be_changed(old: str, new: str) -> None:
    text = source()
    assert old in text or old == "    return check(instance", old
    changed = text.replace(old, new, 1)
    if changed != text:
        with pytest.raises(Refused):
            verify(changed.encode())


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
    wrong = "sha256:" + "0" * 64
    digests: list[dict[str, Any]] = [{"schema_digest": wrong}, {"options_digest": wrong}]
    for digest in digests:
        with pytest.raises(ExecutionFailure, match="another schema") as caught:
            verify(content, **digest)
        assert caught.value.code == "not_admitted"


def test_a_refusal_names_rule_and_line_and_quotes_nothing() -> None:
    with pytest.raises(Refused) as caught:
        verify(spliced("narrow", "value__b = value[value__a]").encode())
    assert caught.value.line == source().split("\n").index('        value__a = value["a"]') + 2
    assert "value__" not in str(caught.value)
    assert json.dumps(str(caught.value)).isascii()


def test_calls_that_double_are_refused() -> None:
    """Thirty functions that call the next one twice run a thousand million calls."""
    text = runtime.compile(
        {
            "$ref": "#/$defs/a",
            "$defs": {
                "a": {
                    "type": "object",
                    "required": ["x"],
                    "minProperties": 1,
                    "maxProperties": 2,
                    "properties": {"x": {"items": {"type": "object"}}},
                }
            },
        }
    ).source
    functions = "".join(
        f"def check__f{i}(value: object) -> bool:\n    if not check__f{i + 1}(value) or not check__f{i + 1}(value):\n"
        "        return False\n    return True\n\n\n"
        for i in range(30)
    ) + "def check__f30(value: object) -> bool:\n    return True\n\n\n"  # fmt: skip
    mark = "# ---- explain"
    assert is_admitted(text)
    with pytest.raises(Refused, match="not paid for"):
        verify(text.replace(mark, functions + mark, 1).encode())
