# uses: format_uri_grammar
_IRI_REFERENCE = _uri_grammar(_UCSCHAR, _IPRIVATE, True)


def is_iri_reference(value: str) -> bool:
    """An IRI or a relative reference (RFC 3987 section 2.2)."""
    return _IRI_REFERENCE.fullmatch(value) is not None
