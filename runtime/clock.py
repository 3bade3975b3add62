"""The deadline of a compilation: one clock from the schema to the validator, read in any thread, without signals."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from .errors import ExecutionFailure

SLICE = 256


@dataclass(slots=True)
class Clock:
    """Counts steps against `seconds` from its making."""

    seconds: float
    deadline: float = field(init=False)
    left: int = field(default=SLICE, init=False)

    def __post_init__(self) -> None:
        self.deadline = time.monotonic() + self.seconds

    def step(self) -> None:
        """One unit of work; raises `ExecutionFailure` ("deadline") once the time is over."""
        self.left -= 1
        if self.left < 0:
            self.left = SLICE
            self.check()

    def check(self) -> None:
        """Raises `ExecutionFailure` ("deadline") once the time is over."""
        if time.monotonic() > self.deadline:
            raise ExecutionFailure(f"compilation took longer than {self.seconds:g} s", code="deadline")
