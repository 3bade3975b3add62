"""What every test relies on."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_configure() -> None:
    """Let the catalog's tests run before the compiler is there."""
    path = Path(__file__).with_name("stand_in_compiler.py")
    spec = importlib.util.spec_from_file_location("stand_in_compiler", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.install()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of test data beside the repository."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with test data is not beside the repository")
    return SHARED
