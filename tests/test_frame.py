"""Framing finds resources, anchors and reference targets as the specification says, and nothing else."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright.generator.dialects import DRAFT_07, DRAFT_2020_12, STANDARD, VOCABULARY_BASE
from schemawright.generator.documents import DocumentSource, built_in
from schemawright.generator.frame import Frame, build_frame
from schemawright.generator.load import load_schema
from schemawright.generator.location import Location
from schemawright.generator.metaschema import check_schemas
from schemawright.runtime.clock import Clock
from schemawright.runtime.errors import (
    ExecutionFailure,
    SchemaError,
    SchemawrightError,
    UnresolvedReferenceError,
    UnsupportedCapabilityError,
)
from schemawright.runtime.limits import Limits

BOTH = frozenset(STANDARD)
CASES = Path(__file__).parents[2] / "shared" / "cases"


def frame_of(
    schema: object,
    registry: Mapping[str, object] | None = None,
    loader: Callable[[str], object] | None = None,
    *,
    base_uri: str = "",
    default: str = DRAFT_2020_12,
    dialects: frozenset[str] = BOTH,
    limits: Limits | None = None,
) -> Frame:
    limits = limits or Limits()
    return build_frame(
        load_schema(schema, limits),
        base_uri=base_uri,
        default_dialect=default,
        dialects=dialects,
        documents=DocumentSource(registry or {}, loader),
        limits=limits,
    )


def at(pointer: str = "", document: str = "") -> Location:
    return Location(document, tuple(pointer.split("/")[1:]))


def draft_07(**schema: Any) -> dict[str, Any]:
    return {"$schema": DRAFT_07 + "#", **{name.replace("_", "$", 1): value for name, value in schema.items()}}


# ---------------------------------------------------------------- locations


def test_location() -> None:
    """A location is a pointer in a document, and its URI is the schema path."""
    place = Location().child("properties", "a/b", "~")
    assert place.pointer == "/properties/a~1b/~0"
    assert place.uri == "#/properties/a~1b/~0"
    assert Location("https://h/doc", ("a",)).uri == "https://h/doc#/a"
    assert Location() < place < Location("a")


# ---------------------------------------------------------------- resources and references


def test_fragment_means_the_nearest_resource() -> None:
    """Core 9.2: a bare fragment belongs to the enclosing resource."""
    frame = frame_of(
        {
            "$id": "https://e/outer",
            "$defs": {"in": {"$id": "inner", "$ref": "#/$defs/t", "$defs": {"t": True}}, "t": True},
            "$ref": "#/$defs/t",
            "not": {"$ref": "inner#/$defs/t"},
        }
    )
    assert frame.resolve(at(), "#/$defs/t") == at("/$defs/t")
    assert frame.resolve(at("/$defs/in"), "#/$defs/t") == at("/$defs/in/$defs/t")
    assert frame.resolve(at("/not"), "inner#/$defs/t") == at("/$defs/in/$defs/t")
    assert frame.resource_at(at("/$defs/in/$defs/t")) == at("/$defs/in")
    assert frame.base_uri_at(at("/$defs/in/$defs/t")) == "https://e/inner"
    assert frame.resource_at(at("/$defs/t")) == at()
    assert frame.references == 3


def test_relative_root_identifier() -> None:
    """A relative `$id` still names the document."""
    frame = frame_of({"$id": "item.json", "$ref": "item.json#/$defs/i", "$defs": {"i": True}})
    assert frame.resolve(at(), "item.json") == at()
    assert frame.resolve(at(), "item.json#/$defs/i") == at("/$defs/i")


def test_base_uri_of_the_root() -> None:
    """The retrieval URI is the base of a document without `$id`, and names it beside one."""
    frame = frame_of({"$ref": "doc#/$defs/a", "$defs": {"a": True}}, base_uri="https://e/doc")
    assert frame.resolve(at(), "doc#/$defs/a") == at("/$defs/a")
    frame = frame_of({"$id": "https://f/x", "not": {"$ref": "https://e/doc"}}, base_uri="https://e/doc")
    assert frame.resolve(at("/not"), "https://e/doc") == at()


def test_anchors() -> None:
    """Core 8.2.2, under `definitions` too; an anchor belongs to its resource alone."""
    frame = frame_of(
        {
            "definitions": {"a": {"$anchor": "x"}},
            "$defs": {"r": {"$id": "https://e/r", "not": {"$anchor": "y"}}},
            "$ref": "#x",
            "not": {"$ref": "https://e/r#y"},
        }
    )
    assert frame.resolve(at(), "#x") == at("/definitions/a")
    assert frame.resolve(at("/not"), "https://e/r#y") == at("/$defs/r/not")
    with pytest.raises(UnresolvedReferenceError):
        frame.resolve(at(), "#y")


def test_pointer_escapes() -> None:
    """RFC 6901: `~` escapes inside percent-encoding."""
    frame = frame_of({"$defs": {"a/b": {"%": {}}, "c~": True, "é": True}, "$ref": "#/$defs/a~1b"})
    assert frame.resolve(at(), "#/%24defs/a~1b") == Location("", ("$defs", "a/b"))
    assert frame.resolve(at(), "#/$defs/c~0") == Location("", ("$defs", "c~"))
    assert frame.resolve(at(), "#/$defs/%C3%A9") == frame.resolve(at(), "#/$defs/é")


def test_pointer_into_an_unknown_keyword() -> None:
    """The target is framed with its references, in the resource around it; `roots` tells that no keyword holds it."""
    frame = frame_of(
        {
            "$ref": "#/components/P",
            "components": {"P": {"properties": {"g": {"$ref": "#/x/g"}}, "$anchor": "p"}},
            "x": {"g": {"type": "string"}},
            "not": {"$ref": "#p"},
        }
    )
    assert frame.resolve(at(), "#/components/P") == at("/components/P")
    assert frame.resolve(at("/components/P/properties/g"), "#/x/g") == at("/x/g")
    assert frame.resolve(at("/not"), "#p") == at("/components/P")
    assert frame.roots == (at(), at("/components/P"), at("/x/g"))


def test_target_in_an_unknown_keyword_with_its_own_identifier() -> None:
    """Such a target is a resource of its own."""
    frame = frame_of(
        {
            "$id": "https://e/root",
            "$ref": "#/x/r",
            "x": {"r": {"$id": "r/", "$ref": "#/$defs/t", "$defs": {"t": {"$ref": "s"}, "s": {"$id": "s"}}}},
        }
    )
    assert frame.base_uri_at(at("/x/r/$defs/t")) == "https://e/r/"
    assert frame.resolve(at("/x/r"), "#/$defs/t") == at("/x/r/$defs/t")
    assert frame.resolve(at("/x/r/$defs/t"), "s") == at("/x/r/$defs/s")


def test_one_target_with_two_base_uris() -> None:
    """A schema that two pointers give two base URIs is refused, not read as either."""
    schema = {
        "allOf": [{"$ref": "#/x/a/not"}, {"not": {"$ref": "#/y"}}],
        "y": {"$ref": "#/x/a"},
        "x": {"a": {"$id": "https://e/a", "not": {"not": {"$ref": "#"}}}},
    }
    with pytest.raises(SchemaError, match="two base URIs"):
        frame_of(schema)


@pytest.mark.parametrize("keyword", ["enum", "examples", "const", "default", "unknown", "items"])
def test_identifiers_in_data_are_data(keyword: str) -> None:
    """Only keyword positions hold schemas."""
    inner = {"$id": "https://e/x", "$anchor": "a", "$ref": "https://evil.test/"}
    value: object = [inner] if keyword in {"enum", "examples", "items"} else inner
    frame_of({keyword: value})
    for reference in ("https://e/x", "#a"):
        with pytest.raises(UnresolvedReferenceError):
            frame_of({keyword: value, "$ref": reference})


def test_members_named_like_keywords() -> None:
    """In `properties` and `$defs`, names are names."""
    frame_of({"properties": {"$id": {}, "$ref": {"type": "integer"}, "$schema": True}, "$defs": {"$anchor": {}}})


@pytest.mark.parametrize(
    "reference",
    ["#/$defs/nope", "#nope", "other.json", "https://e/x", "urn:x:y", "//h/x", "#/allOf/00", "#/allOf/-", "#/allOf/+0"]
    + ["#/allOf/7", "#/title/0", "#/minimum", "#/title", "#/allOf", "#/n", "#//", "#/$defs/a#b", "#/%zz", "#/%FF"]
    + ["#/a~", "#/ ", "#x/y", "file:///etc/passwd", "../../etc/passwd", "https://[::1/s", "#/allOf/" + "9" * 5000],
)
def test_missing_target(reference: str) -> None:
    """Reported with the place of the reference, before anything is compiled; also in a definition nobody uses."""
    rest = {"title": "t", "minimum": 0, "allOf": [True], "n": None}
    for schema, path in (({"$ref": reference}, "#/$ref"), ({"$defs": {"u": {"$dynamicRef": reference}}}, None)):
        with pytest.raises(UnresolvedReferenceError) as caught:
            frame_of({**rest, **schema})
        assert caught.value.code == "unresolved_reference"
        assert caught.value.schema_path == (path or "#/$defs/u/$dynamicRef")


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ({"$ref": 1}, "#/$ref"),
        ({"not": {"$dynamicRef": None}}, "#/not/$dynamicRef"),
        ({"$id": 5}, "#/$id"),
        ({"$id": "https://e/x#f"}, "#/$id"),
        ({"$anchor": []}, "#/$anchor"),
        ({"$anchor": "1a"}, "#/$anchor"),
        ({"$anchor": "a/b"}, "#/$anchor"),
        ({"$dynamicAnchor": ""}, "#/$dynamicAnchor"),
        ({"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}, "#/$defs/b/$anchor"),
        ({"$defs": {"a": {"$anchor": "x"}, "b": {"$dynamicAnchor": "x"}}}, "#/$defs/b/$dynamicAnchor"),
        ({"$defs": {"a": {"$id": "a"}, "b": {"$id": "a"}}}, "#/$defs/b/$id"),
        ({"$id": "a", "not": {"$id": "b", "not": {"$id": "a"}}}, "#/not/not/$id"),
        ({"not": {"$id": ""}}, "#/not/$id"),
        (draft_07(_id=5), "#/$id"),
        (draft_07(_id="#%zz"), "#/$id"),
        (draft_07(definitions={"a": {"$id": "#x"}, "b": {"$id": "#x"}}), "#/definitions/b/$id"),
    ],
)
def test_malformed_identifiers(schema: dict[str, Any], path: str) -> None:
    """Refused with the place of the keyword."""
    with pytest.raises(SchemaError) as caught:
        frame_of(schema)
    assert (caught.value.code, caught.value.schema_path) == ("invalid_schema", path)


def test_key_order_does_not_matter() -> None:
    """The same schema in another order gives the same frame, and the same error."""
    schema = {"$ref": "#/x", "x": {"$anchor": "q", "not": {"$ref": "#/y"}}, "y": {"$ref": "#q"}, "not": {"$ref": "#q"}}
    one, other = frame_of(schema), frame_of(dict(reversed(schema.items())))
    assert (one.roots, one.subschemas) == (other.roots, other.subschemas)
    broken = {"not": {"$ref": "#n"}, "if": {"$ref": "#i"}, "$ref": "https://e/nope"}
    errors = []
    for variant in (broken, dict(reversed(broken.items()))):
        with pytest.raises(UnresolvedReferenceError) as caught:
            frame_of(variant)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]


def test_entries() -> None:
    """Entries are fragments of the root; one in an unknown place is framed with what it refers to."""
    frame = frame_of({"$defs": {"a": {"$anchor": "x"}}, "y": {"z": {"$ref": "#/y/w"}, "w": {}}})
    assert frame.resolve_entry("#") == at()
    assert frame.resolve_entry("#/$defs/a") == frame.resolve_entry("#x") == at("/$defs/a")
    assert frame.resolve_entry("#/y/z") == at("/y/z")
    assert frame.resolve(at("/y/z"), "#/y/w") == at("/y/w")
    for entry in ("#/nope", "#nope", "", "https://e/x", "/$defs/a"):
        with pytest.raises(UnresolvedReferenceError):
            frame.resolve_entry(entry)


# ---------------------------------------------------------------- dynamic anchors


def test_dynamic_anchors() -> None:
    """Core 8.2.3.2: only a fragment that a `$dynamicAnchor` made looks at the dynamic scope."""
    frame = frame_of(
        {
            "$id": "https://e/r",
            "$dynamicAnchor": "d",
            "$defs": {"s": {"$anchor": "s"}, "o": {"$id": "o", "$dynamicAnchor": "d"}},
            "allOf": [
                {"$dynamicRef": "#d"},
                {"$dynamicRef": "#s"},
                {"$dynamicRef": "#/$defs/s"},
                {"$dynamicRef": "o#d"},
                {"$dynamicRef": "#"},
            ],
        }
    )
    assert frame.dynamic_anchors(at()) == {"d": at()}
    assert frame.dynamic_anchors(at("/$defs/o")) == {"d": at("/$defs/o")}
    assert frame.is_dynamic_anchor("#d", at("/allOf/0")) == ("d", at())
    assert frame.is_dynamic_anchor("#s", at("/allOf/1")) is None
    assert frame.is_dynamic_anchor("#/$defs/s", at("/allOf/2")) is None
    assert frame.is_dynamic_anchor("o#d", at("/allOf/3")) == ("d", at("/$defs/o"))
    assert frame.is_dynamic_anchor("#", at("/allOf/4")) is None


# ---------------------------------------------------------------- draft-07


def test_draft_07_ref_hides_its_siblings() -> None:
    """A sibling `$id` changes no base; `definitions` beside the `$ref` are found all the same."""
    frame = frame_of(
        draft_07(
            _id="https://e/base/",
            definitions={"a": {"$id": "foo.json"}, "h": {"$ref": "#x", "definitions": {"y": {"$id": "#x"}}}},
            allOf=[{"$id": "https://e/", "$ref": "foo.json", "not": {"$id": "https://e/hidden"}}],
        )
    )
    assert frame.resolve(at("/allOf/0"), "foo.json") == at("/definitions/a")
    assert frame.resolve(at("/definitions/h"), "#x") == at("/definitions/h/definitions/y")
    with pytest.raises(UnresolvedReferenceError):
        frame.resolve(at(), "https://e/hidden")


def test_draft_07_root_with_ref() -> None:
    """Generators write `$ref` beside `definitions` at the root; the pointer reaches them."""
    frame = frame_of(
        draft_07(_ref="#/definitions/C", definitions={"C": {"properties": {"a": {"$ref": "#/definitions/C"}}}})
    )
    assert frame.resolve(at(), "#/definitions/C") == at("/definitions/C")
    assert frame.dialect_at(at("/definitions/C")).draft == "draft-07"


def test_draft_07_identifiers() -> None:
    """A fragment-only `$id` is an anchor; one with URI and fragment is both; `$anchor` and `$defs` mean nothing."""
    frame = frame_of(
        draft_07(
            _id="https://e/root.json#",
            definitions={
                "l": {"$id": "#l", "not": {"$ref": "other.json#o"}},
                "o": {"$id": "other.json#o"},
                "a": {"$anchor": "a"},
            },
            _defs={"x": {"$id": "https://e/x"}},
            properties={"v": {"$ref": "#l"}},
        )
    )
    assert frame.resolve(at("/properties/v"), "#l") == at("/definitions/l")
    assert frame.resolve(at("/definitions/l/not"), "other.json#o") == at("/definitions/o")
    assert frame.base_uri_at(at("/definitions/l/not")) == "https://e/root.json"
    for reference in ("#a", "https://e/x"):
        with pytest.raises(UnresolvedReferenceError):
            frame.resolve(at(), reference)


def test_draft_07_array_items() -> None:
    """Array `items`, `additionalItems`, `dependencies` of schemas or names."""
    frame = frame_of(
        draft_07(
            items=[{"$id": "#i"}], additionalItems={"$id": "#a"}, dependencies={"p": ["q"], "s": {"$id": "#d"}}, _ref2=1
        )
    )
    for anchor, pointer in (("#i", "/items/0"), ("#a", "/additionalItems"), ("#d", "/dependencies/s")):
        assert frame.resolve(at(), anchor) == at(pointer)


# ---------------------------------------------------------------- dialects


@pytest.mark.parametrize("uri", [DRAFT_2020_12, DRAFT_2020_12 + "#", DRAFT_07, DRAFT_07 + "#"])
def test_dialect(uri: str) -> None:
    """The two dialects, with or without the empty fragment."""
    assert frame_of({"$schema": uri}).dialect_at(at()) == STANDARD[uri.removesuffix("#")]


def test_default_dialect() -> None:
    """Schemas that name none have the default, booleans too."""
    assert frame_of({}).dialect_at(at()).draft == "2020-12"
    assert frame_of({}, default=DRAFT_07).dialect_at(at()).draft == "draft-07"
    assert frame_of(True, default=DRAFT_07 + "#").dialect_at(at()).draft == "draft-07"
    with pytest.raises(UnsupportedCapabilityError):
        frame_of({}, default=DRAFT_07, dialects=frozenset({DRAFT_2020_12}))


@pytest.mark.parametrize(
    "uri",
    [
        DRAFT_2020_12.replace("https", "http"),
        DRAFT_07.replace("http", "https"),
        DRAFT_2020_12 + "?x",
        "file:///etc/passwd",
    ]
    + [
        "http://json-schema.org/draft-06/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "urn:x",
        DRAFT_07 + "##",
    ]
    + [DRAFT_2020_12 + "#foo", DRAFT_2020_12.upper()],
)
def test_unsupported_dialect(uri: str) -> None:
    """Never read as another dialect than it says: at the root, in an embedded resource, in a document."""
    for schema in ({"$schema": uri}, {"$defs": {"a": {"$id": "https://e/a", "$schema": uri}}}, {"$ref": "https://e/d"}):
        with pytest.raises(UnsupportedCapabilityError) as caught:
            frame_of(schema, {"https://e/d": {"$schema": uri}})
        assert caught.value.code == "unsupported_dialect"
        assert caught.value.schema_path.endswith("/$schema")


@pytest.mark.parametrize(
    "value", [1, None, {}, [], True, "", "schema", "#", "//h/x", " " + DRAFT_2020_12, DRAFT_2020_12 + "\n"]
)
def test_malformed_dialect(value: object) -> None:
    """`$schema` is an absolute URI."""
    with pytest.raises(SchemaError) as caught:
        frame_of({"$schema": value})
    assert (caught.value.code, caught.value.schema_path) == ("invalid_schema", "#/$schema")


def test_disallowed_dialect() -> None:
    """A known dialect outside the caller's set is refused."""
    with pytest.raises(UnsupportedCapabilityError):
        frame_of({"$schema": DRAFT_07}, dialects=frozenset({DRAFT_2020_12}))


