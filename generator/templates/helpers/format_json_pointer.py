import regex

_JSON_POINTER = regex.compile("(?:/[^~]*+(?:~[01][^~]*+)*+)?+")


def is_json_pointer(value: str) -> bool:
    """A JSON Pointer in its string form (RFC 6901 section 3)."""
    return _JSON_POINTER.fullmatch(value) is not None
