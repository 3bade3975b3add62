"""The protocol's module: made from the pinned bytes, corrected where the overlays say and nowhere else (M1, M2)."""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from schemawright.generator import protocol_source, regen
from schemawright.generator.protocol_view import compiled_view, corrected
from schemawright.runtime import ExecutionFailure, SchemaError, compile_bundle
from schemawright.runtime.digest import schema_digest
from schemawright.runtime.limits import Limits
from schemawright.runtime.mcp import OVERLAYS, PUBLISHED, Correction, definitions, message_validator
from schemawright.runtime.mcp.definitions import UnknownDefinitionError

VERSION = "2025-11-25"
SHA256 = "1ffe4c5577974012f5fa02af14ea88df4b7146679df1abaaad497c8d9230ca8a"
GENERATED = Path(__file__).resolve().parent.parent / "generated"
HALF = {"type": "number", "minimum": 0.5}
TASK = {"taskId": "1", "status": "working", "createdAt": "", "lastUpdatedAt": "", "ttl": None}


@pytest.fixture(scope="session")
def published(shared) -> bytes:
    """The pinned bytes."""
    return (shared / "data" / "mcp" / f"{VERSION}.schema.json").read_bytes()


# ------------------------------------------------------------------ the source
def test_the_pins():
    """M1, M2: the bytes by digest, and each corrected position, as data."""
    assert PUBLISHED[VERSION].sha256 == SHA256
    assert PUBLISHED[VERSION].commit == "38c84e9f93ad191d9eb26d92b945d17bd0efcaf3"
    assert {overlay: [c.position for c in corrections] for overlay, corrections in OVERLAYS[VERSION].items()} == {
        1: [],
        2: (
            numbers := [
                "/$defs/NumberSchema/properties/minimum/type",
                "/$defs/NumberSchema/properties/maximum/type",
                "/$defs/NumberSchema/properties/default/type",
                "/$defs/ElicitResult/properties/content/additionalProperties/anyOf/1/type/1",
            ]
        ),
        3: [*numbers, "/$defs/Task/properties/ttl/type"],
    }


def test_the_published_bytes_have_the_digest(published, shared):
    assert hashlib.sha256(published).hexdigest() == SHA256
    assert protocol_source.published_bytes(shared / "data" / "mcp") == published


def test_other_bytes_are_refused(published, tmp_path):
    """A byte more, and nothing is made of it."""
    (tmp_path / f"{VERSION}.schema.json").write_bytes(published + b"\n")
    with pytest.raises(ValueError, match="is not the published schema"):
        protocol_source.published_bytes(tmp_path)


def test_the_package_rebuilds_the_bytes(published, monkeypatch, tmp_path):
    """The two edits of the packaged file are undone exactly; the file itself is pinned too."""
    packaged = published[:-1]
    at = packaged.index(b'"ttl": {', packaged.index(b'"Task": {'))
    packaged = packaged[:at] + packaged[at:].replace(protocol_source.ORIGINAL, protocol_source.EDITED, 1)
    assert protocol_source.rebuilt(packaged) == published
    with pytest.raises(ValueError, match="is not the published schema"):
        protocol_source.rebuilt(packaged + b"\n")


def test_without_a_source_the_module_stays(monkeypatch, tmp_path, capsys):
    """What is missing is said, the rest is written, and the committed module is not touched."""
    package = tmp_path / "repository" / "generated"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "mcp_2025_11_25.py").write_text("# as committed\n", "ascii")
    monkeypatch.setattr(regen, "find_spec", lambda _: type("Spec", (), {"origin": str(package / "__init__.py")}))
    monkeypatch.setattr(protocol_source, "_pip", lambda: [sys.executable, "-c", "raise SystemExit('no index')"])
    regen.main()
    said = capsys.readouterr().err
    assert "2025-11-25.schema.json" in said
    assert "could not download mcp==2.3.0: no index" in said
    assert (package / "mcp_2025_11_25.py").read_text("ascii") == "# as committed\n"
    assert (package / "draft_2020_12.py").read_bytes() == (GENERATED / "draft_2020_12.py").read_bytes()


def test_regenerating_changes_nothing(shared):
    """`make regen` gives what is committed, byte for byte, and there is no other module."""
    made = dict(regen.own_modules(shared / "data" / "mcp"))
    assert sorted(made) == sorted(path.name for path in GENERATED.glob("*.py") if path.name != "__init__.py")
    assert [name for name, text in made.items() if (GENERATED / name).read_bytes() != text.encode("ascii")] == []


# ------------------------------------------------------------------ the compiled view
def differences(left, right, at=""):
    """The positions at which two JSON values differ."""
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        return [found for name in left for found in differences(left[name], right[name], f"{at}/{name}")]
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return [found for n, item in enumerate(left) for found in differences(item, right[n], f"{at}/{n}")]
    return [] if left == right else [at]


@pytest.mark.parametrize("overlay", [1, 2, 3])
def test_an_overlay_changes_its_positions_alone(published, overlay):
    document = json.loads(published)
    kept = copy.deepcopy(document)
    changed = corrected(document, OVERLAYS[VERSION][overlay])
    assert sorted(differences(document, changed)) == sorted(c.position for c in OVERLAYS[VERSION][overlay])
    assert document == kept


