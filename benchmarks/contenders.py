"""Who is measured: each contender turns a schema into a function from an instance to a verdict.

All of them validate the same thing: formats and content are annotations, nothing is filled in.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import corvus_json_schema
import fastjsonschema
import jsonschema_rs

from schemawright import runtime
from schemawright.runtime.limits import Limits

Check = Callable[[Any], bool]

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def schemawright(schema: Any) -> Check:
    """Ours, with the limits that everyone gets."""
    return runtime.compile(schema).is_valid


def schemawright_trusted(schema: Any) -> Check:
    """Ours, for instances that were bounded before."""
    return runtime.compile(schema, limits=Limits.trusted_instances()).is_valid


def fastjsonschema_(schema: Any) -> Check:
    """It knows draft-07 at most, and says no by an exception."""
    told = {**schema, "$schema": DRAFT_07} if isinstance(schema, dict) else schema
    validate = fastjsonschema.compile(told, use_default=False, use_formats=False)

    def check(instance: Any) -> bool:
        try:
            validate(instance)
        except fastjsonschema.JsonSchemaException:
            return False
        return True

    return check


def corvus(schema: Any) -> Check:
    """The fastest pure Python one."""
    return corvus_json_schema.compile(schema, assert_format=False, assert_content=False)


def jsonschema_rs_(schema: Any) -> Check:
    """Rust; its verdicts are the ones that the others are compared with."""
    return jsonschema_rs.validator_for(schema, validate_formats=False).is_valid


OURS: Mapping[str, Callable[[Any], Check]] = {
    "schemawright": schemawright,
    "schemawright, trusted": schemawright_trusted,
}
PEERS: Mapping[str, Callable[[Any], Check]] = {
    "fastjsonschema": fastjsonschema_,
    "corvus-json-schema": corvus,
    "jsonschema-rs": jsonschema_rs_,
}
REFERENCE = "jsonschema-rs"


def prepare(make: Callable[[Any], Check], schema: Any) -> Check | str:
    """The check, or in one line why there is none."""
    try:
        return make(schema)
    except Exception as error:  # noqa: BLE001 - whatever a contender raises is its result
        return one_line(error)


def verdicts(check: Check, instances: list[Any]) -> list[bool] | str:
    """What `check` says of each instance, or in one line why it does not."""
    try:
        return [bool(check(instance)) for instance in instances]
    except Exception as error:  # noqa: BLE001 - as in `prepare`
        return one_line(error)


def one_line(error: Exception) -> str:
    """The error, fit for a cell of a table."""
    text = re.sub(r"[\s|`]+", " ", f"{type(error).__name__}: {error}")
    return textwrap.shorten(text, 60, placeholder="...")
