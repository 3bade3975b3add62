"""The examples of the page on MCP run as they stand there, and print what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schemawright.runtime.mcp import OVERLAYS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "how-to-mcp.md"


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_example_of_a_server(capsys):
    pytest.importorskip("mcp", reason="the SDK is not installed: pip install 'schemawright[mcp]'")
    exec(blocks("python")[0], {"__name__": "example"})  # noqa: S102 - our own text
    assert capsys.readouterr().out == blocks("text")[0]


def test_the_example_of_messages(capsys):
    exec(blocks("python")[1], {"__name__": "example"})  # noqa: S102 - our own text
    assert capsys.readouterr().out == "/content/ratio\n"


def test_every_overlay_is_on_the_page():
    numbers = re.findall(r"^\| (\d)", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number in numbers] == list(OVERLAYS["2025-11-25"])
