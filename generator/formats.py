"""Which helper checks a format, an encoding or a media type, per dialect."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
DRAFT_07 = "http://json-schema.org/draft-07/schema"


@dataclass(frozen=True, slots=True)
class Helper:
    """A function that generated modules may carry: the helper file that holds it, and its name there."""

    file: str
    function: str


@dataclass(frozen=True, slots=True)
class Encoding:
    """A content encoding: `check` is None where every string is well-formed, `decode` gives the octets or None."""

    check: Helper | None
    decode: Helper


FUNCTIONS = {"regex": "is_format_regex"}


def _format_helpers(*formats: str) -> Mapping[str, Helper]:
    words = {name: name.replace("-", "_") for name in formats}
    return MappingProxyType(
        {name: Helper(f"format_{word}", FUNCTIONS.get(name, f"is_{word}")) for name, word in words.items()}
    )


# Validation 7.3 of each draft. draft-07 names older documents for `email` (RFC 5322) and `hostname` (RFC 1034); the
# official suite reads both as 2020-12 does (no comments, no folding, leading digits allowed), so functions are shared.
FORMATS: Mapping[str, Mapping[str, Helper]] = MappingProxyType(
    {
        DRAFT_2020_12: _format_helpers(
            "date-time",
            "date",
            "time",
            "duration",
            "email",
            "idn-email",
            "hostname",
            "idn-hostname",
            "ipv4",
            "ipv6",
            "uri",
            "uri-reference",
            "iri",
            "iri-reference",
            "uuid",
            "uri-template",
            "json-pointer",
            "relative-json-pointer",
            "regex",
        ),
        DRAFT_07: _format_helpers(
            "date-time",
            "date",
            "time",
            "email",
            "idn-email",
            "hostname",
            "idn-hostname",
            "ipv4",
            "ipv6",
            "uri",
            "uri-reference",
            "iri",
            "iri-reference",
            "uri-template",
            "json-pointer",
            "relative-json-pointer",
            "regex",
        ),
    }
)


def _checked(name: str) -> Encoding:
    return Encoding(Helper(f"content_{name}", f"is_{name}"), Helper(f"decode_{name}", f"decode_{name}"))


IDENTITY = Encoding(None, Helper("decode_identity", "decode_identity"))
"""What holds where `contentEncoding` is absent: the string's own text, as UTF-8."""

_RFC_2045: Mapping[str, Encoding] = {
    "7bit": _checked("seven_bit"),
    "8bit": IDENTITY,
    "binary": IDENTITY,
    "identity": IDENTITY,
    "quoted-printable": _checked("quoted_printable"),
    "base64": _checked("base64"),
}

# draft-07 names RFC 2045 6.1 alone (Validation 8.3); 2020-12 adds RFC 4648 (Validation 8.3).
ENCODINGS: Mapping[str, Mapping[str, Encoding]] = MappingProxyType(
    {
        DRAFT_2020_12: MappingProxyType(
            {
                **_RFC_2045,
                "base64url": _checked("base64url"),
                "base32": _checked("base32"),
                "base32hex": _checked("base32hex"),
                "base16": _checked("base16"),
            }
        ),
        DRAFT_07: MappingProxyType({**_RFC_2045}),
    }
)

JSON_CONTENT = Helper("content_json", "parse_json_content")

_WORD = r"[A-Za-z0-9!#$%&'*+.^_`|~-]+"
_PARAMETER = re.compile(rf'[ \t]*;[ \t]*(?:({_WORD})=(?:({_WORD})|"((?:[^"\\]|\\.)*)"))?', re.ASCII | re.DOTALL)
_MEDIA_TYPE = re.compile(rf"[ \t]*({_WORD})/({_WORD})((?:{_PARAMETER.pattern})*)[ \t]*", re.ASCII | re.DOTALL)


def format_helper(dialect: str, name: str) -> Helper | None:
    """The helper that checks a format of this dialect; None for an unknown format, which asserts nothing."""
    return FORMATS.get(_dialect(dialect), {}).get(name)


def content_encoding(dialect: str, name: str) -> Encoding | None:
    """The encoding of this name, whatever its case (RFC 2045 6.1); None where unknown: then nothing is decoded."""
    return ENCODINGS.get(_dialect(dialect), {}).get(name.lower() if name.isascii() else name)


def content_media_type(name: str) -> Helper | None:
    """The parser of a JSON media type, by name or `+json` suffix (RFC 6839 3.1); None where nothing can be checked."""
    match = _MEDIA_TYPE.fullmatch(name)
    if match is None:
        return None
    subtype = match[2].lower()
    if (match[1].lower(), subtype) != ("application", "json") and not subtype.endswith("+json"):
        return None
    for parameter, token, quoted in _PARAMETER.findall(match[3]):
        charset = re.sub(r"\\(.)", r"\1", token or quoted).lower()
        if parameter.lower() == "charset" and charset not in ("utf-8", "utf8"):
            return None
    return JSON_CONTENT


def _dialect(uri: str) -> str:
    return uri.removesuffix("#")
