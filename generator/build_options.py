"""The options of a build: what the command line says, as compile options, and as the manifest remembers them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from schemawright.runtime.json_text import JSON
from schemawright.runtime.limits import Limits

from .dialects import DRAFT_07, DRAFT_2020_12
from .options import Options, read_options
from .refusal import Refusal
from .sources import checked_schema, read_json

DIALECTS: Mapping[str, str] = {"2020-12": DRAFT_2020_12, "draft-07": DRAFT_07}
LIMITS: Mapping[str, Limits] = {"default": Limits(), "trusted": Limits.trusted_instances()}


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What every schema of a build is compiled with; `registry` maps URIs to documents."""

    dialects: tuple[str, ...] = (DRAFT_2020_12, DRAFT_07)
    default_dialect: str = DRAFT_2020_12
    format_assertion: bool = False
    content_assertion: bool = False
    limits: str = "default"
    registry: Mapping[str, JSON] = field(default_factory=dict)

    def compile_options(self, role: str | None = None, title: str = "schema", entry: str = "#") -> Options:
        """The options for one schema."""
        given = {
            **self.recorded(),
            "limits": LIMITS[self.limits],
            "registry": self.registry,
            "role": role,
            "title": title,
        }
        return read_options({"": entry}, given)

    def recorded(self) -> dict[str, JSON]:
        """The options as the manifest holds them; documents count through each module's options digest."""
        return {
            "content_assertion": self.content_assertion,
            "default_dialect": self.default_dialect,
            "dialects": list(self.dialects),
            "format_assertion": self.format_assertion,
            "limits": self.limits,
        }

    @classmethod
    def from_recorded(cls, recorded: Mapping[str, JSON], registry: Mapping[str, JSON]) -> BuildOptions:
        """The options that a manifest holds; raises `Refusal` for a manifest that a build did not write."""
        default = cls().recorded()
        found = {name: recorded.get(name, default[name]) for name in default}
        dialects = found.pop("dialects")
        if (
            not isinstance(dialects, list)
            or any(type(found[n]) is not type(default[n]) for n in found)
            or found["limits"] not in LIMITS
        ):
            raise Refusal("the options in manifest.json are malformed", "build the folder again")
        return cls(dialects=tuple(map(str, dialects)), registry=registry, **found)  # type: ignore[arg-type]


def given_options(arguments: Namespace, dialects: tuple[str, ...] = BuildOptions().dialects) -> BuildOptions:
    """The options among the arguments; `dialects` are those allowed where none is named. Raises `Refusal`."""
    named = tuple(dict.fromkeys(dialect_uri(name) for name in arguments.dialect or ())) or dialects
    if arguments.default_dialect is not None:
        default = dialect_uri(arguments.default_dialect)
    else:
        default = DRAFT_2020_12 if DRAFT_2020_12 in named else named[0]
    return BuildOptions(
        dialects=named,
        default_dialect=default,
        format_assertion=arguments.format_assertion,
        content_assertion=arguments.content_assertion,
        limits=arguments.limits,
        registry=read_registry(arguments.registry),
    )


def dialect_uri(name: str) -> str:
    """The URI of a dialect that the user named, shortly or in full; raises `Refusal` for an unknown one."""
    uri = DIALECTS.get(name, name).removesuffix("#")
    if uri not in DIALECTS.values():
        raise Refusal(f"there is no dialect {name!r}", f"name one of {', '.join(DIALECTS)}, or its URI")
    return uri


def read_registry(arguments: Iterable[str]) -> dict[str, JSON]:
    """The documents of `URI=FILE`, of a file with an `$id`, and of a folder of such files; raises `Refusal`."""
    registry: dict[str, JSON] = {}
    for argument in arguments:
        uri, equals, name = argument.partition("=")
        path = Path(argument)
        if equals and not path.exists():
            _register(registry, uri, checked_schema(read_json(Path(name)), Path(name)))
            continue
        for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
            document = read_json(file)
            own = document.get("$id") if isinstance(document, dict) else None
            if not isinstance(own, str):
                raise Refusal(f"{file} has no $id", "give its URI: --registry URI=FILE")
            _register(registry, own.removesuffix("#"), document)
    return registry


def _register(registry: dict[str, JSON], uri: str, document: JSON) -> None:
    if uri in registry:
        raise Refusal(f"two documents of the registry have the URI {uri!r}", "leave one of them out")
    registry[uri] = document
