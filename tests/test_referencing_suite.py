"""The referencing suite: every lookup of both dialects gives the target that it names, or fails where it must."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemawright.generator.dialects import DRAFT_07, DRAFT_2020_12
from schemawright.generator.documents import DocumentSource
from schemawright.generator.frame import Frame, build_frame
from schemawright.generator.location import Location
from schemawright.runtime.errors import SchemaError
from schemawright.runtime.limits import Limits

SUITE = Path(__file__).parents[2] / "shared" / "cases" / "conformance" / "referencing-suite.json"
DIALECTS = {"draft2020-12": DRAFT_2020_12, "draft7": DRAFT_07}


def cases() -> list[Any]:
    if not SUITE.exists():
        return [pytest.param(None, None, None, marks=pytest.mark.skip(reason="the shared cases are not there"))]
    suite = json.loads(SUITE.read_text(encoding="utf-8"))
    return [
        pytest.param(DIALECTS[draft], group["registry"], test, id=f"{draft}-{name}-{number}")
        for draft in DIALECTS
        for name, group in suite[draft].items()
        for number, test in enumerate(group["tests"])
    ]


def look_up(frame: Frame, at: Location, test: dict[str, Any]) -> None:
    if test.get("error"):
        with pytest.raises(SchemaError):
            frame.locate(at, test["ref"])
        return
    place = frame.locate(at, test["ref"])
    assert frame.value_at(place) == test["target"]
    if "then" in test:
        look_up(frame, place, test["then"])


@pytest.mark.parametrize(("dialect", "registry", "test"), cases())
def test_lookup(dialect: str, registry: dict[str, Any], test: dict[str, Any]) -> None:
    """Each reference means what the suite says."""
    frame = build_frame(
        True,
        default_dialect=dialect,
        dialects=frozenset(DIALECTS.values()),
        documents=DocumentSource(registry),
        limits=Limits(),
    )
    at = frame.locate(frame.root, test["base_uri"]) if "base_uri" in test else frame.root
    look_up(frame, at, test)
