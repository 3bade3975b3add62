"""The door to the condition macros: one per keyword, in `templates/keywords/`, each says when the keyword fails."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from .extra import needs_the_extra

with needs_the_extra():
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

from .source import Code, assemble

FAMILIES = ("value", "number", "string", "array", "object", "logic")


def only_code(value: object) -> Markup:
    """`value` where it is source already; raises `TypeError` for anything else, so that no text slips in unescaped."""
    if not isinstance(value, Markup):
        raise TypeError(f"a bare {type(value).__name__} is not source")
    return value


@cache
def environment() -> Environment:
    """The template environment: it refuses whatever is not source."""
    return Environment(
        loader=PackageLoader("schemawright.generator", "templates"),
        autoescape=True,
        finalize=only_code,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@cache
def macros() -> dict[str, Callable[..., Markup]]:
    """Every condition macro by its name."""
    found: dict[str, Callable[..., Markup]] = {}
    for family in FAMILIES:
        module = environment().get_template(f"keywords/{family}.jinja").module
        for name in dir(module):
            macro = getattr(module, name)
            if not name.startswith("_") and callable(macro):
                found[name] = macro
    return found


def condition(name: str, *parts: Code) -> Code:
    """The condition under which the keyword fails, as source."""
    return assemble("{}", macros()[name](*parts))
