"""The name of the module for a tool: safe on every file system, and decided by the tool's name and role alone.

A tool called `lookup` gets `lookup`, its output schema `lookup_output`. Any other name than a plain one becomes a slug
and 16 hexadecimal digits of the SHA-256 of the exact name. A plain name never ends like either of the two, so that no
name of one kind can be one of another: a tool called `lookup_output` gets `lookup_output_` and its digits.
"""

from __future__ import annotations

import hashlib
import re

from .reserved_names import RESERVED

LONGEST_PLAIN = 60
LONGEST_SLUG = 40
OUTPUT = "_output"

_PLAIN = re.compile(r"[a-z][a-z0-9_]*")
_HASHED = re.compile(r".*_[0-9a-f]{16}")
_OTHERS = re.compile(r"[^a-z0-9]+")


def module_name(name: str, role: str | None) -> str:
    """The file's name without `.py`, distinct for each name and each of input and output."""
    stem = name if is_plain(name) else f"{slug(name)}_{digits(name)}"
    return stem + OUTPUT if role == "tool_output" else stem


def is_plain(name: str) -> bool:
    """Whether the name can be a module's as it is."""
    return (
        len(name) <= LONGEST_PLAIN
        and _PLAIN.fullmatch(name) is not None
        and name not in RESERVED
        and not name.endswith(OUTPUT)
        and _HASHED.fullmatch(name) is None
    )


def slug(name: str) -> str:
    """What is readable of the name, beginning with a letter."""
    readable = _OTHERS.sub("_", name[: 4 * LONGEST_SLUG].lower()).strip("_")
    if not readable or readable[0].isdigit():
        readable = f"tool_{readable}"
    return readable[:LONGEST_SLUG].strip("_")


def digits(name: str) -> str:
    """16 digits of the SHA-256 of the exact name."""
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
