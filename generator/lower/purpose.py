"""What the parts of an instance are walked for: the same loops and conditions assert, or annotate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from schemawright.generator import ir
from schemawright.generator.location import Location
from schemawright.generator.source import Code
from schemawright.generator.statements import Body

from .place import Place


@dataclass(frozen=True, slots=True)
class Purpose:
    """`part` is what the applicator at a location does with a part; `flag` notes that a branch evaluated something.

    Where it `is_flagged`, combinators have noted already which of their branches match.
    """

    part: Callable[[ir.Key, Place, Location], Body]
    flag: Callable[[Code, Code], Body]
    is_flagged: bool = True
