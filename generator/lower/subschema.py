"""One subschema to statements: its type first, then what holds for that type, then what holds for any."""

from __future__ import annotations

from collections.abc import Iterator

from schemawright.generator import ir
from schemawright.generator.conditions import condition
from schemawright.generator.source import Code, fixed, negated
from schemawright.generator.statements import Body, Fails, Require, Statement, When, as_condition

from . import array, logic, number, object, string, value
from .flags import count_reported
from .inline import DEEPEST_INLINE, entered, is_inline, is_simple, target_of
from .place import Module, Place, apply, fails, origin


def lower_subschema(module: Module, key: ir.Key, place: Place) -> Body:
    """The statements that assert the subschema of `key` on what stands at `place`."""
    module.clock.step()
    place = place.into(module.program, key)
    subschema = module.program.subschemas[key]
    if subschema.verdict is not None:
        return (
            () if subschema.verdict else (fails(fixed("True"), key.at, "no value is allowed", place, keyword="false"),)
        )
    type_keyword = next((keyword for keyword in subschema.keywords if isinstance(keyword, ir.Type)), None)
    if type_keyword is None:
        return _lower_rest(module, subschema, place)
    allowed = value.narrowed_types(type_keyword)
    if place.types <= allowed - {"string"} and "integer" not in type_keyword.types:
        return _lower_rest(module, subschema, place)  # a test around this one said so already
    failing = value.lower_type(module, type_keyword, place, bounded_string=_bounds_strings(module, subschema))
    narrowed = place.narrowed(allowed)
    rest = _lower_rest(module, subschema, narrowed)
    return (Require(failing, rest),) if rest else (failing,)


def _bounds_strings(module: Module, subschema: ir.Subschema) -> bool:
    """Some other keyword bounds the length of a string already."""
    limit = module.limits.max_string_length
    return any(
        isinstance(keyword, ir.Enum | ir.Const)
        or (isinstance(keyword, ir.MaxLength) and limit is not None and keyword.limit <= limit)
        for keyword in subschema.keywords
    )


def _lower_rest(module: Module, subschema: ir.Subschema, place: Place) -> Body:
    body: list[Statement] = [*count_reported(subschema, place)]
    for keyword in subschema.keywords:
        if isinstance(keyword, ir.Enum):
            body.append(value.lower_enum(module, keyword, place))
        elif isinstance(keyword, ir.Const):
            body.append(value.lower_const(module, keyword, place))
    body.extend(_by_type(module, subschema, place, late=False))
    body.extend(logic.lower_logic(module, subschema, place))
    body.extend(_by_type(module, subschema, place, late=True))
    return tuple(body)


def _is(module: Module, name: str, place: Place) -> Code:
    if name == "number":
        module.use("meets_number")
    return condition(f"is_{name}", place.value)


def _lower_number(module: Module, subschema: ir.Subschema, place: Place) -> list[Statement]:
    body: list[Statement] = []
    for keyword in subschema.keywords:
        match keyword:
            case ir.Minimum() | ir.Maximum() | ir.ExclusiveMinimum() | ir.ExclusiveMaximum():
                body.append(number.lower_bound(module, keyword, place))
            case ir.MultipleOf():
                body.append(number.lower_multiple_of(module, keyword, place))
            case _:
                pass
    return body


def _lower_string(module: Module, subschema: ir.Subschema, place: Place) -> list[Statement]:
    body: list[Statement | None] = []
    longest = next((keyword.limit for keyword in subschema.keywords if isinstance(keyword, ir.MaxLength)), None)
    for keyword in subschema.keywords:
        match keyword:
            case ir.MinLength():
                body.append(string.lower_min_length(module, keyword, place))
            case ir.MaxLength():
                body.append(string.lower_max_length(module, keyword, place))
            case ir.Pattern():
                body.extend(string.lower_pattern(module, subschema.key, keyword, place, longest))
            case ir.Format():
                body.append(string.lower_format(module, keyword, place))
            case ir.Content():
                body.extend(string.lower_content(module, subschema.key, keyword, place))
            case _:
                pass
    return [statement for statement in body if statement is not None]


def _by_type(module: Module, subschema: ir.Subschema, place: Place, *, late: bool) -> Iterator[Statement]:
    """The statements that hold for one type only, guarded where others can stand there too."""
    lowerings = (
        (("array", array.lower_unevaluated), ("object", object.lower_unevaluated))
        if late
        else (
            ("number", _lower_number),
            ("string", _lower_string),
            ("array", array.lower_array),
            ("object", object.lower_object),
        )
    )
    for name, lower in lowerings:
        if name in place.types:
            statements = tuple(lower(module, subschema, place.narrowed(frozenset({name}))))
            if statements and place.is_only(name):
                yield from statements
            elif statements:
                yield When(_is(module, name, place), statements)


# ------------------------------------------------------------------ inline or by its own function
def lower_part(module: Module, caller: ir.Key, key: ir.Key, place: Place, *, descends: bool = True) -> Body:
    """The subschema applied to a part of the instance (or, without `descends`, to the same): inline or as a call."""
    key, place = entered(module, key, place)
    if is_inline(module, key) and len(place.tokens) <= DEEPEST_INLINE:
        body = lower_subschema(module, key, place)
        says_where = not body or isinstance(body[0], Fails | Require)
        return body if says_where else (origin(key.at), *body)
    return (apply(module, caller, key, place, descends=descends),)


def mismatch(module: Module, caller: ir.Key, key: ir.Key, place: Place, *, descends: bool = False) -> Code:
    """The condition under which the subschema does not match what stands at `place`."""
    target = target_of(module, key)
    if is_simple(module, target):
        condition_ = as_condition(lower_subschema(module, target, place))
        if condition_ is not None:
            return condition_
    return negated(apply(module, caller, target, place, descends=descends).check)
