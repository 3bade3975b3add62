"""One clock runs from the schema to the validator: no step after the generator makes a late success."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from schemawright import runtime
from schemawright.runtime import clock as clocks
from schemawright.runtime import compiling
from schemawright.runtime.cache import DiskCache
from schemawright.runtime.clock import SLICE, Clock
from schemawright.runtime.errors import ExecutionFailure
from schemawright.runtime.limits import Limits
from schemawright.runtime.refusal import Refused
from schemawright.runtime.verifier import verify
from schemawright.runtime.verifier_pieces import SHORTEST, declared, pieces

LIMITS = Limits(compile_timeout=5.0)
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
PART = {"type": "object", "properties": {"a": {"minimum": 49}, "b": {"type": "string"}}}
LARGE = {"properties": {f"p{n}": {**PART, "maxProperties": n + 9} for n in range(50)}}


class Watch:
    """A clock on the wall that stands still until a step of the test lets time pass."""

    def __init__(self) -> None:
        self.now = 0.0
        self.readings = 0

    def monotonic(self) -> float:
        self.readings += 1
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    compiling._modules.clear()
    compiling._outputs.clear()
    watch = Watch()
    monkeypatch.setattr(clocks, "time", SimpleNamespace(monotonic=watch.monotonic))
    yield watch
    compiling._modules.clear()
    compiling._outputs.clear()


def slowed(patch: pytest.MonkeyPatch, watch: Watch, module: str, name: str, seconds: float) -> None:
    """That function takes so long from now on."""
    place = import_module(f"schemawright.{module}")
    quick = getattr(place, name)

    def slow(*arguments: Any, **options: Any) -> Any:
        watch.now += seconds
        return quick(*arguments, **options)

    patch.setattr(place, name, slow)


def code_of(call: Callable[[], object]) -> str:
    """The code of the failure that the call ends in, empty where it ends in none."""
    try:
        call()
    except ExecutionFailure as failure:
        return failure.code
    return ""


STEPS = [
    ("generator.compiling", "load"),
    ("generator.compiling", "build_frame"),
    ("generator.compiling", "read"),
    ("generator.compiling", "render"),
    ("runtime.verifier", "parts_of"),
    ("runtime.verifier", "recognised"),
    ("runtime.verifier", "parsed"),
    ("runtime.verifier", "_read_piece"),
    ("runtime.verifier", "compiled"),
    ("runtime.verifier", "read_public"),
    ("runtime.verifier", "check_calls"),
    ("runtime.load", "helper_space"),
]


@pytest.mark.parametrize(("module", "name"), STEPS)
def test_a_step_that_takes_too_long_ends_the_compilation(module: str, name: str, watch: Watch) -> None:
    """Wherever the time is spent, nothing succeeds after the limit, and nothing is kept of what failed."""
    with pytest.MonkeyPatch.context() as patch:
        slowed(patch, watch, module, name, 5.5)
        assert code_of(lambda: runtime.compile(SCHEMA, limits=LIMITS)) == "deadline"
    assert runtime.compile(SCHEMA, limits=LIMITS).is_valid({"a": ""})


def test_the_steps_share_one_limit(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two steps that are in time each, and too long together."""
    slowed(monkeypatch, watch, "generator.compiling", "render", 3.0)
    assert code_of(lambda: runtime.compile(SCHEMA, limits=LIMITS)) == ""
    slowed(monkeypatch, watch, "runtime.verifier", "parts_of", 3.0)
    assert code_of(lambda: runtime.compile({**SCHEMA, "minProperties": 1}, limits=LIMITS)) == "deadline"


