"""The command line: arguments in, exit code out (0 yes, 1 no, 2 wrong use or malformed input)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn, TextIO

from .extra import INSTALL, MissingExtraError
from .interrupt import INTERRUPTED, interrupts_end_the_process
from .refusal import Refusal, reason

YES, NO, WRONG = 0, 1, 2
NOBODY_READS = 141  # as a shell reports SIGPIPE

DESCRIPTION = "Turns JSON Schemas into standalone Python validator modules."
EXIT_CODES = "exit status: 0 yes, 1 no (mismatch, out of date, not admitted), 2 wrong use or malformed input"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are refusals."""

    def error(self, message: str) -> NoReturn:
        """Raises `Refusal` instead of printing the usage."""
        raise Refusal(message, f"{self.prog} --help lists what can be said")


class Version(argparse.Action):
    """Prints the version that is installed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Ends the command with a yes."""
        from .release import version

        print(f"{parser.prog} {version()}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; errors are told on standard error, never by a traceback."""
    _print_anything(sys.stdout, sys.stderr)
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except Refusal as refusal:
        return _told(refusal)
    except BrokenPipeError:
        _drop_output()
        return NOBODY_READS
    except OSError as error:
        return _told(Refusal(f"the system failed: {reason(error)}", "look to the disk and the terminal, and try again"))
    except KeyboardInterrupt:
        print("interrupted: no file was changed", file=sys.stderr)
        return INTERRUPTED
    except SystemExit as asked:  # --help
        return asked.code if isinstance(asked.code, int) else YES
    return code


def _run(argv: Sequence[str]) -> int:
    top, commands = parsers()
    unsaid = top if not argv else commands.get(argv[0]) if len(argv) == 1 else None
    if unsaid is not None:  # nothing is said to it, and every command needs something
        unsaid.print_help(sys.stderr)
        return WRONG
    if not argv[0].startswith("-") and argv[0] not in commands:
        raise _unknown(argv[0], commands)
    arguments = top.parse_args(argv)
    try:
        with interrupts_end_the_process():
            run = _command_named(arguments.command)
        return run(arguments)
    except MissingExtraError as error:
        raise Refusal(f"{arguments.command} needs the extra `generator`: {error.name} is missing", INSTALL) from None


def _unknown(name: str, commands: Iterable[str]) -> Refusal:
    near = get_close_matches(name, commands, 1)
    meant = f"did you mean {near[0]}? " if near else ""
    return Refusal(
        f"there is no command {name!r}",
        f"{meant}the commands are {', '.join(commands)}; schemawright --help says what they do",
    )


def _command_named(name: str) -> Callable[[argparse.Namespace], int]:
    match name:
        case "build":
            from .building import run_build as run
        case "check":
            from .checking import run_check as run
        case "validate":
            from .validating import run_validate as run
        case "explain":
            from .explaining import run_explain as run
        case "admit":
            from .admitting import run_admit as run
        case _:
            from .verifying import run_verify as run
    return run


def parsers() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the whole, and that of each command."""
    top = Parser(prog="schemawright", description=DESCRIPTION, epilog=EXIT_CODES, allow_abbrev=False)
    top.add_argument("--version", action=Version, nargs=0, help="print the version and exit")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_build(commands)
    _add_check(commands)
    _add_validate(commands)
    _add_explain(commands)
    _add_admit(commands)
    _add_verify(commands)
    return top, dict(commands.choices)


Commands = argparse._SubParsersAction  # noqa: SLF001 - argparse names its type no other way


def _command(commands: Commands[Parser], name: str, does: str) -> Parser:
    return commands.add_parser(name, help=does, description=does, epilog=EXIT_CODES, allow_abbrev=False)


def _add_build(commands: Commands[Parser]) -> None:
    build = _command(commands, "build", "write one module for each schema, an index and a manifest: all or nothing")
    build.add_argument(
        "source", nargs="+", help="a catalog (what tools/list answers), a schema file, or a folder of both"
    )
    build.add_argument("-o", "--output", required=True, metavar="DIR", help="the folder to write")
    build.add_argument(
        "--jobs", type=int, metavar="N", help="processes that format modules (default: one a core, at most 4)"
    )
    _add_compile_options(build)


def _add_check(commands: Commands[Parser]) -> None:
    check = _command(commands, "check", "say whether a build's folder is untouched and (with --source) up to date")
    check.add_argument("folder", metavar="DIR", help="the folder that build wrote")
    check.add_argument("--source", nargs="+", default=[], help="what it was built from: built again, and compared")
    check.add_argument("--registry", action="append", default=[], metavar="URI=FILE", help="as for build")


def _add_validate(commands: Commands[Parser]) -> None:
    validate = _command(commands, "validate", "validate JSON files with a generated module (which is run) or a schema")
    validate.add_argument(
        "validator", metavar="MODULE_OR_SCHEMA", help="a module (.py) that you trust, or a schema (.json)"
    )
    validate.add_argument(
        "file", nargs="+", metavar="FILE", help="JSON, or JSON Lines (.jsonl, .ndjson); - is standard input"
    )
    validate.add_argument("--lines", action="store_true", help="read every file as JSON Lines")
    validate.add_argument("--json", action="store_true", help="answer with one JSON object for each instance")
    validate.add_argument(
        "--entry", metavar="FRAGMENT", help="the subschema to validate with (#/$defs/Name), for a schema"
    )
    _add_compile_options(validate)


def _add_explain(commands: Commands[Parser]) -> None:
    explain = _command(commands, "explain", "print the program after each pass of the compiler")
    explain.add_argument("schema", help="a schema file")
    explain.add_argument(
        "--pass", dest="step", metavar="NAME", help="one pass only: read, dynamic_scope, evaluated, ..."
    )
    explain.add_argument("--entry", default="#", metavar="FRAGMENT", help="the subschema to start at")
    _add_compile_options(explain)


def _add_admit(commands: Commands[Parser]) -> None:
    admit = _command(commands, "admit", "say which tools of a catalog are admitted, and why others are not")
    admit.add_argument("catalog", help="what tools/list answers, in a file")
    admit.add_argument(
        "--quarantine", action="store_true", help="leave out tools with unsupported schemas, admit the rest"
    )
    _add_compile_options(admit)


def _add_verify(commands: Commands[Parser]) -> None:
    verify = _command(commands, "verify", "say whether modules are within the profile of admission; nothing is run")
    verify.add_argument("file", nargs="+", metavar="FILE", help="a generated module")


def _add_compile_options(command: Parser) -> None:
    options = command.add_argument_group("how schemas are compiled")
    options.add_argument(
        "--dialect", action="append", metavar="NAME", help="allow this one: 2020-12 or draft-07 (repeat)"
    )
    options.add_argument("--default-dialect", metavar="NAME", help="the dialect of schemas that declare none")
    options.add_argument("--format-assertion", action="store_true", help="assert `format`")
    options.add_argument("--content-assertion", action="store_true", help="assert `contentEncoding` and its like")
    options.add_argument(
        "--limits", choices=("default", "trusted"), default="default", help="trusted: instances were bounded before"
    )
    options.add_argument(
        "--registry", action="append", default=[], metavar="URI=FILE",
        help="a document that schemas refer to; or a file or folder of documents that have an $id (repeat)",
    )  # fmt: skip


# ------------------------------------------------------------------ output
def _told(refusal: Refusal) -> int:
    print(f"schemawright: {refusal.what}", file=sys.stderr)
    print(f"to mend it: {refusal.mend}", file=sys.stderr)
    return WRONG


def _print_anything(*streams: TextIO) -> None:
    """A name that the terminal's encoding has no character for is escaped, not an error."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Nobody reads: what is still buffered must not be an error when the interpreter ends."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)


if __name__ == "__main__":
    sys.exit(main())