def test_embedded_dialect() -> None:
    """An embedded resource has its own dialect, its subschemas too."""
    frame = frame_of(
        {
            "$id": "https://e/main",
            "$ref": "old",
            "$defs": {
                "old": {"$schema": DRAFT_07, "$id": "old", "items": [{"$id": "#x", "$ref2": 1}], "not": {"$ref": "#x"}}
            },
        }
    )
    assert frame.dialect_at(at("/$defs/old/items/0")).draft == "draft-07"
    assert frame.resolve(at("/$defs/old/not"), "#x") == at("/$defs/old/items/0")
    assert frame.dialect_at(at()).draft == "2020-12"


def test_a_dialect_within_a_dialect_within_a_dialect() -> None:
    """Each resource is judged by its own metaschema, however deeply those of other dialects are embedded."""
    inner: dict[str, Any] = {"$schema": DRAFT_2020_12, "$id": "https://e/inner"}
    old = {"$schema": DRAFT_07, "$id": "https://e/old", "definitions": {"inner": inner}}
    check_schemas(frame_of({"$defs": {"old": old}}), Clock(5.0))
    inner["minLength"] = -1
    with pytest.raises(SchemaError) as caught:
        check_schemas(frame_of({"$defs": {"old": old}}), Clock(5.0))
    assert caught.value.schema_path == "#/$defs/old/definitions/inner/minLength"


