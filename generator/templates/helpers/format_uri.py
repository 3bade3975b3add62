# uses: format_uri_grammar
_URI = _uri_grammar("", "", False)


def is_uri(value: str) -> bool:
    """A URI with a scheme (RFC 3986 section 3)."""
    return _URI.fullmatch(value) is not None
