"""Options that other libraries have and this one refuses, each with what to use instead (row F3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import fields
from difflib import get_close_matches

from .errors import bounded
from .limits import Limits

_REFERENCES = "references are kept and compiled as they stand; give external documents by registry= or loader="
_COERCION = "nothing is coerced: validation is strict and returns the instance unchanged; convert before the call"
_STRICT = "validation is always strict; leave the option out, and say what is allowed in the schema itself"
_DEFAULTS = "defaults are annotations and never filled in; apply them in your own code after validation"
_REMOVAL = (
    'nothing is removed from an instance; refuse unknown members with "additionalProperties": false in the schema'
)
_FORMATS = "use format_assertion=True, or leave formats as annotations"
_REGISTRY = "use registry={uri: schema}"
_LOADER = "use loader=, a function from an absolute URI to a schema"
_HTTP = "nothing is fetched implicitly; use http_resolver=HTTPResolver(allowed_hosts=...)"
_DIALECT = "use dialects= for the set that is allowed and default_dialect= for schemas without $schema"
_LIMITS = "use limits=Limits(...)"
_ADMISSION = 'use mode="strict" or mode="quarantine" of admit_batch, or schema_admission= of a session'

INSTEAD: dict[str, str] = {
    **dict.fromkeys((limit.name for limit in fields(Limits)), _LIMITS),
    "additional_properties": _REMOVAL,
    "allow_unknown": _STRICT,
    "apply_defaults": _DEFAULTS,
    "assert_format": _FORMATS,
    "base_uri": 'give the schema an "$id"',
    "cast": _COERCION,
    "check_formats": _FORMATS,
    "coerce": _COERCION,
    "coerce_types": _COERCION,
    "coercion": _COERCION,
    "compile_timeout_ms": _LIMITS,
    "default": _DEFAULTS,
    "defaults": _DEFAULTS,
    "dereference": _REFERENCES,
    "dereference_schemas": _REFERENCES,
    "detailed_exceptions": "messages never hold the instance; read violations() for path, keyword and message",
    "draft": _DIALECT,
    "fill_defaults": _DEFAULTS,
    "format": _FORMATS,
    "format_checker": _FORMATS,
    "formats": _FORMATS,
    "handlers": _LOADER,
    "ignore_unknown_formats": _FORMATS,
    "ignore_unsupported": _ADMISSION,
    "inline_refs": _REFERENCES,
    "insert_defaults": _DEFAULTS,
    "lax": _STRICT,
    "max_body_bytes": _HTTP,
    "max_depth": _LIMITS,
    "remove_additional": _REMOVAL,
    "resolve_refs": _REFERENCES,
    "resolver": _LOADER,
    "retriever": _LOADER,
    "schema_loader": _LOADER,
    "schema_registry": _REGISTRY,
    "skip_invalid": _ADMISSION,
    "store": _REGISTRY,
    "strict": _STRICT,
    "strict_input_validation": _STRICT,
    "strip_unknown": _REMOVAL,
    "timeout": _LIMITS,
    "use_default": _DEFAULTS,
    "use_defaults": _DEFAULTS,
    "use_formats": _FORMATS,
    "validate_formats": _FORMATS,
    "validation_timeout_ms": _LIMITS,
}


def refuse_foreign_options(options: Iterable[str]) -> None:
    """Raise `TypeError` for the first option that is another library's, whatever its value, saying what to use."""
    for name in options:
        instead = INSTEAD.get(name)
        if instead is not None:
            raise TypeError(f"the option {name}= is not supported: {instead}")


def no_such_option(name: str, known: Collection[str]) -> TypeError:
    """The error for an option that is nobody's, with the nearest of those that are known, or all of them."""
    near = get_close_matches(name, sorted(known), 1)
    hint = f"did you mean {near[0]}=?" if near else f"there are {', '.join(sorted(known))}"
    return TypeError(f"there is no option {bounded(name, 64)}=; {hint}")