@pytest.mark.parametrize("dialect", [DRAFT_2020_12, DRAFT_07])
@pytest.mark.parametrize("wrong", ["strin", 5, ["string", "strin"], []])
def test_a_wrong_type_is_told_as_one(dialect: str, wrong: object) -> None:
    """The commonest mistake in a schema; a member that is only called `type` is told as what it is."""
    with pytest.raises(SchemaError) as caught:
        check_schemas(frame_of({"$schema": dialect, "items": {"type": wrong}}), Clock(5.0))
    assert "must be one of" in caught.value.message
    assert caught.value.schema_path.startswith("#/items/type")
    with pytest.raises(SchemaError) as caught:
        check_schemas(frame_of({"$schema": dialect, "properties": {"type": wrong}}), Clock(5.0))
    assert "must be one of" not in caught.value.message


def test_dialect_in_a_subschema() -> None:
    """Without `$id`, `$schema` may repeat the dialect in force and name no other (Core 8.1.1)."""
    frame_of({"properties": {"a": {"$schema": DRAFT_2020_12 + "#"}}})
    with pytest.raises(UnsupportedCapabilityError) as caught:
        frame_of({"properties": {"a": {"$schema": DRAFT_07}}})
    assert caught.value.schema_path == "#/properties/a/$schema"


