"""Modules on disk: admitted or refused, run with builtins of their own, or trusted where a caller says so."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from schemawright import runtime
from schemawright.generator.layout import formatted
from schemawright.runtime.errors import ExecutionFailure
from schemawright.runtime.limits import Limits
from schemawright.runtime.load import BUILTINS, load, load_bundle, run_admitted
from schemawright.runtime.verifier import verify

SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^[a-c]+$"}}, "required": ["a"]}
CANARY = "loaded_module_ran"


def written(folder: Path, text: str) -> Path:
    path = folder / "module.py"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("layout", [str, formatted])
def test_a_loaded_module_answers_as_the_compiled_one(tmp_path: Path, layout: Any) -> None:
    compiled = runtime.compile(SCHEMA)
    loaded = load(written(tmp_path, layout(compiled.source)))
    assert (loaded.digest, loaded.options_digest, loaded.dialect) == (
        compiled.digest,
        compiled.options_digest,
        compiled.dialect,
    )
    instances: list[Any] = [{"a": "abc"}, {"a": "abd"}, {}, [], {"a": 1}]
    for instance in instances:
        assert loaded.is_valid(instance) is compiled.is_valid(instance)
        assert loaded.violations(instance) == compiled.violations(instance)


def test_a_module_that_is_not_admitted_does_not_run(tmp_path: Path) -> None:
    text = runtime.compile(SCHEMA).source + f'\n\nimport sys\nsys.modules["{CANARY}"] = sys\n'
    path = written(tmp_path, text)
    with pytest.raises(ExecutionFailure) as caught:
        load(path)
    assert caught.value.code == "not_admitted"
    assert CANARY not in sys.modules


def test_a_trusted_module_runs_as_an_import_would(tmp_path: Path) -> None:
    """What a reviewer lets pass is beyond the profile: a comment of another alphabet, a helper of one's own."""
    text = runtime.compile(SCHEMA).source + "\n\n# \u00e9\nVALUE = sorted([2, 1])\n"
    assert load(written(tmp_path, text), trusted=True).is_valid({"a": "b"})


def test_the_size_is_bounded_before_the_text_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, runtime.compile(SCHEMA).source)
    for trusted in (False, True):
        with pytest.raises(ExecutionFailure, match="larger than 1000 bytes"):
            load(path, limits=Limits(max_source_bytes=1000), trusted=trusted)


def test_a_missing_file_is_the_callers_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.py")


def test_bundles_are_loaded_by_entry(tmp_path: Path) -> None:
    schema = {"$defs": {"a": {"type": "string"}, "b": {"type": "integer"}}}
    path = written(tmp_path, runtime.compile_bundle(schema)["a"].source)
    loaded = load_bundle(path)
    assert set(loaded) == {"a", "b"}
    assert loaded["a"].is_valid("x")
    assert not loaded["b"].is_valid("x")
    with pytest.raises(ExecutionFailure) as caught:
        load(path)
    assert caught.value.code == "entry"


def test_admitted_code_sees_nothing_but_what_it_needs() -> None:
    namespace = run_admitted(verify(runtime.compile(SCHEMA).source.encode()), Limits(), patterns_are_known=True)
    assert namespace["__builtins__"] == BUILTINS
    names = {"bool", "dict", "enumerate", "float", "frozenset", "int", "len", "list", "str", "type", "Exception"}
    assert set(BUILTINS) == names
    assert namespace["is_valid"].__globals__ is namespace
    assert namespace["is_valid"].__annotations__ == {}


def test_helpers_are_shared_between_modules() -> None:
    first, second = (
        run_admitted(verify(runtime.compile({"minimum": n}).source.encode()), Limits(), patterns_are_known=True)
        for n in (1, 2)
    )
    assert first["report"] is second["report"]
    assert first["ExecutionFailure"] is second["ExecutionFailure"]


def test_the_smaller_of_two_limits_holds(tmp_path: Path) -> None:
    """A module cannot give itself more than its caller allows."""
    generous = runtime.compile({"type": "string"}, limits=Limits(max_string_length=1000, validation_timeout=50.0))
    path = written(tmp_path, generous.source)
    assert load(path).is_valid("x" * 500)
    with pytest.raises(ExecutionFailure) as caught:
        load(path, limits=Limits(max_string_length=100)).is_valid("x" * 500)
    assert caught.value.code == "string_length"


@pytest.mark.parametrize(
    ("limits", "instance", "code"),
    [
        (Limits(max_instance_nodes=5), [1, 2, 3, 4, 5], "nodes"),
        (Limits(max_instance_depth=2), [[[]]], "depth"),
    ],
    ids=["nodes", "depth"],
)
def test_the_callers_limits_hold_in_what_the_schema_leaves_open(tmp_path: Path, limits, instance, code) -> None:
    """Counts and levels as well, though the module was made with larger ones."""
    path = written(tmp_path, runtime.compile({"items": {}, "minItems": 1}).source)
    assert load(path).is_valid(instance)
    with pytest.raises(ExecutionFailure) as caught:
        load(path, limits=limits).is_valid(instance)
    assert caught.value.code == code


def test_a_pattern_of_an_unknown_hand_ends_in_time(tmp_path: Path) -> None:
    """The generator's own patterns are planned; a file may hold any."""
    text = runtime.compile({"type": "string", "pattern": "^[a-c]+x$"}).source
    start = text.index("re.compile(") + len("re.compile(")
    end = text.index(", re.ASCII)", start)
    validator = load(
        written(tmp_path, text[:start] + '"^(?:a|a|a)*$"' + text[end:]), limits=Limits(validation_timeout=0.2)
    )
    with pytest.raises(ExecutionFailure) as caught:
        validator.is_valid("a" * 40 + "!")
    assert caught.value.code in ("pattern_timeout", "deadline")


def test_a_pattern_that_does_not_compile_is_a_refusal(tmp_path: Path) -> None:
    text = runtime.compile({"type": "string", "pattern": "^[a-c]+x$"}).source
    start = text.index("re.compile(") + len("re.compile(")
    changed = text[:start] + '"("' + text[text.index(", re.ASCII)", start) :]
    with pytest.raises(ExecutionFailure) as caught:
        load(written(tmp_path, changed))
    assert caught.value.code == "not_admitted"


def test_64_threads_load_and_ask_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, runtime.compile({**SCHEMA, "maxProperties": 7}).source)
    wrong: list[object] = []

    def work() -> None:
        try:
            validator = load(path)
            wrong.extend(1 for _ in range(20) if not validator.is_valid({"a": "b"}) or validator.is_valid({"a": "x"}))
        except Exception as error:  # noqa: BLE001 - any is a fault
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
