"""Schemas are validated by this project's own output: the metaschema modules under `generated/`."""

from __future__ import annotations

from .clock import Clock
from .frame import Frame


def check_schemas(frame: Frame, clock: Clock) -> None:
    """Placeholder."""