def metaschema(vocabulary: object, **more: object) -> dict[str, object]:
    return {"https://e/meta": {"$schema": DRAFT_2020_12, "$id": "https://e/meta", "$vocabulary": vocabulary, **more}}


CORE = {VOCABULARY_BASE + "core": True}
CUSTOM = BOTH | {"https://e/meta"}


def test_vocabularies() -> None:
    """Core 8.1.2: what a metaschema names is on, optional or not; what it leaves out is off."""
    named = {
        **CORE,
        VOCABULARY_BASE + "applicator": False,
        VOCABULARY_BASE + "format-assertion": False,
        "https://e/v": False,
    }
    frame = frame_of({"$schema": "https://e/meta"}, metaschema(named), dialects=CUSTOM)
    dialect = frame.dialect_at(at())
    assert (dialect.draft, dialect.vocabularies) == ("2020-12", ("core", "applicator", "format-assertion"))
    assert dialect.asserts_format
    assert list(frame.documents) == ["https://e/meta"]
    assert not STANDARD[DRAFT_2020_12].asserts_format
    assert STANDARD[DRAFT_07].has("applicator")


def test_a_vocabulary_that_is_off_holds_no_subschemas() -> None:
    """Its keywords are unknown ones."""
    with pytest.raises(UnresolvedReferenceError):
        frame_of(
            {"$schema": "https://e/meta", "not": {"$anchor": "x"}, "$ref": "#x"}, metaschema(CORE), dialects=CUSTOM
        )


