"""What holds for every test run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from .suite_table import TABLE

SHARED = Path(__file__).resolve().parents[2] / "shared"

# Drawing schemas is slow on a busy machine, and time is nothing that tests assert.
settings.register_profile(
    "steady", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("steady")


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write the expected modules of tests/golden anew")


def pytest_configure(config):
    if config.getoption("--update-golden") and os.environ.get("CI", "").lower() in {"true", "1"}:
        raise pytest.UsageError("--update-golden is not for CI: what CI compares must have been reviewed")


TWICE = ("generator", "runtime", "generated")


@pytest.fixture(scope="session", autouse=True)
def one_name_for_each_module():
    """From the repository's root `import generator` works too, and gives a second copy whose classes differ."""
    yield
    assert not [name for name in sys.modules if name.partition(".")[0] in TWICE], "import schemawright.* instead"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of test data beside the repository."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with test data is not beside the repository")
    return SHARED


def pytest_terminal_summary(terminalreporter):
    lines = TABLE.lines()
    if lines:
        terminalreporter.section("official test suite")
        for line in lines:
            terminalreporter.write_line(line)
