"""Entries of one module: two may mean one subschema, and the nameless one may mean any."""

from __future__ import annotations

import pytest

from schemawright import runtime

SCHEMA = {"$defs": {"x": {"type": "string"}, "y": {"type": "integer"}}}


@pytest.mark.parametrize(
    "entries",
    [
        {"A": "#/$defs/x", "B": "#/$defs/x"},
        {"": "#/$defs/x", "B": "#/$defs/y"},
        {"": "#/$defs/x", "B": "#/$defs/x"},
        {"": "#", "B": "#", "C": "#/$defs/y"},
    ],
)
def test_every_entry_answers_for_what_it_names(entries: dict[str, str]) -> None:
    validators = runtime.compile_bundle(SCHEMA, entries)
    assert set(validators) == set(entries)
    for name, fragment in entries.items():
        assert validators[name].is_valid("text") is not fragment.endswith("y")
        assert validators[name].is_valid(1) is not fragment.endswith("x")


def test_a_title_cannot_name_an_encoding() -> None:
    """Python looks for one in the first two lines, comment or not; the title stands in the third."""
    source = runtime.compile(True, title="coding: utf-7").source
    assert "coding" not in "\n".join(source.split("\n")[:2])
    assert "coding: utf-7" in source.split("\n")[2]
