"""Sameness of JSON documents."""

from __future__ import annotations

from .load import Json


def same_json(one: Json, other: Json) -> bool:
    """Whether two documents are written alike, whatever the order of their members; `1`, `1.0` and `true` differ."""
    todo: list[tuple[Json, Json]] = [(one, other)]
    while todo:
        a, b = todo.pop()
        if type(a) is not type(b):
            return False
        if isinstance(a, dict) and isinstance(b, dict):
            if a.keys() != b.keys():
                return False
            todo.extend((a[name], b[name]) for name in a)
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            todo.extend(zip(a, b, strict=True))
        elif a != b:
            return False
    return True
