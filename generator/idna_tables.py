"""Rewrites the IDNA table that hostname helpers carry; docs/decisions/0006-idna-tables.md says why it is pinned.

Run under Python 3.11 with the `idna` package: `python -m schemawright.generator.idna_tables`.
"""

from __future__ import annotations

import itertools
import sys
import unicodedata
from pathlib import Path

UNICODE = "14.0.0"
HELPER = Path(__file__).resolve().parent / "templates" / "helpers" / "format_idna_table.py"

LINE = 82  # with indentation and quotes: black's 88 columns

# Classes of code points: what RFC 5892 appendix A asks about script and joining type, in one letter.
DISALLOWED, CONTEXTUAL, PLAIN = ".", "c", "p"
SCRIPTS = {"Greek": "g", "Hebrew": "h", "Hiragana": "j", "Katakana": "j", "Han": "j"}
BOTH = {("h", "T"): "H"}

HEADER = """\
import bisect
import itertools
import re

# Unicode {version} by RFC 5892, as runs of code points: a length (1 where absent) and
# a class. "." disallowed or unassigned, "c" with a contextual rule, all others PVALID:
# "g" Greek, "h" Hebrew, "j" Hiragana, Katakana or Han, joining types "L", "D", "R"
# and "T", "H" both Hebrew and "T", "p" none of these.
_IDNA_RUNS = re.findall(
    "([0-9]*)([^0-9])",
"""
FOOTER = '''
)
_IDNA_STARTS = (0, *itertools.accumulate(int(length or 1) for length, _ in _IDNA_RUNS))
_IDNA_CLASSES = "".join(letter for _, letter in _IDNA_RUNS) + "."


def _idna_class(character: str) -> str:
    """The class of a code point (RFC 5892 section 2)."""
    return _IDNA_CLASSES[bisect.bisect_right(_IDNA_STARTS, ord(character)) - 1]
'''


def code_point_classes() -> list[str]:
    """The class of every code point, in order."""
    from idna import idnadata  # noqa: PLC0415 - the generator itself does without

    classes = [DISALLOWED] * (sys.maxunicode + 1)
    for point in _members(idnadata.codepoint_classes["PVALID"]):
        # A newer table than the oldest interpreter's Unicode would leave normalization and direction undefined there.
        classes[point] = DISALLOWED if unicodedata.category(chr(point)) == "Cn" else PLAIN
    for script, letter in SCRIPTS.items():
        _mark(classes, idnadata.scripts[script], letter)
    for joining, ranges in idnadata.joining_types.items():
        if joining in "LDRT":
            _mark(classes, ranges, joining)
    for rule in ("CONTEXTJ", "CONTEXTO"):
        for point in _members(idnadata.codepoint_classes[rule]):
            classes[point] = CONTEXTUAL
    return classes


def helper_text(classes: list[str]) -> str:
    """The helper file that holds these classes."""
    runs = [(letter, len(list(run))) for letter, run in itertools.groupby(classes)]
    if runs[-1][0] == DISALLOWED:
        runs.pop()
    lines = [""]
    for letter, length in runs:
        word = f"{length if length > 1 else ''}{letter}"
        if len(lines[-1]) + len(word) > LINE:
            lines.append("")
        lines[-1] += word
    body = "\n".join(f'    "{line}"' for line in lines)
    return HEADER.format(version=UNICODE) + body + "," + FOOTER


def _members(ranges: tuple[int, ...]) -> list[int]:
    """The code points of packed ranges: the first in the high 32 bits, the one after the last in the low 32."""
    return [point for packed in ranges for point in range(packed >> 32, packed & 0xFFFFFFFF)]


def _mark(classes: list[str], ranges: tuple[int, ...], letter: str) -> None:
    for point in _members(ranges):
        if classes[point] == PLAIN:
            classes[point] = letter
        elif classes[point] != DISALLOWED:
            classes[point] = BOTH[classes[point], letter]


def main() -> int:
    """Writes the helper; 1 where this interpreter has another version of Unicode."""
    if unicodedata.unidata_version != UNICODE:
        sys.stderr.write(f"this interpreter has Unicode {unicodedata.unidata_version}, the table needs {UNICODE}\n")
        return 1
    HELPER.write_text(helper_text(code_point_classes()), "ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
