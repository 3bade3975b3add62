"""The suite's annotation tests: which cases count for a dialect, and where in the document an output unit points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urljoin

from .suite_cases import FILES, read

RELEASES = {"draft2020-12": 2020, "draft7": 7}


class Assertion(NamedTuple):
    """One assertion: the annotations of a keyword that an instance location is expected to have."""

    name: str
    schema: Any
    documents: dict[str, Any]
    instance: Any
    location: str
    keyword: str
    expected: dict[str, Any]


def assertions(draft: str) -> list[Assertion]:
    """Those that count for the dialect; empty where the suite has not been fetched."""
    return [
        Assertion(
            f"{path.stem}-{case['description']}-{number}{assertion['location']}-{assertion['keyword']}",
            case["schema"],
            case.get("externalSchemas", {}),
            test["instance"],
            assertion["location"],
            assertion["keyword"],
            assertion["expected"],
        )
        for path in sorted((FILES / "annotations" / "tests").glob("*.json"))
        for case in read(path)["suite"]
        if counts(case.get("compatibility", ""), RELEASES[draft])
        for number, test in enumerate(case["tests"])
        for assertion in test["assertions"]
    ]


def counts(compatibility: str, release: int) -> bool:
    """Whether a case of that compatibility counts for a release: "6,<=2019" asks for both."""
    for part in filter(None, compatibility.split(",")):
        bound = int(part.lstrip("<="))
        if part.startswith("<="):
            holds = release <= bound
        else:
            holds = release == bound if part.startswith("=") else release >= bound
        if not holds:
            return False
    return True


def resources(schema: Any, base: str = "", pointer: str = "") -> Iterator[tuple[str, str]]:
    """The URI of each resource with an identifier, and where it stands in the document."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$id"), str):
            base = urljoin(base, schema["$id"]).removesuffix("#")
            yield base, pointer
        for name, value in schema.items():
            yield from resources(value, base, pointer + "/" + name.replace("~", "~0").replace("/", "~1"))
    elif isinstance(schema, list):
        for number, value in enumerate(schema):
            yield from resources(value, base, f"{pointer}/{number}")


def keyword_pointer(unit: dict[str, Any], schema: Any) -> str | None:
    """The place of the unit's keyword in the document as it was written; `None` where it stands in another one."""
    if "absoluteKeywordLocation" not in unit:
        return unit["keywordLocation"]
    uri, _, fragment = unit["absoluteKeywordLocation"].partition("#")
    found = {"json-schema:///": "", **dict(resources(schema))}
    return found[uri] + unquote(fragment) if uri in found else None


def schema_location(unit: dict[str, Any], schema: Any) -> str:
    """The place of the subschema that holds the unit's keyword, as a fragment of the document as it was written."""
    pointer = keyword_pointer(unit, schema)
    if pointer is None:
        return unit["absoluteKeywordLocation"].rpartition("/")[0]
    return "#" + quote(pointer.rpartition("/")[0], safe="/~!$&'()*+,;=:@?-._")
