"""URI references and JSON Pointers do what RFC 3986 and RFC 6901 say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemawright.generator import uri

BASE = "http://a/b/c/d;p?q"

# RFC 3986 sections 5.4.1 and 5.4.2, strict.
EXAMPLES = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/;x",
    "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s",
    "": "http://a/b/c/d;p?q",
    ".": "http://a/b/c/",
    "./": "http://a/b/c/",
    "..": "http://a/b/",
    "../": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../": "http://a/",
    "../../g": "http://a/g",
    "../../../g": "http://a/g",
    "../../../../g": "http://a/g",
    "/./g": "http://a/g",
    "/../g": "http://a/g",
    "g.": "http://a/b/c/g.",
    ".g": "http://a/b/c/.g",
    "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g",
    "./g/.": "http://a/b/c/g/",
    "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x",
    "http:g": "http:g",
}


@pytest.mark.parametrize(("reference", "target"), EXAMPLES.items())
def test_reference_resolution(reference: str, target: str) -> None:
    """Every example of RFC 3986 section 5.4."""
    assert uri.resolve(BASE, reference) == target


@pytest.mark.parametrize(
    ("base", "reference", "target"),
    [
        ("urn:example:root", "#/a", "urn:example:root#/a"),
        ("urn:example:root", "other", "urn:other"),
        ("urn:uuid:feebdaed", "urn:example:x#y", "urn:example:x#y"),
        ("http://host", "a", "http://host/a"),
        ("http://host?q", "", "http://host?q"),
        ("", "item.json", "item.json"),
        ("", "#a", "#a"),
        ("", "", ""),
        ("item.json", "#a", "item.json#a"),
        ("dir/item.json", "../../other", "/other"),
        ("a", "../../../etc/passwd", "etc/passwd"),
        ("tag:x,2023:a", "#b", "tag:x,2023:a#b"),
        ("s:/a/b", "..//c", "s:/.//c"),
        ("http://a/b", "//c/../d", "http://c/d"),
    ],
)
def test_resolution_beyond_the_examples(base: str, reference: str, target: str) -> None:
    """URNs, relative bases and empty paths are resolved by the same rules."""
    assert uri.resolve(base, reference) == target


@pytest.mark.parametrize(
    ("path", "clean"),
    [
        ("/a/b/c/./../../g", "/a/g"),
        ("mid/content=5/../6", "mid/6"),
        ("", ""),
        (".", ""),
        ("..", ""),
        ("./..", ""),
        ("../a", "a"),
        ("/..", "/"),
        ("/.", "/"),
        ("a/..", "/"),
        ("a//b", "a//b"),
        ("/a/../../b", "/b"),
        ("..//a", "/a"),
    ],
)
def test_remove_dot_segments(path: str, clean: str) -> None:
    """RFC 3986 section 5.2.4, its two examples and the edges."""
    assert uri.remove_dot_segments(path) == clean


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"),
        ("HTTP://Example.COM:80", "http://example.com/"),
        ("https://example.com:443/A", "https://example.com/A"),
        ("https://example.com:80/", "https://example.com:80/"),
        ("http://example.com:/x", "http://example.com/x"),
        ("http://User@HOST/x", "http://User@host/x"),
        ("http://[2001:DB8::1]:80/x", "http://[2001:db8::1]/x"),
        ("http://h%C3%A9/x", "http://h%C3%A9/x"),
        ("http://host/é", "http://host/%C3%A9"),
        ("urn:Example:A%c2b", "urn:Example:A%C2b"),
        ("URN:x:%7Ea", "urn:x:~a"),
        ("a/../b", "a/../b"),
        ("http://host/%zz", "http://host/%zz"),
        ("http://host/a?%7e#%7e", "http://host/a?~#%7e"),
        ("", ""),
    ],
)
def test_normalize(text: str, normal: str) -> None:
    """RFC 3986 section 6.2.2, and 6.2.3 for http and https."""
    assert uri.normalize(text) == normal
    assert uri.normalize(normal) == normal


@given(st.text(alphabet="aZ./:?#%@[]0é ~\n", max_size=20), st.text(alphabet="aZ./:?#%@[]0é ~\n", max_size=20))
def test_any_text_is_resolved(base: str, reference: str) -> None:
    """No text makes resolution or normalisation fail, and normalising once is enough."""
    target = uri.resolve(base, reference)
    once = uri.normalize(target)
    assert uri.normalize(once) == once
    assert str(uri.parse(target)) == target


@pytest.mark.parametrize(
    ("text", "answer"),
    [("http://a/b", True), ("urn:a", True), ("file:///etc/passwd", True), ("a/b", False), ("", False), ("#a", False)]
    + [(" http://a", False), ("http://a\n", False), ("http://a#", False), ("http://é", False), ("http://a/%zz", False)],
)
def test_is_absolute(text: str, answer: bool) -> None:
    """Only a URI with scheme, without fragment, in the characters of the RFC."""
    assert uri.is_absolute(text) is answer


@pytest.mark.parametrize(
    ("fragment", "decoded"),
    [("", ""), ("a", "a"), ("%25", "%"), ("%C3%A9", "é"), ("/a%20b/%7E0", "/a b/~0"), ("é", "é")],
)
def test_decode_fragment(fragment: str, decoded: str) -> None:
    """Percent-encoding is UTF-8."""
    assert uri.decode_fragment(fragment) == decoded


@pytest.mark.parametrize("fragment", ["%", "%z1", "%ff", "%ED%A0%80", "a#b", "%C3"])
def test_malformed_fragment(fragment: str) -> None:
    """What is not percent-encoded UTF-8 is refused."""
    with pytest.raises(ValueError):
        uri.decode_fragment(fragment)


@pytest.mark.parametrize(
    ("pointer", "tokens"),
    [
        ("", ()),
        ("/", ("",)),
        ("//", ("", "")),
        ("/a~1b", ("a/b",)),
        ("/m~0n", ("m~n",)),
        ("/~01", ("~1",)),
        ("/ ", (" ",)),
    ],
)
def test_pointer(pointer: str, tokens: tuple[str, ...]) -> None:
    """RFC 6901 sections 3 to 5, both ways."""
    assert uri.parse_pointer(pointer) == tokens
    assert uri.format_pointer(tokens) == pointer


@given(st.lists(st.text(max_size=5)))
def test_pointer_round_trip(tokens: list[str]) -> None:
    """Any tokens survive."""
    assert uri.parse_pointer(uri.format_pointer(tokens)) == tuple(tokens)


@pytest.mark.parametrize("pointer", ["a", "a/b", "/~", "/~2", "/a~~b"])
def test_malformed_pointer(pointer: str) -> None:
    """Missing slashes and lone tildes are refused."""
    with pytest.raises(ValueError):
        uri.parse_pointer(pointer)


@pytest.mark.parametrize(
    ("token", "index"),
    [("0", 0), ("1", 1), ("2", None), ("00", None), ("-", None), ("+1", None), ("-1", None), ("", None), ("1\n", None)]
    + [("٠", None), ("9" * 5000, None), ("1.0", None)],
)
def test_array_index(token: str, index: int | None) -> None:
    """ASCII digits without leading zeros, inside the array."""
    assert uri.array_index(token, 2) == index