@pytest.mark.parametrize(
    ("documents", "code"),
    [
        (metaschema({**CORE, "https://e/v": True}), "unsupported_vocabulary"),
        (metaschema({VOCABULARY_BASE + "core": False}), "unsupported_vocabulary"),
        (metaschema({}), "unsupported_vocabulary"),
        (metaschema(None), "unsupported_dialect"),
        (metaschema(CORE) | {"https://e/meta": True}, "unsupported_dialect"),
        ({"https://e/meta": {"$schema": "https://e/meta"}}, "unsupported_dialect"),
        ({"https://e/meta": {"$schema": DRAFT_07, "$vocabulary": CORE}}, "unsupported_dialect"),
        ({}, "unsupported_dialect"),
        (metaschema([]), "invalid_schema"),
        (metaschema({"x": 1}), "invalid_schema"),
    ],
)
def test_unsupported_metaschema(documents: dict[str, object], code: str) -> None:
    """A metaschema that is not to be had, or asks for what is not there, is refused."""
    with pytest.raises(SchemawrightError) as caught:
        frame_of({"$schema": "https://e/meta"}, documents, dialects=CUSTOM)
    assert caught.value.code == code


def test_custom_dialects_are_asked_for() -> None:
    """A metaschema in the registry is not enough: the caller's set must name the dialect."""
    with pytest.raises(UnsupportedCapabilityError):
        frame_of({"$schema": "https://e/meta"}, metaschema(CORE))


