"""Host names against the `idna` package, which is the reference at development time only."""

from __future__ import annotations

import functools
import hashlib
import sys
import unicodedata
from typing import Any

import idna
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schemawright.generator.helpers import read_helpers
from schemawright.generator.idna_tables import HELPER, UNICODE, code_point_classes, helper_text

# Of the characters in the table: what the rules ask the interpreter's own Unicode data about.
PROPERTIES = "406a11836daa1e1ebcaf6ddf47ad325da4c36813be774a99abf693803cea8af4"


@functools.cache
def carried() -> dict[str, Any]:
    sources = read_helpers(["format_hostname", "format_idn_hostname"])
    module: dict[str, Any] = {}
    text = "\n\n".join([line for source in sources for line in source.imports] + [source.text for source in sources])
    exec(text, module)  # noqa: S102  (text of our own)
    return module


def known(character: str) -> bool:
    return bool(carried()["_idna_class"](character) != ".")


def is_label(label: str) -> bool:
    try:
        idna.alabel(label)
    except idna.IDNAError:
        return False
    return True


def is_name(name: str) -> bool:
    labels = name.split(".")
    if not all(map(is_label, labels)) or sum(len(idna.alabel(label)) + 1 for label in labels) > 254:
        return False
    texts = [idna.ulabel(label) for label in labels]
    directions = {unicodedata.bidirectional(character) for text in texts for character in text}
    try:
        return all(idna.check_bidi(text, check_ltr=bool(directions & {"R", "AL", "AN"})) for text in texts)
    except idna.IDNAError:
        return False


special = st.sampled_from(
    "abl019-\xb7\xdf\xe4\u0300\u0301\u0308\u0375\u03b1\u03c2\u05b0\u05d0\u05f3\u05f4\u0628\u062f\u0640\u0660\u06f0"
    "\u064a\u064b\u0915\u094d\u0937\u200c\u200d\u1100\u1161\u2260\u3005\u3007\u302a\u3041\u30a2\u30fb\u30fc\u4e08\uac00"
)
anywhere = st.characters(exclude_categories=("Cs", "Cn", "Lu")).filter(known)
labels = st.text(special | anywhere, min_size=1, max_size=12)


@settings(max_examples=500, deadline=None)
@given(st.lists(labels, min_size=1, max_size=3).map(".".join))
@example("0a.\u05d0")
@example("a.\u05d0")
@example("\u05f3\u05f3")
@example("\u03b1\u0375\u0375\u03b1")
@example("\u0628\u064b\u200c\u064b\u0628")
@example("a" * 64)
@example("\xe4" * 56)
@example("\xe4" * 57)
@example("\xe4" * 58)
@example(".".join(["a" * 63] * 3 + ["a" * 61]))
@example(".".join(["a" * 63] * 3 + ["a" * 62]))
def test_names_agree_with_idna(name: str) -> None:
    """A name in Unicode is taken exactly where every label is, and the bidi rule holds throughout."""
    assert carried()["is_idn_hostname"](name) is is_name(name)


@settings(max_examples=500, deadline=None)
@given(labels | st.text("abcXYZ0189-", max_size=12).map(lambda tail: f"xn--{tail}"))
@example("xn--bcher-kva")
@example("XN--BCHER-KVA")
@example("xn---3na")
@example("xn----000x08x")
@example("xn--a")
@example("xn--99999999")
def test_a_labels_agree_with_idna(label: str) -> None:
    """An A-label is taken exactly where it decodes to a valid U-label that encodes to it."""
    encoded = label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")
    assert carried()["is_hostname"](encoded) is (encoded[-1] != "." and is_label(encoded))


def test_table_is_what_the_script_writes() -> None:
    """The committed table is the script's output."""
    if unicodedata.unidata_version != UNICODE:
        pytest.skip(f"the table is made with Unicode {UNICODE}")
    assert HELPER.read_text("ascii") == helper_text(code_point_classes())


def test_table_needs_no_property_that_versions_disagree_on() -> None:
    """Direction, combining class and markhood of the table's characters are those of the pinned version."""
    digest = hashlib.sha256()
    for character in filter(known, map(chr, range(sys.maxunicode + 1))):
        mark = unicodedata.category(character).startswith("M")
        line = f"{ord(character)} {mark} {unicodedata.bidirectional(character)} {unicodedata.combining(character)}\n"
        digest.update(line.encode())
    assert digest.hexdigest() == PROPERTIES


def test_table_is_small() -> None:
    """What a module with a host name carries stays below 40 KB."""
    assert sum(len(source.text) for source in read_helpers(["format_hostname", "format_idn_hostname"])) < 40_960
