"""Forms of 2025-11-25: the requested schema is of the flat subset, and an answer matches it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, cast

from schemawright.runtime.compiling import compile
from schemawright.runtime.errors import ValidationError, bounded
from schemawright.runtime.validator import Validator
from schemawright.runtime.violations import Violation

from .definitions import message_validator
from .overlays import DEFAULT_OVERLAY, DEFAULT_VERSION

MOST = 20

# Every keyword of 2020-12 and draft-07 that asserts, applies a subschema or refers to one. Others are annotations here.
KEYWORDS = frozenset(
    [
        "$anchor",
        "$defs",
        "$dynamicAnchor",
        "$dynamicRef",
        "$id",
        "$recursiveAnchor",
        "$recursiveRef",
        "$ref",
        "$schema",
        "$vocabulary",
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "contains",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "definitions",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "else",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "if",
        "items",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "patternProperties",
        "prefixItems",
        "properties",
        "propertyNames",
        "required",
        "then",
        "type",
        "unevaluatedItems",
        "unevaluatedProperties",
        "uniqueItems",
    ]
)

ROOT = frozenset({"$schema", "type", "properties", "required"})

# `pattern` is not in the protocol's types, but in the string schema that its page on elicitation shows.
PROPERTY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "StringSchema": frozenset({"type", "minLength", "maxLength", "pattern", "format"}),
        "LegacyTitledEnumSchema": frozenset({"type", "enum"}),
        "TitledSingleSelectEnumSchema": frozenset({"type", "oneOf"}),
        "NumberSchema": frozenset({"type", "minimum", "maximum"}),
        "BooleanSchema": frozenset({"type"}),
        "UntitledMultiSelectEnumSchema": frozenset({"type", "minItems", "maxItems", "items"}),
        "TitledMultiSelectEnumSchema": frozenset({"type", "minItems", "maxItems", "items"}),
    }
)

CHOICE = frozenset({"const"})


def elicitation_form(
    requested_schema: object, *, version: str = DEFAULT_VERSION, overlay: int = DEFAULT_OVERLAY, **options: Any
) -> Validator:
    """The validator of the answers to a form, where its `requestedSchema` is of the protocol's flat subset.

    `options` are those of `compile`. Raises `ValidationError` with paths into the requested schema where it is not of
    the subset, and what `compile` raises.
    """
    params = {"message": "", "requestedSchema": requested_schema}
    found = tuple(
        violation._replace(instance_path=violation.instance_path.removeprefix("/requestedSchema"))
        for violation in message_validator("ElicitRequestFormParams", version, overlay).violations(params)
    )
    schema = cast("dict[str, Any]", requested_schema)
    found = found or tuple(_outside(schema, version, overlay))
    if found:
        raise ValidationError("the requested schema is not of the protocol's subset", violations=found[:MOST])
    return compile(schema, **options)


def validate_elicitation_request(
    params: object, *, version: str = DEFAULT_VERSION, overlay: int = DEFAULT_OVERLAY, **options: Any
) -> Validator | None:
    """The validator of the answers to an elicitation, `None` where it is in URL mode; raises as `elicitation_form`."""
    mode = params.get("mode", "form") if type(params) is dict else "form"
    definition = "ElicitRequestURLParams" if mode == "url" else "ElicitRequestFormParams"
    found = message_validator(definition, version, overlay).violations(params)
    if found:
        raise ValidationError(f"these are no {definition} of the protocol {version}", violations=found)
    if mode == "url":
        return None
    try:
        return elicitation_form(
            cast("dict[str, Any]", params)["requestedSchema"], version=version, overlay=overlay, **options
        )
    except ValidationError as error:
        raise ValidationError(error.message, violations=_below("/requestedSchema", error.violations)) from None


def validate_elicitation_answer(
    params: object, result: object, *, version: str = DEFAULT_VERSION, overlay: int = DEFAULT_OVERLAY, **options: Any
) -> None:
    """Return where `result` is an `ElicitResult` whose content matches what the request's `params` asked for.

    A form that was accepted has content; a URL never has; what comes along with a refusal is not looked at. Raises
    `ValidationError` with the violations, and as `validate_elicitation_request` for the request itself.
    """
    form = validate_elicitation_request(params, version=version, overlay=overlay, **options)
    found = message_validator("ElicitResult", version, overlay).violations(result)
    if found:
        raise ValidationError(f"this is no ElicitResult of the protocol {version}", violations=found)
    answer = cast("dict[str, Any]", result)
    if form is None and "content" in answer:
        raise _refused("an answer in URL mode has no content")
    if form is None or answer["action"] != "accept":
        return
    if "content" not in answer:
        raise _refused("a form that was accepted has content")
    found = form.violations(answer["content"])
    if found:
        raise ValidationError("the answer does not match the form", violations=_below("/content", found))


def _refused(message: str) -> ValidationError:
    return ValidationError(message, violations=(Violation("/content", "#/properties/content", "content", message),))


def _below(path: str, violations: tuple[Violation, ...]) -> tuple[Violation, ...]:
    return tuple(violation._replace(instance_path=path + violation.instance_path) for violation in violations)


def _outside(schema: dict[str, Any], version: str, overlay: int) -> Iterator[Violation]:
    """What the published definition lets through: it is a union of open objects, and only one of them is meant."""
    yield from _foreign(schema, ROOT, "")
    for name, subschema in schema["properties"].items():
        path = "/properties/" + bounded(name, 64).replace("~", "~0").replace("/", "~1")
        definition = _meant(subschema)
        found = _below(path, message_validator(definition, version, overlay).violations(subschema))
        yield from found or _foreign(subschema, PROPERTY[definition], path)
        if not found:
            yield from _foreign_choices(definition, subschema, path)


def _foreign_choices(definition: str, subschema: dict[str, Any], path: str) -> Iterator[Violation]:
    choices, where = subschema.get("oneOf", ()), path + "/oneOf"
    if definition == "UntitledMultiSelectEnumSchema":
        yield from _foreign(subschema["items"], frozenset({"type", "enum"}), path + "/items")
    elif definition == "TitledMultiSelectEnumSchema":
        yield from _foreign(subschema["items"], frozenset({"type", "anyOf"}), path + "/items")
        choices, where = subschema["items"]["anyOf"], path + "/items/anyOf"
    for position, choice in enumerate(choices):
        yield from _foreign(choice, CHOICE, f"{where}/{position}")


def _meant(subschema: dict[str, Any]) -> str:
    """The definition that a property is of, by its type and by how it names its choices."""
    match subschema["type"]:
        case "string" if "oneOf" in subschema:
            return "TitledSingleSelectEnumSchema"
        case "string":
            return "LegacyTitledEnumSchema" if "enum" in subschema else "StringSchema"
        case "array":
            titled = "anyOf" in subschema["items"]
            return "TitledMultiSelectEnumSchema" if titled else "UntitledMultiSelectEnumSchema"
        case "boolean":
            return "BooleanSchema"
        case _:
            return "NumberSchema"


def _foreign(schema: Mapping[str, object], allowed: frozenset[str], path: str) -> Iterator[Violation]:
    for keyword in sorted(KEYWORDS & schema.keys() - allowed):
        yield Violation(f"{path}/{keyword}", "#", "requestedSchema", "the subset has no such keyword here")