# ---------------------------------------------------------------- documents


def test_registry() -> None:
    """Documents are found under their key and their `$id`; only what is used is loaded."""
    registry = {
        "HTTPS://E:443/a": {"$id": "https://f/a", "$defs": {"x": {"$anchor": "x", "$ref": "b"}}},
        "https://f/b#": '{"type": "object"}' if importlib.util.find_spec("schemawright.runtime.json_text") else {},
        "https://f/unused": {"$ref": "https://nope/"},
        "https://f/malformed": {"a": object()},
    }
    frame = frame_of({"$ref": "https://e/a#x", "not": {"$ref": "https://f/a"}}, registry)
    assert frame.resolve(at(), "https://e/a#x") == at("/$defs/x", "https://e/a")
    assert frame.resolve(at("/not"), "https://f/a") == at("", "https://e/a")
    assert frame.resolve(at("/$defs/x", "https://e/a"), "b").uri == "https://f/b#"
    assert list(frame.documents) == ["https://e/a", "https://f/b"]
    assert frame.references == 3


def test_registry_found_by_embedded_identifier() -> None:
    """Also where only a resource inside the document has the URI."""
    registry = {"https://e/bundle": {"$defs": {"a": {"$id": "https://f/a"}}}, "https://e/bad": {"$id": 1}}
    frame = frame_of({"$ref": "https://f/a"}, registry)
    assert frame.resolve(at(), "https://f/a") == at("/$defs/a", "https://e/bundle")
    registry["https://e/other"] = {"$id": "https://f/a"}
    with pytest.raises(SchemaError, match="two documents"):
        frame_of({"$ref": "https://f/a"}, registry)


def test_unused_parts_of_a_document_need_no_targets() -> None:
    """Of another document, only what a reference reaches must be whole."""
    frame_of({"$ref": "https://e/a#/$defs/x"}, {"https://e/a": {"$defs": {"x": {}, "y": {"$ref": "nope"}}}})


def test_documents_that_refer_to_each_other() -> None:
    """A fragment in a document means that document."""
    registry = {
        "https://e/hen": {"$defs": {"b": {"not": {"$ref": "egg#/$defs/s"}}}},
        "https://e/egg": {"$defs": {"s": {"$ref": "hen#/$defs/b"}}},
    }
    frame = frame_of({"$ref": "https://e/hen#/$defs/b"}, registry)
    assert frame.resolve(at("/$defs/s", "https://e/egg"), "hen#/$defs/b") == at("/$defs/b", "https://e/hen")


def test_inherited_dialect() -> None:
    """A document without `$schema` has the dialect of the schema that refers to it, if there is only one."""
    registry = {"https://e/a": {"items": [{"$id": "#x"}]}}
    frame = frame_of(draft_07(_ref="https://e/a#x"), registry)
    assert frame.dialect_at(at("", "https://e/a")).draft == "draft-07"
    schema = {
        "$ref": "https://e/a",
        "$defs": {"o": {"$id": "https://e/o", "$schema": DRAFT_07, "$ref2": 0, "not": {"$ref": "a"}}},
    }
    with pytest.raises(SchemaError, match="two dialects"):
        frame_of(schema, registry)


def test_two_documents_with_one_uri() -> None:
    """Refused where they differ; a bundled copy is fine."""
    bundle = {"$defs": {"b": {"$id": "https://e/b", "type": "string"}}}
    schema = {"allOf": [{"$ref": "https://e/b"}, {"$ref": "https://e/z"}]}
    frame_of(schema, {"https://e/z": bundle, "https://e/b": {"$id": "https://e/b", "type": "string"}})
    with pytest.raises(SchemaError, match="two schema resources"):
        frame_of(schema, {"https://e/z": bundle, "https://e/b": {"$id": "https://e/b", "type": "number"}})


@pytest.mark.parametrize("registry", [{1: {}}, {"https://e/a#b": {}}, {"": {}}, {"https://e": {}, "HTTPS://e/": {}}])
def test_malformed_registry(registry: dict[Any, Any]) -> None:
    """Keys are URIs without fragment, each once."""
    with pytest.raises(SchemaError):
        frame_of({}, registry)


def test_loader() -> None:
    """Asked once for each document, after the registry; what it answers is copied."""
    asked = []
    answer: dict[str, Any] = {"type": "string"}

    def load(uri: str) -> object:
        asked.append(uri)
        return answer

    schema = {"allOf": [{"$ref": "https://e/a"}, {"$ref": "HTTPS://e/a#"}, {"$ref": "https://e/r"}]}
    frame = frame_of(schema, {"https://e/r": True}, load)
    answer["type"] = "number"
    assert asked == ["https://e/a"]
    assert frame.documents["https://e/a"] == {"type": "string"}


