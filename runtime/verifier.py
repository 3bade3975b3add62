"""The admission verifier: bytes in, a tree that may run out, or a refusal. `docs/verifier.md` is its profile.

What it admits calls functions of its own and helpers of this output format, reads the instance, and stops.
"""

from __future__ import annotations

import ast
import math
import re
from dataclasses import dataclass, field
from types import CodeType

from .clock import Clock
from .helper_space import recognised
from .refusal import Refused
from .trees import compiled, parsed
from .verifier_bytes import Parts, parts_of
from .verifier_calls import check_calls
from .verifier_conditions import assume
from .verifier_constants import read_constant
from .verifier_names import ANY, FOUND, Env, Module, Scope, is_constant, is_name, refuse
from .verifier_payments import pays_on_entry
from .verifier_pieces import declared, pieces
from .verifier_public import Written, read_public
from .verifier_statements import block

MAX_MODULE_BYTES = 16_777_216
_FUNCTION = re.compile(r"(check|explain|measure)(?:__[A-Za-z0-9_]{1,400})?")
_METERED = ", depth: int, budget: list[float]"
_SIGNATURES = {
    ("check", False): "(value: object) -> bool",
    ("check", True): f"(value: object{_METERED}) -> bool",
    ("explain", False): "(value: object, path: str, found: Found) -> None",
    ("explain", True): f"(value: object, path: str, found: Found{_METERED}) -> None",
    ("measure", True): "(value: object, left: int, depth: int) -> int",
}


def _dumped(signature: str) -> tuple[str, str]:
    node = ast.parse(f"def f{signature}: pass").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert node.returns is not None
    return ast.dump(node.args), ast.dump(node.returns)


_VALUES = ast.dump(ast.parse("tuple[object, ...]", mode="eval").body)
_SHAPES = {dumped: key for key, dumped in ((key, _dumped(text)) for key, text in _SIGNATURES.items())}


@dataclass(frozen=True, slots=True)
class Admitted:
    """A module that may run: its header, the code of the trees that were checked, and the helpers it needs."""

    parts: Parts
    code: tuple[CodeType, ...]
    helpers: frozenset[str]


def verify(
    content: bytes,
    *,
    schema_digest: str | None = None,
    options_digest: str | None = None,
    max_bytes: int = MAX_MODULE_BYTES,
    clock: Clock | None = None,
) -> Admitted:
    """What may run of the module; raises `Refused` (an `ExecutionFailure` with code `not_admitted`) for any other text.

    Digests are compared with those of the header where they are given. Raises `ExecutionFailure` ("deadline") once the
    clock's time is over; without a clock there is no such limit.
    """
    clock = clock or Clock(math.inf)
    parts = parts_of(content, max_bytes, clock)
    for expected, found in ((schema_digest, parts.schema_digest), (options_digest, parts.options_digest)):
        if expected is not None and expected != found:
            raise Refused("it is for another schema, or was made with other options", 1)
    names = recognised(parts.helpers, parts.helpers_line)
    module = Module(names, clock, declared(parts.body))
    if not {line for statement in parts.imports for line in _one_by_one(statement)} <= module.known.imports:
        raise Refused("an import is not one of this output format", 1)
    try:
        code = _read(module, parts)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused("it is not Python") from None
    return Admitted(parts, code, frozenset(module.used))


def _one_by_one(statement: str) -> list[str]:
    """`from typing import Any, NoReturn` as a statement for each name."""
    start, mark, names = statement.partition(" import ")
    return [start + mark + name for name in names.split(", ")]


@dataclass(slots=True)
class _Progress:
    """How far the reading has come: constants, then functions, then what is public."""

    has_functions: bool = False
    public: list[Written] = field(default_factory=list)


def _read(module: Module, parts: Parts) -> tuple[CodeType, ...]:
    """The code of the body, piece by piece: a tree is many times as large as its text, and no two are kept."""
    progress = _Progress()
    code: list[CodeType] = []
    for text, line in pieces(parts.body, parts.body_line):
        module.clock.check()
        tree = parsed(text)
        try:
            _read_piece(module, progress, tree, text, line)
        except Refused as refused:
            raise Refused(refused.rule, refused.line + line - 1 if refused.line else 0) from None
        module.clock.check()
        code.append(compiled(tree))
    if module.calls.keys() != module.metered.keys():
        raise Refused("a function is not where the others are")
    read_public(module, progress.public.copy())
    for function in progress.public:
        if type(function.node) is ast.FunctionDef:
            _strip(function.node)
            del function.node.body[0]  # the docstring, which was compared as well
    check_calls(module)
    code.append(compiled(ast.Module([written.node for written in progress.public], [])))
    return tuple(code)


