# uses: format_uri_grammar
_URI_REFERENCE = _uri_grammar("", "", True)


def is_uri_reference(value: str) -> bool:
    """A URI or a relative reference (RFC 3986 section 4.1)."""
    return _URI_REFERENCE.fullmatch(value) is not None
