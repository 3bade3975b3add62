"""What is shipped, and what importing it costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from .fresh_python import HEAVY, python

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FOLDERS = ("generated", "generator", "runtime")


def sources(pattern):
    """The files of the three folders, as the distribution names them."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob(pattern)]
    return {
        f"schemawright/{path.relative_to(ROOT).as_posix()}"
        for path in found
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="session")
def distributions(tmp_path_factory):
    """The names in the wheel and in the source distribution; the wheel is built from the latter."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    wheel, source = next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
    with zipfile.ZipFile(wheel) as in_wheel, tarfile.open(source) as in_source:
        return set(in_wheel.namelist()), {name.partition("/")[2] for name in in_source.getnames()}


def test_the_package_list_equals_the_folders():
    """A folder that is missing from the list works in an editable install and is absent from the wheel."""
    packages = {Path(name).parent.as_posix().replace("/", ".") for name in sources("__init__.py")}
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == packages


@pytest.mark.parametrize("pattern", ["*.py", "*.jinja", "py.typed", "*.json"])
def test_the_wheel_holds_every_file(distributions, pattern):
    """Code, templates, type markers and data."""
    assert sources(pattern) <= distributions[0]


def test_the_wheel_holds_nothing_else(distributions):
    """No tests, no top-level `generator`, and no `schemawright/__init__.py`, which would close the namespace."""
    tops = {name.partition("/")[0] for name in distributions[0]}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"schemawright"}
    assert "schemawright/__init__.py" not in distributions[0]


def test_the_source_distribution_can_be_built_and_tested(distributions):
    """It holds what the wheel is made from, and the tests with what they read."""
    names = {name.removeprefix("schemawright/") for pattern in ("*.py", "*.jinja") for name in sources(pattern)}
    names |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    names |= {"COMMIT", "LICENSE", "Makefile", "vendor/test-suite/manifest.json", "examples/catalog.json"}
    assert names <= distributions[1]


def test_the_suite_is_not_shipped(distributions):
    """It is other people's work, and can be fetched."""
    assert not [name for names in distributions for name in names if name.startswith("vendor/test-suite/json")]


def test_the_runtime_loads_no_generator():
    """C3: importing the runtime pulls in neither the generator nor its libraries."""
    done = python("import sys, schemawright.runtime; print(*sys.modules)")
    loaded = set(done.stdout.split())
    assert "schemawright.runtime" in loaded, done.stderr
    assert not {name for name in loaded if name.partition(".")[0] in HEAVY or name.startswith("schemawright.generator")}


def test_the_runtime_works_without_the_extra():
    """C3: `pip install schemawright` is enough to import the runtime and generated modules."""
    done = python("import schemawright.runtime, schemawright.generated", blocked=HEAVY)
    assert done.returncode == 0, done.stderr


def test_the_generator_names_the_extra():
    """Without jinja2, the error says what to install."""
    done = python("import schemawright.generator.compiling", blocked=HEAVY)
    assert "schemawright[generator]" in done.stderr


def test_compile_names_the_extra():
    """Design section 4: without the generator's libraries, `compile` says what to install."""
    code = "from schemawright import runtime\nruntime.compile({'type': 'object', 'title': 'never cached'})"
    done = python(code, blocked=HEAVY)
    assert "schemawright[generator]" in done.stderr


def test_the_script_is_the_command():
    """What `pip` puts on the path is the entry that the tests of the command line run."""
    assert PROJECT["project"]["scripts"] == {"schemawright": "schemawright.generator.__main__:main"}


def test_no_second_copy_is_importable_where_it_is_installed():
    """From another folder, the top-level names do not exist."""
    code = "import importlib.util as u; print([n for n in ('generator', 'runtime', 'generated') if u.find_spec(n)])"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False, cwd=os.path.sep
    )
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.skipif(not (ROOT / ".importroot").exists(), reason="a source distribution has no links; a clone has them")
def test_the_folders_are_linked_for_type_checkers():
    """`.importroot` mirrors the mapping, by relative links."""
    mapping = PROJECT["tool"]["setuptools"]["package-dir"]
    links = {
        f"schemawright.{path.name}": path.readlink().as_posix()
        for path in (ROOT / ".importroot/schemawright").iterdir()
    }
    assert links == {name: f"../../{folder}" for name, folder in mapping.items()}
