"""Random schemas of both dialects, and instances that follow a schema closely enough to reach its corners.

Every reference makes progress: what is applied to the same instance refers to later definitions only, while members
and items may refer to anything. So no random schema is refused, and none recurses without end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

LATEST = "https://json-schema.org/draft/2020-12/schema"
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
BASE = "http://example.test/root"

NAMES = ("a", "b", "ab", "c", "é", "a/b", "~0")
PATTERNS = ("^a", "b$", "[ac]", "^$")
NUMBERS = (0, 1, 2, 3, -1, 1.0, 0.5, 1.5, 0.1, 0.3, -0.0, 10**20, 1e300)
TEXTS = ("", "a", "ab", "abc", "é", "\U0001f600", "1")
SCALARS = (None, True, False, *NUMBERS, *TEXTS)
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")

scalars = st.sampled_from(SCALARS)
names = st.sampled_from(NAMES)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
counts = st.integers(0, 3)

any_text = st.text(st.characters(exclude_categories=()), max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=4),
    max_leaves=12,
)
"""Any JSON value at all, lone surrogates in its strings included."""


@dataclass(frozen=True)
class Case:
    """A schema with some instances for it."""

    schema: Any
    instances: list[Any]


@dataclass(frozen=True)
class Where:
    """Where a subschema stands: what may it refer to, and how deep is it."""

    dialect: str
    depth: int
    ahead: tuple[str, ...]  # references that end although they stay at the same instance
    anywhere: tuple[str, ...]  # references that end because they went into the instance
    dynamic: bool
    moved: bool = False

    def here(self) -> Where:
        """An applicator on the same instance."""
        return Where(self.dialect, self.depth - 1, self.ahead, self.anywhere, self.dynamic, self.moved)

    def inside(self) -> Where:
        """An applicator on a part of the instance."""
        return Where(self.dialect, self.depth - 1, self.ahead, self.anywhere, self.dynamic, moved=True)


Draw = Callable[[st.SearchStrategy[Any]], Any]
Writer = Callable[[Draw, Where], dict[str, Any]]


def schema_at(draw: Draw, where: Where) -> Any:
    """A subschema; small ones are likelier the deeper it stands."""
    if where.depth <= 0:
        return draw(st.sampled_from([True, False, {}, *({"type": name} for name in TYPES)]))
    writers = dict(COMMON)
    writers.update(ONLY_LATEST if where.dialect == LATEST else ONLY_DRAFT_07)
    family = draw(st.sampled_from(FAMILIES))
    pool = [name for name in family if name in writers] or sorted(writers)
    chosen = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=3, unique=True))
    chosen += draw(st.lists(st.sampled_from(sorted(writers)), max_size=1))
    schema: dict[str, Any] = {}
    for name in chosen:
        schema.update(writers[name](draw, where))
    return schema


def one(keyword: str, strategy: st.SearchStrategy[Any]) -> Writer:
    return lambda draw, _: {keyword: draw(strategy)}


def inside(keyword: str) -> Writer:
    return lambda draw, where: {keyword: schema_at(draw, where.inside())}


def here(keyword: str) -> Writer:
    return lambda draw, where: {keyword: schema_at(draw, where.here())}


def several(keyword: str, *, moved: bool = False) -> Writer:
    def write(draw: Draw, where: Where) -> dict[str, Any]:
        below = where.inside() if moved else where.here()
        return {keyword: [schema_at(draw, below) for _ in range(draw(st.integers(1, 3)))]}

    return write


def members(keyword: str, *, moved: bool, keys: st.SearchStrategy[str] = names) -> Writer:
    def write(draw: Draw, where: Where) -> dict[str, Any]:
        below = where.inside() if moved else where.here()
        return {keyword: {name: schema_at(draw, below) for name in draw(st.lists(keys, max_size=3, unique=True))}}

    return write


def write_reference(draw: Draw, where: Where) -> dict[str, Any]:
    targets = where.anywhere if where.moved else where.ahead
    return {"$ref": draw(st.sampled_from(targets))} if targets else {}


def write_dynamic(draw: Draw, where: Where) -> dict[str, Any]:
    if not where.dynamic:
        return {}
    if where.moved:
        return {"$dynamicRef": "#node"}
    return {draw(st.sampled_from(["items", "additionalProperties"])): {"$dynamicRef": "#node"}}


def write_if(draw: Draw, where: Where) -> dict[str, Any]:
    parts = draw(st.lists(st.sampled_from(["then", "else"]), unique=True))
    return {name: schema_at(draw, where.here()) for name in ["if", *parts]}


def write_contains(draw: Draw, where: Where) -> dict[str, Any]:
    found = {"contains": schema_at(draw, where.inside())}
    for name in draw(st.lists(st.sampled_from(["minContains", "maxContains"]), unique=True)):
        found[name] = draw(counts)
    return found


def write_items_of_draft_07(draw: Draw, where: Where) -> dict[str, Any]:
    found = several("items", moved=True)(draw, where)
    return {**found, "additionalItems": schema_at(draw, where.inside())} if draw(st.booleans()) else found


def write_dependencies(draw: Draw, where: Where) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in draw(st.lists(names, max_size=2, unique=True)):
        is_list = draw(st.booleans())
        found[name] = draw(st.lists(names, max_size=2, unique=True)) if is_list else schema_at(draw, where.here())
    return {"dependencies": found}


def write_marking(draw: Draw, where: Where, keyword: str) -> dict[str, Any]:
    """A subschema that evaluates some members or items, and may match or not."""
    keywords = (
        ["properties", "patternProperties"] if keyword == "unevaluatedProperties" else ["prefixItems", "contains"]
    )
    found = ONLY_LATEST.get(keywords[0], COMMON.get(keywords[0], write_if))(draw, where.here())
    if draw(st.booleans()):
        found.update((COMMON.get(keywords[1]) or ONLY_LATEST[keywords[1]])(draw, where.here()))
    if draw(st.booleans()):
        found.update(
            {"required": draw(name_lists)} if keyword == "unevaluatedProperties" else {"minItems": draw(counts)}
        )
    return found


def write_unevaluated(draw: Draw, where: Where, keyword: str) -> dict[str, Any]:
    """Nothing may be left over beside branches that evaluate something."""
    way = draw(st.sampled_from(["allOf", "anyOf", "oneOf", "if", "dependentSchemas"]))
    found: dict[str, Any] = {keyword: False}
    if way == "if":
        parts = ["if", *draw(st.lists(st.sampled_from(["then", "else"]), unique=True))]
        return {**found, **{name: write_marking(draw, where, keyword) for name in parts}}
    if way == "dependentSchemas":
        return {**found, way: {draw(names): write_marking(draw, where, keyword)}}
    return {**found, way: [write_marking(draw, where, keyword) for _ in range(draw(st.integers(1, 3)))]}


name_lists = st.lists(names, max_size=3, unique=True)
COMMON: dict[str, Writer] = {
    "type": one("type", st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True)),
    "enum": one("enum", st.lists(values, min_size=1, max_size=4, unique_by=repr)),
    "const": one("const", values),
    "minimum": one("minimum", st.sampled_from(NUMBERS)),
    "maximum": one("maximum", st.sampled_from(NUMBERS)),
    "exclusiveMinimum": one("exclusiveMinimum", st.sampled_from(NUMBERS)),
    "exclusiveMaximum": one("exclusiveMaximum", st.sampled_from(NUMBERS)),
    "multipleOf": one("multipleOf", st.sampled_from([1, 2, 3, 0.5, 0.1, 1.0])),
    "minLength": one("minLength", counts),
    "maxLength": one("maxLength", counts),
    "pattern": one("pattern", st.sampled_from(PATTERNS)),
    "minItems": one("minItems", counts),
    "maxItems": one("maxItems", counts),
    "uniqueItems": one("uniqueItems", st.booleans()),
    "minProperties": one("minProperties", counts),
    "maxProperties": one("maxProperties", counts),
    "required": one("required", name_lists),
    "properties": members("properties", moved=True),
    "properties again": members("properties", moved=True),
    "patternProperties": members("patternProperties", moved=True, keys=st.sampled_from(PATTERNS)),
    "additionalProperties": inside("additionalProperties"),
    "propertyNames": inside("propertyNames"),
    "items": inside("items"),
    "not": here("not"),
    "allOf": several("allOf"),
    "anyOf": several("anyOf"),
    "oneOf": several("oneOf"),
    "if": write_if,
    "$ref": write_reference,
}
ONLY_LATEST: dict[str, Writer] = {
    "prefixItems": several("prefixItems", moved=True),
    "contains": write_contains,
    "dependentRequired": lambda draw, _: {"dependentRequired": draw(st.dictionaries(names, name_lists, max_size=2))},
    "dependentSchemas": members("dependentSchemas", moved=False),
    "unevaluatedProperties": inside("unevaluatedProperties"),
    "unevaluatedItems": inside("unevaluatedItems"),
    "no unevaluatedProperties": lambda draw, where: write_unevaluated(draw, where, "unevaluatedProperties"),
    "no unevaluatedItems": lambda draw, where: write_unevaluated(draw, where, "unevaluatedItems"),
    "$dynamicRef": write_dynamic,
}
ONLY_DRAFT_07: dict[str, Writer] = {
    "contains": inside("contains"),
    "items by position": write_items_of_draft_07,
    "dependencies": write_dependencies,
}


# Keywords of one family bear on the same instances, so that they meet each other.
FAMILIES: tuple[tuple[str, ...], ...] = (
    (),
    ("type", "enum", "const", "minimum", "exclusiveMaximum", "multipleOf", "minLength", "pattern"),
    ("prefixItems", "items", "items by position", "contains", "unevaluatedItems", "no unevaluatedItems", "uniqueItems"),
    (
        *("properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "required"),
        *("dependentSchemas", "dependencies", "propertyNames", "no unevaluatedProperties"),
    ),
    ("allOf", "anyOf", "oneOf", "not", "if", "$ref"),
    ("properties", "$dynamicRef", "$ref", "items"),
    ("$dynamicRef",),
    ("no unevaluatedProperties", "no unevaluatedItems", "if", "properties", "prefixItems"),
)


@st.composite
def schemas(draw: Draw, dialect: str = LATEST, depth: int = 3) -> Any:
    """A schema document: some definitions, embedded resources among them, and a root that may use them."""
    defs = "$defs" if dialect == LATEST else "definitions"
    kind = draw(st.sampled_from(["plain", "plain", "definitions", "dynamic" if dialect == LATEST else "definitions"]))
    dynamic = kind == "dynamic"
    count = 0 if kind == "plain" else draw(st.integers(1, 3))
    embedded = [dynamic or draw(st.booleans()) for _ in range(count)]
    targets = [
        draw(
            st.sampled_from([f"{BASE}#/{defs}/d{number}", *([f"http://example.test/r{number}"] if is_resource else [])])
        )
        for number, is_resource in enumerate(embedded)
    ]
    anywhere = (*targets, BASE)
    document: dict[str, Any] = {"$schema": dialect, "$id": BASE}
    made: dict[str, Any] = {}
    for number, is_resource in enumerate(embedded):
        where = Where(dialect, depth - 1, tuple(targets[number + 1 :]), anywhere, dynamic and is_resource)
        schema = schema_at(draw, where)
        if is_resource:
            schema = schema if isinstance(schema, dict) else {"not": {}} if schema is False else {}
            schema = {"$id": f"r{number}", **schema}
            if dialect != LATEST and "$ref" in schema:  # the reference would hide the identifier
                schema = {"$id": f"r{number}", "allOf": [{"$ref": schema["$ref"]}]}
            if dynamic:
                schema["$dynamicAnchor"] = "node"
        made[f"d{number}"] = schema
    root = schema_at(draw, Where(dialect, depth, tuple(targets), anywhere, dynamic))
    if dynamic and isinstance(root, dict) and draw(st.booleans()):
        root = {**root, "$ref": targets[0]}
    if root is False:
        root = {"not": {}}
    if dynamic:
        document["$dynamicAnchor"] = "node"
    if made:
        document[defs] = made
    if isinstance(root, dict) and dialect != LATEST and "$ref" in root:
        root = {"allOf": [root]}
    document.update(root if isinstance(root, dict) else {})
    return document


# ------------------------------------------------------------------ instances
def resolve(document: Any, reference: str) -> Any:
    """The target of one of the references above, `True` where that is no schema of this document."""
    defs = document.get("$defs", document.get("definitions", {}))
    for number in range(3):
        if reference in {
            f"{BASE}#/$defs/d{number}",
            f"{BASE}#/definitions/d{number}",
            f"http://example.test/r{number}",
        }:
            return defs.get(f"d{number}", True)
    return document


def instance_for(draw: Draw, schema: Any, document: Any, depth: int = 4) -> Any:
    """An instance that follows one way through the schema, or now and then none."""
    if not isinstance(schema, dict) or depth <= 0 or draw(st.integers(0, 7)) == 0:
        return draw(values)
    ways = [way for way in WAYS if way in schema]
    if not ways:
        return draw(values)
    way = draw(st.sampled_from(ways))
    value = schema[way]
    match way:
        case "const":
            return value
        case "enum":
            return draw(st.sampled_from(value))
        case "$ref":
            return instance_for(draw, resolve(document, value), document, depth - 1)
        case "$dynamicRef" | "allOf" | "anyOf" | "oneOf":
            target = document if way == "$dynamicRef" else draw(st.sampled_from(value))
            return instance_for(
                draw, {**target, **_outside(schema)} if isinstance(target, dict) else schema, document, depth - 1
            )
        case "if" | "then" | "else" | "not":
            return instance_for(
                draw, {**value, **_outside(schema)} if isinstance(value, dict) else True, document, depth - 1
            )
        case "type":
            name = value if isinstance(value, str) else draw(st.sampled_from(value))
            return _of_type(draw, name, schema, document, depth)
        case "pattern" | "minLength" | "maxLength":
            return draw(st.sampled_from(TEXTS))
        case "items" | "prefixItems" | "contains" | "unevaluatedItems" | "minItems" | "maxItems" | "uniqueItems":
            return _of_type(draw, "array", schema, document, depth)
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf":
            return draw(st.sampled_from(NUMBERS))
        case _:
            return _of_type(draw, "object", schema, document, depth)


WAYS = (
    *(
        "const",
        "enum",
        "$ref",
        "$dynamicRef",
        "allOf",
        "anyOf",
        "oneOf",
        "if",
        "then",
        "else",
        "not",
        "type",
        "pattern",
    ),
    *("minLength", "maxLength", "items", "prefixItems", "contains", "unevaluatedItems", "minItems", "maxItems"),
    *(
        "uniqueItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "properties",
        "required",
    ),
    *("patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "dependentSchemas"),
    *("dependentRequired", "dependencies", "minProperties", "maxProperties"),
)
IN_PLACE = ("const", "enum", "$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "not")


def _outside(schema: dict[str, Any]) -> dict[str, Any]:
    """What holds beside the branch that is followed."""
    return {name: value for name, value in schema.items() if name not in IN_PLACE}


def _of_type(draw: Draw, name: str, schema: dict[str, Any], document: Any, depth: int) -> Any:
    if name == "object":
        known = dict(schema.get("properties", {}))
        chosen = [key for key in known if draw(st.booleans())]
        chosen += [key for key in schema.get("required", ()) if draw(st.integers(0, 3))]
        chosen += draw(st.lists(names, max_size=2))
        rest = schema.get("additionalProperties", schema.get("unevaluatedProperties", True))
        return {key: instance_for(draw, known.get(key, rest), document, depth - 1) for key in dict.fromkeys(chosen)}
    if name == "array":
        items = schema.get("items", schema.get("unevaluatedItems", True))
        prefix = items if isinstance(items, list) else schema.get("prefixItems", [])
        rest = schema.get("additionalItems", True) if isinstance(items, list) else items
        options = [rest, *([schema["contains"]] if "contains" in schema else [])]
        length = draw(st.integers(0, 4))
        return [
            instance_for(draw, prefix[n] if n < len(prefix) else draw(st.sampled_from(options)), document, depth - 1)
            for n in range(length)
        ]
    pools: dict[str, list[Any]] = {
        "null": [None],
        "boolean": [True, False],
        "integer": [number for number in NUMBERS if number == int(number)],
        "number": list(NUMBERS),
        "string": list(TEXTS),
    }
    return draw(st.sampled_from(pools[name]))


@st.composite
def cases(draw: Draw, dialect: str = LATEST, instances: int = 6) -> Case:
    """A schema and instances for it."""
    schema = draw(schemas(dialect))
    return Case(schema, [instance_for(draw, schema, schema) for _ in range(instances)])
