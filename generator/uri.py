"""URI references (RFC 3986), fragments and JSON Pointers (RFC 6901): text in, text out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_PARTS = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[!$&-;=?-Z_a-z~%\[\]@]*\Z")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_BAD_TILDE = re.compile(r"~(?![01])")
_INDEX = re.compile(r"0|[1-9][0-9]{0,17}")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_DEFAULT_PORTS = {"http": "80", "https": "443"}


@dataclass(frozen=True, slots=True)
class UriReference:
    """The five components of a URI reference (RFC 3986 section 3 and appendix B); `None` where one is absent."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    def __str__(self) -> str:
        """Recomposition (RFC 3986 section 5.3)."""
        scheme = "" if self.scheme is None else self.scheme + ":"
        authority = "" if self.authority is None else "//" + self.authority
        query = "" if self.query is None else "?" + self.query
        fragment = "" if self.fragment is None else "#" + self.fragment
        return scheme + authority + self.path + query + fragment


def parse(text: str) -> UriReference:
    """The components of `text`; every text has some (RFC 3986 appendix B), so nothing is raised."""
    match = _PARTS.fullmatch(text)
    assert match is not None
    scheme, authority, path, query, fragment = match.groups()
    return UriReference(scheme, authority, path, query, fragment)


def is_absolute(text: str) -> bool:
    """Whether `text` is a URI without fragment, written in the characters of RFC 3986 section 4.3."""
    return _ABSOLUTE.match(text) is not None and _BAD_ESCAPE.search(text) is None


def resolve(base: str, reference: str) -> str:
    """The target of `reference` against `base`, strictly (RFC 3986 section 5.2.2); `base` may itself be relative."""
    r = parse(reference)
    if r.scheme is not None:
        return str(UriReference(r.scheme, r.authority, _safe_path(r, remove_dot_segments(r.path)), r.query, r.fragment))
    b = parse(base)
    if r.authority is not None:
        return str(UriReference(b.scheme, r.authority, remove_dot_segments(r.path), r.query, r.fragment))
    if not r.path:
        query = b.query if r.query is None else r.query
        return str(UriReference(b.scheme, b.authority, b.path, query, r.fragment))
    path = remove_dot_segments(r.path if r.path.startswith("/") else _merge(b, r.path))
    return str(UriReference(b.scheme, b.authority, _safe_path(b, path), r.query, r.fragment))


def _merge(base: UriReference, path: str) -> str:
    """RFC 3986 section 5.2.3."""
    if base.authority is not None and not base.path:
        return "/" + path
    return base.path[: base.path.rfind("/") + 1] + path


def _safe_path(uri: UriReference, path: str) -> str:
    """`path`, so written that recomposition cannot take its start for an authority (RFC 3986 section 3.3)."""
    return "/." + path if uri.authority is None and path.startswith("//") else path


def remove_dot_segments(path: str) -> str:
    """RFC 3986 section 5.2.4, in one pass."""
    segments = path.split("/")
    while len(segments) > 1 and segments[0] in {".", ".."}:
        del segments[0]
    if segments in (["."], [".."]):
        return ""
    output = [segments[0]] if segments[0] else []
    for position, segment in enumerate(segments[1:], 2):
        if segment in {".", ".."}:
            if segment == ".." and output:
                output.pop()
            if position == len(segments):
                output.append("/")
        else:
            output.append("/" + segment)
    return "".join(output)


def normalize(text: str) -> str:
    """`text` after case, percent-encoding and dot-segment normalisation (RFC 3986 section 6.2.2).

    So too that of the scheme for http and https (6.2.3: default port, empty path); characters beyond ASCII are
    percent-encoded.
    """
    uri = parse(text)
    scheme = None if uri.scheme is None else uri.scheme.lower()
    authority = None if uri.authority is None else _normalize_authority(scheme, uri.authority)
    path = _normalize_escapes(uri.path)
    if scheme is not None or path.startswith("/"):
        path = _safe_path(uri, remove_dot_segments(path))
    if not path and authority is not None and scheme in _DEFAULT_PORTS:
        path = "/"
    query = None if uri.query is None else _normalize_escapes(uri.query)
    return str(UriReference(scheme, authority, path, query, uri.fragment))


def _normalize_authority(scheme: str | None, authority: str) -> str:
    userinfo, at, host = authority.rpartition("@")
    host, colon, port = host.rpartition(":") if re.search(r":[0-9]*\Z", host) else (host, "", "")
    if not port or port == _DEFAULT_PORTS.get(scheme or ""):
        colon = port = ""
    host = _ESCAPE.sub(lambda found: found[0].upper(), _normalize_escapes(host).lower())
    return _normalize_escapes(userinfo) + at + host + colon + port


def _normalize_escapes(text: str) -> str:
    if not text.isascii():
        text = "".join(c if c.isascii() else _percent_encode(c) for c in text)
    return _ESCAPE.sub(_normalize_escape, text) if "%" in text else text


def _percent_encode(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def _normalize_escape(found: re.Match[str]) -> str:
    character = chr(int(found[0][1:], 16))
    return character if character in _UNRESERVED else found[0].upper()


def split_fragment(text: str) -> tuple[str, str]:
    """`text` before its first "#", and the fragment after it ("" where there is none)."""
    before, _, fragment = text.partition("#")
    return before, fragment


def decode_fragment(fragment: str) -> str:
    """`fragment` with its percent-encoding undone (RFC 6901 section 6); `ValueError` where it is malformed."""
    if "#" in fragment or _BAD_ESCAPE.search(fragment):
        raise ValueError("the fragment is malformed")
    if "%" not in fragment:
        return fragment
    pieces = re.split(r"((?:%[0-9A-Fa-f]{2})+)", fragment)
    for position in range(1, len(pieces), 2):
        pieces[position] = bytes.fromhex(pieces[position].replace("%", "")).decode("utf-8")
    return "".join(pieces)


def parse_pointer(text: str) -> tuple[str, ...]:
    """The tokens of a JSON Pointer (RFC 6901 sections 3 and 4); `ValueError` where it is malformed."""
    if not text:
        return ()
    if not text.startswith("/") or _BAD_TILDE.search(text):
        raise ValueError("the JSON Pointer is malformed")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in text[1:].split("/"))


def format_pointer(tokens: Iterable[str]) -> str:
    """The JSON Pointer of `tokens` (RFC 6901 section 3)."""
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)


def array_index(token: str, length: int) -> int | None:
    """The index that `token` names in an array of `length` items, or `None` (RFC 6901 section 4)."""
    if _INDEX.fullmatch(token) is None:
        return None
    index = int(token)
    return index if index < length else None
