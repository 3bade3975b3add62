"""The limits, all explicit: one frozen value with defaults, nothing read from the environment."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Self

# A module's header has room for so much.
LARGEST = 10**15
LONGEST = 99_999_999


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for schemas and instances; `None` switches an instance limit off.

    Sizes are bytes for schema text, Unicode code points for strings, values (members and items included) for nodes,
    levels of nesting for depth, seconds for times. Raises `ValueError` for a bound that is not positive or very large.
    """

    max_schema_bytes: int = 1_048_576
    max_schema_depth: int = 128
    max_schema_nodes: int = 100_000
    max_refs: int = 256
    max_documents: int = 64
    compile_timeout: float = 5.0
    max_source_bytes: int = 16_777_216
    max_instance_bytes: int = 16_777_216
    max_instance_depth: int | None = 128
    max_instance_nodes: int | None = 1_000_000
    max_string_length: int | None = 1_048_576
    validation_timeout: float = 1.0
    max_violations: int = 20
    max_annotations: int = 1_000
    max_path_length: int = 1_024
    max_message_length: int = 500

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None and field.name in INSTANCE_LIMITS:
                continue
            is_time = field.name.endswith("_timeout")
            numbers, most = ((int, float), LONGEST) if is_time else ((int,), LARGEST)
            if type(value) not in numbers or not 0 < value <= most:
                raise ValueError(f"{field.name} must be a positive number, at most {most:,}")

    @classmethod
    def trusted_instances(cls) -> Self:
        """Limits for callers who bounded the instance already: no instance limit but the bound on recursion."""
        return replace(cls(), max_instance_depth=None, max_instance_nodes=None, max_string_length=None)

    @property
    def trusts_instances(self) -> bool:
        """Whether nothing of an instance is limited but its recursion."""
        return all(getattr(self, name) is None for name in INSTANCE_LIMITS)


INSTANCE_LIMITS = ("max_instance_depth", "max_instance_nodes", "max_string_length")
