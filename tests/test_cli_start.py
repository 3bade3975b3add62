"""How the command line starts: what it needs, what it says of itself, and what an interrupt does meanwhile."""

from __future__ import annotations

import tomllib

import pytest

from schemawright.generator.cli import main, parsers

from .cli_helpers import CATALOG, ROOT, SCHEMA, saved
from .fresh_python import HEAVY, schemawright

ONE_SCREEN = 35


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A build's folder, with a matching call beside it."""
    place = tmp_path_factory.mktemp("built")
    assert main(["build", saved(place / "s.json", SCHEMA), "-o", str(place / "out")]) == 0
    saved(place / "call.json", {"n": 1})
    return place


# ------------------------------------------------------------------ without the extra
@pytest.mark.parametrize(
    "arguments",
    [["verify", "out/s.py"], ["validate", "out/s.py", "call.json"], ["check", "out"], ["--version"], ["--help"]],
    ids=" ".join,
)
def test_what_the_runtime_can_do_needs_no_extra(folder, arguments):
    """Where modules are used, they can be verified, checked and tried."""
    placed = [str(folder / argument) if (folder / argument).exists() else argument for argument in arguments]
    done = schemawright(*placed, blocked=HEAVY)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "s.json", "-o", "new"],
        ["explain", "s.json"],
        ["validate", "s.json", "call.json"],
        ["check", "out", "--source", "s.json"],
        ["admit", str(CATALOG)],
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_compiles_names_the_extra(folder, arguments):
    """One line says what is missing, one what to install."""
    placed = [str(folder / argument) if (folder / argument).exists() else argument for argument in arguments]
    done = schemawright(*placed, blocked=HEAVY)
    what, mend = done.stderr.splitlines()
    assert done.returncode == 2
    assert what.startswith(f"schemawright: {arguments[0]} needs the extra `generator`: ")
    assert mend == "to mend it: pip install 'schemawright[generator]'"


# ------------------------------------------------------------------ interrupts
IMPORTING = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # the tests may run in a shell's background

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
"""


@pytest.mark.parametrize("module", ["interrupt", "cli", "refusal", "explaining", "passes"])
def test_an_interrupt_during_the_start_is_quiet(folder, module):
    """Whichever module is about to be imported: no traceback, and what a shell says of SIGINT."""
    prelude = IMPORTING.format(module=f"schemawright.generator.{module}")
    done = schemawright("explain", str(folder / "s.json"), prelude=prelude)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_ignored_interrupt_stays_ignored(folder):
    """As a shell's background jobs are started."""
    prelude = IMPORTING.format(module="schemawright.generator.cli") + "signal.signal(signal.SIGINT, signal.SIG_IGN)"
    assert schemawright("check", str(folder / "out"), prelude=prelude).returncode == 0


# ------------------------------------------------------------------ what it says of itself
def test_the_version_is_the_project_s(capsys):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"schemawright {project['version']}\n"


@pytest.mark.parametrize("command", [None, *parsers()[1]])
def test_nothing_said_is_answered_with_the_usage(capsys, command):
    """One screen of it, on standard error, for the whole and for every command."""
    assert main([] if command is None else [command]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("usage: schemawright ")
    assert len(told.err.splitlines()) <= ONE_SCREEN


def test_a_misspelt_command_is_answered_with_the_nearest(capsys):
    assert main(["biuld", str(CATALOG)]) == 2
    what, mend = capsys.readouterr().err.splitlines()
    assert what == "schemawright: there is no command 'biuld'"
    assert mend.startswith("to mend it: did you mean build? the commands are build, check, ")
