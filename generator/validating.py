"""The command `validate`: JSON files or lines, one verdict each."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from schemawright.runtime.compiling import compile as compile_validator
from schemawright.runtime.errors import SchemawrightError, bounded
from schemawright.runtime.json_text import MAX_DEPTH, parse_json
from schemawright.runtime.limits import Limits
from schemawright.runtime.load import run_trusted
from schemawright.runtime.validator import Validator
from schemawright.runtime.violations import Violation

from .build_options import LIMITS, given_options
from .options import OUTPUT_FORMAT
from .refusal import Refusal, reason
from .sources import read_schema

LINE_FILES = (".jsonl", ".ndjson")
STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of one instance: its violations, or the error that leaves it without a verdict."""

    file: str
    line: int | None
    violations: tuple[Violation, ...] = ()
    error: SchemawrightError | None = None

    @property
    def place(self) -> str:
        """File and line, printable."""
        return bounded(self.file) if self.line is None else f"{bounded(self.file)}:{self.line}"


def run_validate(arguments: Namespace) -> int:
    """Validates every instance; 2 where one is malformed or beyond a limit, 1 where one does not match, else 0."""
    validator = read_validator(arguments)
    tell = _tell_json if arguments.json else _tell_text
    code = 0
    for name in arguments.file:
        for verdict in _verdicts(validator, name, lines=arguments.lines):
            tell(verdict)
            code = max(code, 2 if verdict.error else 1 if verdict.violations else 0)
    return code


def read_validator(arguments: Namespace) -> Validator:
    """The validator of a module, which is run as any import is, or of a schema; raises `Refusal`."""
    path = Path(arguments.validator)
    options = given_options(arguments)
    if path.suffix == ".py":
        fixed = [option for option, is_given in _compile_options(arguments) if is_given]
        if fixed:
            raise Refusal(f"{fixed[0]} was fixed when {path} was built", "leave it out, or validate with the schema")
        return _module_validator(path, LIMITS[options.limits])
    schema = read_schema(path)
    given = {name: value for name, value in options.recorded().items() if name != "limits"}
    try:
        return compile_validator(
            schema, entry=arguments.entry or "#", limits=LIMITS[options.limits], registry=options.registry, **given
        )
    except SchemawrightError as error:
        raise Refusal.of(error, str(path)) from None


def _compile_options(arguments: Namespace) -> Iterator[tuple[str, bool]]:
    """The options that decide what is compiled, and whether they were given."""
    for option in ("entry", "dialect", "default_dialect", "format_assertion", "content_assertion", "registry"):
        yield "--" + option.replace("_", "-"), bool(getattr(arguments, option))


def _module_validator(path: Path, limits: Limits) -> Validator:
    mend = "name a module that schemawright build wrote"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{path} cannot be read: {reason(error)}", mend) from None
    except ValueError:
        raise Refusal(f"{path} is not text", mend) from None
    try:
        namespace = run_trusted(text.encode())
        if namespace.get("OUTPUT_FORMAT") == OUTPUT_FORMAT:
            return Validator(namespace, source=text, schema=None, limits=limits)
        found = f"not of output format {OUTPUT_FORMAT}"
    except Exception as error:  # noqa: BLE001 - what is run may raise anything
        found = type(error).__name__
    raise Refusal(f"{path} is not a validator module ({found})", mend)


# ------------------------------------------------------------------ instances
def _verdicts(validator: Validator, name: str, *, lines: bool) -> Iterator[Verdict]:
    limit = Limits().max_instance_bytes
    with _opened(name) as file:
        if not lines and Path(name).suffix not in LINE_FILES:
            yield _verdict(validator, name, None, file.read(limit + 1))
            return
        number = 0
        while text := file.readline(limit + 1):
            number += 1
            if text.strip():
                yield _verdict(validator, name, number, text)
            if len(text) > limit and not text.endswith(b"\n"):
                return  # too large, and said so: the rest is no line


def _verdict(validator: Validator, name: str, line: int | None, text: bytes) -> Verdict:
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        instance = parse_json(text, max_bytes=Limits().max_instance_bytes, max_depth=MAX_DEPTH)
        return Verdict(shown, line, validator.violations(instance))
    except SchemawrightError as error:
        return Verdict(shown, line, error=error)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - the error of opening is told apart from those of reading
    except OSError as error:
        raise Refusal(
            f"{name} cannot be read: {reason(error)}", "name a file that exists and that you may read"
        ) from None
    with file:
        yield file


# ------------------------------------------------------------------ answers
def _tell_text(verdict: Verdict) -> None:
    if verdict.error is not None:
        print(f"{verdict.place}: no verdict: {verdict.error}", file=sys.stderr)
        return
    print(f"{verdict.place}: {'does not match' if verdict.violations else 'valid'}")
    for violation in verdict.violations:
        print(f"  {violation.instance_path or '(root)'}: {violation.message} ({violation.schema_path})")


def _tell_json(verdict: Verdict) -> None:
    answer: dict[str, object] = {"file": verdict.file}
    if verdict.line is not None:
        answer["line"] = verdict.line
    answer["valid"] = None if verdict.error is not None else not verdict.violations
    if verdict.error is not None:
        error = verdict.error
        answer["error"] = {"class": error.error_class, "code": error.code, "message": error.message}
    else:
        answer["violations"] = [
            {
                "instance_path": violation.instance_path,
                "schema_path": violation.schema_path,
                "keyword": violation.keyword,
                "message": violation.message,
            }
            for violation in verdict.violations
        ]
    print(json.dumps(answer))