@pytest.mark.parametrize(
    "answer", [None, 1, [], (), object(), ValueError("s3cret"), UnresolvedReferenceError, {1: 2}, {"a": {1}}]
)
def test_loader_that_answers_no_schema(answer: object) -> None:
    """Reported at compile time, without what it answered."""
    with pytest.raises(SchemaError) as caught:
        frame_of({"$ref": "https://e/a"}, None, lambda _: answer)
    assert "s3cret" not in repr(caught.value)


def test_loader_that_fails() -> None:
    """Its error is not passed on, ours are."""

    def load(uri: str) -> object:
        raise RuntimeError("s3cret")

    with pytest.raises(UnresolvedReferenceError) as caught:
        frame_of({"not": {"$ref": "https://e/a"}}, None, load)
    assert caught.value.schema_path == "#/not/$ref"
    assert "RuntimeError" in caught.value.message
    assert "s3cret" not in repr(caught.value)
    assert caught.value.__cause__ is None and caught.value.__context__ is None

    def late(uri: str) -> object:
        raise ExecutionFailure("too late", code="deadline")

    with pytest.raises(ExecutionFailure, match="too late"):
        frame_of({"$ref": "https://e/a"}, None, late)


def test_loader_is_asked_for_absolute_uris_only() -> None:
    """A relative reference without base goes nowhere."""
    for reference in ("other.json", "../x", "https://a b/"):
        with pytest.raises(UnresolvedReferenceError):
            frame_of({"$ref": reference}, None, lambda _: pytest.fail("asked"))


def test_limits() -> None:
    """Endless chains, huge documents, many references and deep schemas end in a failure that is no verdict."""

    def code(*arguments: Any, **options: Any) -> str:
        with pytest.raises(ExecutionFailure) as caught:
            frame_of(*arguments, **options)
        return caught.value.code

    assert code({"$ref": "https://e/a"}, None, lambda uri: {"$ref": uri + "x"}) == "schema_documents"
    assert code({"$ref": "https://e/a"}, None, lambda _: {"enum": list(range(200_000))}) == "schema_nodes"
    two = {"allOf": [{"$ref": "https://e/a"}, {"$ref": "https://e/b"}]}
    assert code(two, None, lambda _: {"title": "x" * 600_000}) == "schema_bytes"
    assert code(two, None, lambda _: {"enum": [0] * 60_000}) == "schema_nodes"
    assert code({"allOf": [{"$ref": "#/$defs/a"}] * 257, "$defs": {"a": {}}}) == "schema_refs"
    assert code({"$ref": "https://e/a"}, {"https://e/a": {"allOf": [{"$ref": "#"}] * 257}}) == "schema_refs"
    deep: dict[str, Any] = {}
    for _ in range(128):
        deep = {"not": deep}
    assert code(deep) == "schema_depth"
    assert frame_of(deep["not"]).references == 0


# ---------------------------------------------------------------- metaschemas


def test_metaschemas_are_built_in() -> None:
    """They need no registry, count for nothing, and no registry replaces them."""
    schema = {"allOf": [{"$ref": DRAFT_2020_12}, {"$ref": DRAFT_07 + "#"}]}
    frame = frame_of(schema, {DRAFT_2020_12: False, DRAFT_07: False})
    assert frame.documents[DRAFT_2020_12] == built_in(DRAFT_2020_12)
    assert len(frame.documents) == 9
    assert frame.references == 2
    assert frame.dynamic_anchors(at("", DRAFT_2020_12)) == {"meta": at("", DRAFT_2020_12)}


@pytest.mark.parametrize("uri", [DRAFT_2020_12, DRAFT_07])
def test_a_metaschema_is_a_schema(uri: str) -> None:
    """Compiled itself, it is the root document."""
    frame = frame_of(built_in(uri))
    assert frame.resolve(at(), uri) == at()


@pytest.mark.parametrize(
    "schema", [{"$id": DRAFT_2020_12}, {"$defs": {"a": {"$id": DRAFT_2020_12 + "#"}}}, draft_07(_id=DRAFT_07)]
)
def test_no_identifier_takes_a_metaschema(schema: dict[str, Any]) -> None:
    """An `$id` that claims the URI of one is malformed."""
    with pytest.raises(SchemaError) as caught:
        frame_of(schema)
    assert caught.value.code == "invalid_schema"
    with pytest.raises(SchemaError):
        frame_of({"$ref": "https://e/a"}, {"https://e/a": schema})


# ---------------------------------------------------------------- any schema