@pytest.mark.parametrize(
    "correction",
    [
        Correction("/$defs/NumberSchema/properties/minimum/type", "string", "number", ""),
        Correction("/$defs/NumberSchema/properties/lowest/type", "integer", "number", ""),
        Correction("/$defs/ElicitResult/properties/content/additionalProperties/anyOf/9/type", "integer", "number", ""),
    ],
)
def test_a_correction_that_does_not_fit_is_refused(published, correction):
    """Upstream edits released files: a correction is never applied to something else."""
    with pytest.raises(SchemaError):
        corrected(json.loads(published), [correction])


def _names(view):
    return list(view["$defs"])


def test_the_module_is_bound_to_the_view(published):
    """The digest in the module is that of the view that the pinned bytes and the overlays give."""
    view = compiled_view(json.loads(published), OVERLAYS[VERSION])
    assert message_validator("Tool").digest == schema_digest(view)
    published_names = set(json.loads(published)["$defs"])
    assert published_names == set(definitions()) == {n for n in _names(view) if "_overlay_" not in n}


@pytest.mark.parametrize("overlay", [1, 2, 3])
def test_every_definition_answers_as_its_overlay_says(published, shared, overlay):
    """Sharing the module costs nothing: all 145 definitions agree with the corrected document compiled by itself."""
    alone = compile_bundle(
        corrected(json.loads(published), OVERLAYS[VERSION][overlay]), limits=Limits(max_refs=1_024, compile_timeout=60)
    )
    cases = json.loads((shared / "cases" / "mcp" / "messages.json").read_text("utf-8"))["messages"]
    messages = [case["message"] for case in cases] + [HALF, TASK, {**TASK, "ttl": 1}, {"task": TASK}, {}, [], "x"]
    assert len(definitions()) == len(alone) == 145
    disagreeing = [
        (name, message)
        for name in definitions()
        for message in messages
        if message_validator(name, overlay=overlay).is_valid(message) is not alone[name].is_valid(message)
    ]
    assert disagreeing == []


@pytest.mark.parametrize(
    ("definition", "instance", "verdicts"),
    [
        ("NumberSchema", HALF, (False, True, True)),
        ("NumberSchema", {"type": "number", "maximum": 0.5}, (False, True, True)),
        ("NumberSchema", {"type": "number", "default": 0.5}, (False, True, True)),
        ("NumberSchema", {"type": "number", "default": "0.5"}, (False, False, False)),
        ("PrimitiveSchemaDefinition", HALF, (False, True, True)),
        ("ElicitResult", {"action": "accept", "content": {"ratio": 0.5}}, (False, True, True)),
        ("ElicitResult", {"action": "accept", "content": {"ratio": None}}, (False, False, False)),
        ("Task", TASK, (False, False, True)),
        ("GetTaskResult", TASK, (False, False, True)),
        ("CreateTaskResult", {"task": TASK}, (False, False, True)),
        ("Task", {**TASK, "ttl": 1500.5}, (False, False, False)),
        ("Task", {**TASK, "ttl": 1500}, (True, True, True)),
    ],
)
def test_the_corrected_definitions(definition, instance, verdicts):
    """M2: the four positions are numbers under overlay 2, a task without a time limit is one under overlay 3."""
    found = tuple(message_validator(definition, overlay=overlay).is_valid(instance) for overlay in (1, 2, 3))
    assert found == verdicts
    assert message_validator(definition).is_valid(instance) is verdicts[1]


# ------------------------------------------------------------------ asking for validators
def test_one_validator_for_each(published):
    """Asking again gives the same one, and what no overlay touches is one function for all of them."""
    assert message_validator("Tool") is message_validator("Tool", VERSION, 2)
    functions = {message_validator("Tool", overlay=overlay)._is_valid for overlay in (1, 2, 3)}
    assert len(functions) == 1
    assert len({message_validator("NumberSchema", overlay=overlay)._is_valid for overlay in (1, 2, 3)}) == 2


def test_violations_speak_of_the_published_positions():
    (found,) = message_validator("ElicitResult").violations({"action": "perhaps"})
    assert (found.instance_path, found.schema_path) == ("/action", "#/$defs/ElicitResult/properties/action/enum")


def test_hostile_messages_meet_the_limits():
    """Messages come from peers: what the schema leaves open is counted."""
    deep: dict = {}
    for _ in range(2_000):
        deep = {"a": deep}
    with pytest.raises(ExecutionFailure, match="nested too deeply"):
        message_validator("CallToolRequestParams").is_valid({"name": "x", "arguments": deep})


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("CallToolRequst",), "unknown_definition", "did you mean CallToolRequest"),
        (("NumberSchema_overlay_1",), "unknown_definition", "no definition"),
        (("x" * 100_000,), "unknown_definition", "no definition"),
        ((None,), "unknown_definition", "named by a string"),
        (("Tool", "2024-01-01"), "unknown_version", "2025-11-25"),
        (("Tool", VERSION, 4), "unknown_overlay", "1, 2, 3"),
        (("Tool", VERSION, True), "unknown_overlay", "1, 2, 3"),
    ],
)
def test_what_does_not_exist_is_named(arguments, code, text):
    with pytest.raises(UnknownDefinitionError) as raised:
        message_validator(*arguments)
    assert raised.value.code == code
    assert text in str(raised.value)
    assert len(str(raised.value)) < 1_000


def test_the_runtime_alone_validates_messages():
    """Neither the generator's libraries nor an SDK is needed."""
    code = (
        "import sys\n"
        "from schemawright.runtime.mcp import message_validator\n"
        "assert message_validator('PingRequest').is_valid({'jsonrpc': '2.0', 'id': 1, 'method': 'ping'})\n"
        "print([name for name in ('jinja2', 'black', 'mcp', 'pydantic', 'fastmcp') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("[]\n", "")