def _read_piece(module: Module, progress: _Progress, tree: ast.Module, text: str, line: int) -> None:
    """Leaves in the tree what was read, ready to be compiled: what is public is read with the rest of it."""
    for statement in tree.body:
        _refuse_unknown_fields(statement)
    lines: list[str] = []
    kept: list[ast.stmt] = []
    for statement in tree.body:
        node = _plain(statement) if type(statement) is ast.AnnAssign else statement
        if progress.public or (type(node) is ast.FunctionDef and not _FUNCTION.fullmatch(node.name)):
            lines = lines or text.split("\n")
            written = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            progress.public.append(Written(node, written, line + node.lineno - 1))
            continue
        if type(node) is ast.FunctionDef:
            progress.has_functions = True
            _read_function(_declared(module, node), node)
            _strip(node)
        elif type(node) is ast.Assign and not progress.has_functions and len(node.targets) == 1:
            target = node.targets[0]
            if type(target) is not ast.Name or node.type_comment is not None:
                refuse("something else than a constant is assigned", node)
            read_constant(module, target.id, node.value)
        else:
            refuse("this statement is not in the profile", node)
        kept.append(node)
    tree.body = kept


def _plain(node: ast.AnnAssign) -> ast.Assign:
    """The constant without its annotation, which is the known one."""
    if ast.dump(node.annotation) != _VALUES or node.value is None or node.simple != 1:
        refuse("a constant is annotated in another way", node)
    return ast.copy_location(ast.Assign([node.target], node.value), node)


def _refuse_unknown_fields(node: ast.stmt) -> None:
    """What later versions of Python add to the tree is refused: type parameters, template strings and the like."""
    if UNKNOWN:
        for below in ast.walk(node):
            for name in UNKNOWN.get(type(below), ()):
                if getattr(below, name, None):
                    refuse("this syntax is newer than the profile", node)


def _declared(module: Module, node: ast.FunctionDef) -> Scope:
    """The function's role by its name, and the signature that goes with it."""
    if node.name in module.calls:
        refuse("a name is defined twice", node)
    if node.decorator_list or node.type_comment is not None or node.returns is None:
        refuse("a function has another signature than its role", node)
    shape = _SHAPES.get((ast.dump(node.args), ast.dump(node.returns)))
    role = node.name.partition("__")[0]
    if shape is None or shape != (role, module.metered.get(node.name)):
        refuse("a function has another signature than its role", node)
    module.calls[node.name] = []
    return Scope(module, node.name, role, metered=shape[1] and role != "measure")


def _read_function(scope: Scope, node: ast.FunctionDef) -> None:
    body = node.body
    if pays_on_entry(scope, body):
        scope.is_charged = True
        body = body[2:]
    if scope.role == "explain":
        block(scope, body, Env({"value": ANY, "found": FOUND}))
        return
    env = Env({"value": ANY})
    last = body[-1] if body else None
    value = last.value if type(last) is ast.Return else None
    env = block(scope, body[:-1], env) or env
    if scope.role == "check" and type(value) is ast.Call:
        assume(scope, value, env)
    elif value is None or not (_is_true(value) if scope.role == "check" else is_name(value, "left")):
        refuse("a function ends in another way than its role", last or node)


def _is_true(node: ast.expr) -> bool:
    return is_constant(node, True)


def _strip(node: ast.FunctionDef) -> None:
    """Annotations were compared: nothing has to evaluate them."""
    node.returns = None
    for argument in node.args.args:
        argument.annotation = None


KNOWN: dict[type[ast.AST], str] = {
    ast.FunctionDef: "name args body decorator_list returns type_comment",
    ast.arguments: "posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults",
    ast.arg: "arg annotation type_comment",
    ast.Return: "value",
    ast.Assign: "targets value type_comment",
    ast.AnnAssign: "target annotation value simple",
    ast.AugAssign: "target op value",
    ast.For: "target iter body orelse type_comment",
    ast.If: "test body orelse",
    ast.Expr: "value",
    ast.Raise: "exc cause",
    ast.Constant: "value kind",
    ast.Name: "id ctx",
    ast.Compare: "left ops comparators",
    ast.BoolOp: "op values",
    ast.UnaryOp: "op operand",
    ast.BinOp: "left op right",
    ast.IfExp: "test body orelse",
    ast.Call: "func args keywords",
    ast.Attribute: "value attr ctx",
    ast.Subscript: "value slice ctx",
    ast.Slice: "lower upper step",
    ast.Tuple: "elts ctx",
    ast.List: "elts ctx",
    ast.Dict: "keys values",
    ast.Set: "elts",
}
UNKNOWN: dict[type[ast.AST], list[str]] = {
    kind: extra
    for kind, known in KNOWN.items()
    if (extra := [name for name in kind._fields if name not in known.split()])
}