def test_the_clock_is_read_between_the_pieces_of_a_module(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Python does in one go is short: once the time is over, no further piece is parsed."""
    parsed = import_module("schemawright.runtime.verifier").parsed
    seen: list[str] = []

    def slow(text: str) -> Any:
        seen.append(text)
        watch.now += 2.0
        return parsed(text)

    monkeypatch.setattr("schemawright.runtime.verifier.parsed", slow)
    assert code_of(lambda: runtime.compile(LARGE, limits=LIMITS)) == "deadline"
    assert len(seen) == 3


def test_the_clock_is_read_within_a_function(watch: Watch) -> None:
    """One function of many statements is one piece: its statements are counted as steps."""
    schema = {"properties": {f"p{n}": {"type": "string"} for n in range(2_000)}}
    content = runtime.compile(schema, limits=LIMITS).source.encode()
    before = watch.readings
    verify(content, clock=Clock(5.0))
    count = sum(1 for _ in pieces(content.decode(), 1))
    assert watch.readings - before > 2 * count + 3 * 2_000 // SLICE


def test_a_module_on_disk_is_read_within_the_limit(watch: Watch, tmp_path: Path) -> None:
    """`load` of an unknown file is bounded as a compilation is."""
    path = tmp_path / "module.py"
    path.write_text(runtime.compile(SCHEMA).source, "ascii")
    with pytest.MonkeyPatch.context() as patch:
        slowed(patch, watch, "runtime.verifier", "_read_piece", 5.5)
        assert code_of(lambda: runtime.load(path, limits=LIMITS)) == "deadline"
        assert code_of(lambda: runtime.load(path, limits=Limits(compile_timeout=60.0))) == ""
    assert runtime.load(path, limits=LIMITS).is_valid({"a": ""})


def test_an_entry_that_takes_too_long_to_read_is_not_to_blame(watch: Watch, tmp_path: Path) -> None:
    """The failure is told, and the entry stays as it is."""
    cache = DiskCache(tmp_path / "cache")
    runtime.compile(SCHEMA, cache=cache)
    compiling._modules.clear()
    with pytest.MonkeyPatch.context() as patch:
        slowed(patch, watch, "runtime.verifier", "parsed", 5.5)
        assert code_of(lambda: runtime.compile(SCHEMA, cache=cache)) == "deadline"
    assert not cache.events
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "schemawright.generator.compiling.compile_document", lambda *_, **__: pytest.fail("compiled again")
        )
        assert runtime.compile(SCHEMA, cache=cache).is_valid({"a": ""})


def test_the_module_that_tells_the_output_is_made_within_the_limit(watch: Watch) -> None:
    """It is made on first use, by a compilation of its own."""
    validator = runtime.compile(SCHEMA, limits=LIMITS)
    with pytest.MonkeyPatch.context() as patch:
        slowed(patch, watch, "runtime.compiling", "run_trusted", 5.5)
        assert code_of(lambda: validator.output({"a": ""})) == "deadline"
    assert validator.output({"a": ""})["valid"]


def test_pieces_are_the_text_in_order() -> None:
    """Nothing is lost between them, each says where it starts, and none but the last is short."""
    body = runtime.compile(LARGE).source
    found = list(pieces(body, 7))
    assert "".join(text for text, _ in found) == body
    assert len(found) > 3
    assert all(len(text) >= SHORTEST for text, _ in found[:-1])
    assert [line - 7 for _, line in found] == [
        sum(text.count("\n") for text, _ in found[:n]) for n in range(len(found))
    ]


def test_functions_are_told_by_the_text() -> None:
    """As they are written, and as a formatter breaks the line; whether they take a budget is in the parameters."""
    text = (
        "def check(value: object) -> bool:\n"
        "def explain__a(\n    value: object, path: str, found: Found, depth: int, budget: list[float]\n) -> None:\n"
        "def measure(value: object, left: int, depth: int) -> int:\n"
        "    def check__no(value: object) -> bool:\n"
    )
    assert declared(text) == {"check": False, "explain__a": True, "measure": True}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        if value__a < 49:\n", "        if value__a << 49:\n"),
        ("        if value__a < 49:\n", "        if value__b < 49:\n"),
        ("    if type(value) is not dict:\n", "    if value is not dict:\n"),
        ("    found = violations(instance)\n", "    found = list(instance)\n"),
    ],
)
def test_a_refusal_names_the_line_in_whichever_piece_it_is(old: str, new: str) -> None:
    """Lines are those of the file, not of the piece."""
    text = runtime.compile(LARGE).source
    at = text.rindex(old)
    with pytest.raises(Refused) as caught:
        verify((text[:at] + new + text[at + len(old) :]).encode())
    if caught.value.rule != "a public function is not the known one":
        assert caught.value.line == text.count("\n", 0, at) + 1
    else:
        assert caught.value.line == text[:at].count("\n", 0, text.rindex("\ndef ", 0, at)) + 2


def test_functions_stand_before_what_is_public() -> None:
    """Functions are first told by the text, and each of them has to be where the verifier reads it."""
    text = runtime.compile(LARGE).source
    function = "def check__x(value: object) -> bool:\n    return True\n\n\n"
    verify(text.replace("# ---- explain", function + "# ---- explain", 1).encode())
    with pytest.raises(Refused, match="not where the others are"):
        verify((text + "\n\n" + function.rstrip("\n") + "\n").encode())
