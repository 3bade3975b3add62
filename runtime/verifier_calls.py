"""The call graph: every cycle is paid for and goes down a level, and what is not paid for is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .refusal import Refused
from .verifier_names import Call, Module

MOST_UNPAID_CALLS = 2_000_000


def check_calls(module: Module) -> None:
    """Raises `Refused` where calls could go on without end, or double again and again."""
    for _ in _bottom_up(module, lambda call: not call.is_deeper):
        pass
    weights: dict[str, int] = {}
    for name in _bottom_up(module, lambda call: not call.is_charged):
        weights[name] = 1 + sum(1 if call.is_charged else weights[call.target] for call in module.calls[name])
        if weights[name] > MOST_UNPAID_CALLS:
            raise Refused("too many calls are not paid for")


def _bottom_up(module: Module, counts: Callable[[Call], bool]) -> Iterator[str]:
    """Every function after those that it calls, by the calls that count; `Refused` where they go round in a circle."""
    done: set[str] = set()
    for root in module.calls:
        path: dict[str, Iterator[Call]] = {}
        if root not in done:
            path[root] = iter(module.calls[root])
        while path:
            name = next(reversed(path))
            call = next(path[name], None)
            if call is None:
                path.popitem()
                done.add(name)
                yield name
            elif not counts(call):
                continue
            elif call.target in path:
                raise Refused("functions call each other without being paid or going deeper")
            elif call.target not in done:
                path[call.target] = iter(module.calls[call.target])