NAMES = st.sampled_from(["a", "b", "$id", "$ref", "x"])
TEXTS = st.sampled_from(["a", "b", "#", "#a", "#b", "", "#/$defs/a", "#/x/a", "https://e/a", "b#a", "#/%", DRAFT_07])
KEYWORDS = ["$id", "$ref", "$dynamicRef", "$anchor", "$dynamicAnchor", "$schema"]
SINGLES = ["not", "items", "unevaluatedItems", "contentSchema", "x"]
MAPS = ["$defs", "definitions", "properties", "dependencies", "x"]
SCHEMAS = st.recursive(
    st.booleans() | st.none() | st.integers(0, 1),
    lambda inner: (
        st.dictionaries(st.sampled_from(KEYWORDS), TEXTS | inner, max_size=3)
        | st.dictionaries(st.sampled_from(SINGLES), inner, max_size=3)
        | st.builds(
            lambda one, two, three: {**one, **two, **three},
            st.dictionaries(st.sampled_from(KEYWORDS), TEXTS, max_size=3),
            st.dictionaries(st.sampled_from(MAPS), st.dictionaries(NAMES, inner, max_size=3), max_size=2),
            st.dictionaries(st.sampled_from(["allOf", "items"]), st.lists(inner, max_size=2), max_size=1),
        )
    ),
    max_leaves=12,
)


def reversed_members(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: reversed_members(value[name]) for name in reversed(value)}
    return [reversed_members(item) for item in value] if isinstance(value, list) else value


def framing(schema: object, registry: Mapping[str, object], default: str) -> object:
    try:
        frame = frame_of(schema, registry, default=default)
    except SchemawrightError as error:
        return (type(error), str(error))
    return [(place, frame.resource_at(place), frame.base_uri_at(place)) for place in frame.subschemas], frame.roots


@given(SCHEMAS.filter(lambda s: type(s) in {dict, bool}), SCHEMAS, st.sampled_from([DRAFT_2020_12, DRAFT_07]))
def test_any_schema(schema: Any, other: Any, default: str) -> None:
    """Only our errors are raised, and the order of members changes neither the frame nor the error."""
    one = framing(schema, {"https://e/a": other}, default)
    assert one == framing(reversed_members(schema), {"https://e/a": reversed_members(other)}, default)


# ---------------------------------------------------------------- shared cases


def outcome(
    schema: object, registry: Mapping[str, object] | None, loader: Callable[[str], object] | None, default: str
) -> str:
    try:
        frame_of(schema, registry, loader, default=default)
    except ExecutionFailure:
        return "limit"
    except UnsupportedCapabilityError:
        return "unsupported_capability"
    except SchemaError as error:
        return error.code
    return "ok"


def shared_cases(file: str, key: str, groups: set[str]) -> list[Any]:
    if not CASES.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="the shared cases are not there"))]
    cases = json.loads((CASES / file).read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["id"]) for case in cases if case[key] in groups and "schema" in case]


def returns_object(uri: str) -> object:
    return object()


LOADERS: dict[str, Callable[[str], object]] = {
    "endless_chain": lambda uri: {"$ref": uri + "x"},
    "huge_document": lambda _: {"enum": list(range(300_000))},
    "returns_object": returns_object,
    "raises": lambda _: 1 // 0,
}

# The metaschema, not this layer, refuses these.
BY_METASCHEMA = {"dialect-34", "dialect-40", "js-852-array-items-2020"}


@pytest.mark.parametrize("case", shared_cases("hostile/handed/schemas.json", "group", {"reference", "dialect"}))
def test_hostile(case: dict[str, Any]) -> None:
    """Each case of the hostile corpus ends in one of the outcomes it allows, here or at the metaschema."""
    loader = LOADERS.get(case.get("loader", ""))
    if case.get("loader") and loader is None:
        pytest.skip("the loader's behaviour is not for this layer")
    if case["id"] not in BY_METASCHEMA:
        assert outcome(case["schema"], case.get("registry"), loader, DRAFT_2020_12) in case["expect"]


@pytest.mark.parametrize(
    "case",
    shared_cases("reports/handed.json", "area", {"references", "dialects", "reference-security", "dynamic-reference"}),
)
def test_reports(case: dict[str, Any]) -> None:
    """Each reported case compiles, or is refused as it should be."""
    options = case["options"]
    got = outcome(case["schema"], options.get("registry"), None, options.get("dialect") or DRAFT_2020_12)
    if case["id"] not in BY_METASCHEMA:
        assert got in {case["expect_compile"], *(case.get("also_acceptable") or [])}


def catalogs() -> list[Any]:
    folder = CASES / "mcp" / "catalogs"
    if not folder.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="the shared cases are not there"))]
    return [pytest.param(path, id=path.stem) for path in sorted(folder.glob("*.json"))]


@pytest.mark.parametrize("path", catalogs())
def test_catalogs(path: Path) -> None:
    """Every schema of every real catalog is framed under default limits."""
    for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]:
        for schema in (tool.get("inputSchema"), tool.get("outputSchema")):
            if schema is not None:
                frame_of(schema)
