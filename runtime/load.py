"""From a module's text to validators: read within bounds, admitted by the verifier, run with builtins of its own."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from .bounded_patterns import bounded_patterns
from .clock import Clock
from .errors import ExecutionFailure
from .helper_space import helper_space
from .limits import Limits
from .validator import Validator
from .verifier import Admitted, verify
from .verifier_bytes import Parts

# All that admitted code may call or name beside the helpers.
BUILTINS: Mapping[str, object] = {
    kind.__name__: kind for kind in (bool, dict, enumerate, float, frozenset, int, len, list, str, type, Exception)
}

UNLIMITED = 2**62


def load(path: str | Path, *, limits: Limits | None = None, trusted: bool = False) -> Validator:
    """The validator of a generated module on disk; a bundle's by `load_bundle`.

    The module is admitted by the verifier, or refused with `ExecutionFailure` ("not_admitted"; "deadline" where it
    takes longer than `compile_timeout`). `trusted=True` is for files that were reviewed as code is: they run as an
    import would, with their own limits. Else the smaller of `limits` and the module's own holds where the module
    counts: it counts nothing that its schema bounds, and nothing at all where it was made for trusted instances.
    Raises `OSError` where the file cannot be read.
    """
    return _entry(load_bundle(path, limits=limits, trusted=trusted))


def load_bundle(path: str | Path, *, limits: Limits | None = None, trusted: bool = False) -> Mapping[str, Validator]:
    """The validators of a module by entry, "" for the only one; otherwise as `load`."""
    limits = limits or Limits()
    clock = Clock(limits.compile_timeout)
    content = _read(Path(path), limits.max_source_bytes)
    if trusted:
        namespace = run_trusted(content)
    else:
        admitted = verify(content, max_bytes=limits.max_source_bytes, clock=clock)
        namespace = run_admitted(admitted, limits, patterns_are_known=False)
        clock.check()
    text = content.decode("ascii", "backslashreplace")
    return validators_of(namespace, text, None, limits)


def run_source(text: str, limits: Limits, clock: Clock) -> dict[str, Any]:
    """The namespace of a module that this process generated.

    Raises `ExecutionFailure` ("not_admitted", and "deadline" once the clock's time is over).
    """
    content = text.encode("ascii", "backslashreplace")
    admitted = verify(content, max_bytes=limits.max_source_bytes, clock=clock)
    return run_admitted(admitted, limits, patterns_are_known=True)


def run_admitted(admitted: Admitted, limits: Limits, *, patterns_are_known: bool) -> dict[str, Any]:
    """Runs what was checked; the helpers are this process's own, and the smaller limits hold.

    Patterns are known to be safe where this process's user compiled the module; otherwise they run under a clock.
    """
    parts = admitted.parts
    bounds = bounds_of(parts, limits)
    space = helper_space(bounds["STRING_LIMIT"], bounds["DEADLINE"])
    namespace: dict[str, Any] = {
        "__builtins__": dict(BUILTINS),
        "__name__": "schemawright.validator",
        "OUTPUT_FORMAT": 1,
        "SCHEMA_DIGEST": parts.schema_digest,
        "OPTIONS_DIGEST": parts.options_digest,
        "DIALECT": parts.dialect,
        **bounds,
        "Decimal": Decimal,
        "re": re,
        **{name: space.supply(name) for name in admitted.helpers},
    }
    if not patterns_are_known:
        namespace["re"] = bounded_patterns(namespace["ExecutionFailure"], bounds["DEADLINE"])
        if "pattern_on_first_use" in namespace:
            namespace["pattern_on_first_use"] = namespace["re"].compile
    try:
        for code in admitted.code:
            exec(code, namespace)  # noqa: S102 - it was admitted
    except Exception as error:  # noqa: BLE001 - a pattern or a number that cannot be made
        raise ExecutionFailure(f"the module cannot run ({type(error).__name__})", code="not_admitted") from None
    return namespace


def bounds_of(parts: Parts, limits: Limits) -> dict[str, float]:
    """The constants that bound an instance: for each the smaller of what the module and the caller say."""
    asked = {
        "STRING_LIMIT": limits.max_string_length,
        "NODE_LIMIT": limits.max_instance_nodes,
        "DEPTH_LIMIT": limits.max_instance_depth,
        "DEADLINE": limits.validation_timeout,
    }
    return {name: min(parts.limits.get(name, UNLIMITED), limit or UNLIMITED) for name, limit in asked.items()}


def validators_of(
    namespace: Mapping[str, Any],
    text: str,
    schema: object,
    limits: Limits,
    output: Callable[[], Mapping[str, Any]] | None = None,
) -> Mapping[str, Validator]:
    """The validators of a namespace by entry."""
    entries = namespace.get("ENTRIES", {"": None})
    return {
        name: Validator(namespace, source=text, schema=schema, limits=limits, entry=name, output=output)
        for name in entries
    }


def _entry(validators: Mapping[str, Validator]) -> Validator:
    if "" not in validators:
        raise ExecutionFailure("the module is a bundle: load it by load_bundle", code="entry")
    return validators[""]


def _read(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise ExecutionFailure(f"the module is larger than {limit} bytes", code="not_admitted")
    return content


def run_trusted(content: bytes) -> dict[str, Any]:
    """The namespace of a module that its user reviewed, run as an import would run it."""
    namespace: dict[str, Any] = {"__name__": "schemawright.validator", "__builtins__": builtins}
    exec(compile(content, "<schemawright module>", "exec", dont_inherit=True), namespace)  # noqa: S102 - its user reviewed it
    return namespace
