# uses: format_uri_grammar
_IRI = _uri_grammar(_UCSCHAR, _IPRIVATE, False)


def is_iri(value: str) -> bool:
    """An IRI with a scheme (RFC 3987 section 2.2)."""
    return _IRI.fullmatch(value) is not None
