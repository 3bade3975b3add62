# uses: format_idna_label
import regex

_HOSTNAME = regex.compile(rf"{_IDNA_LDH_LABEL}(?:\.{_IDNA_LDH_LABEL})*+")


def _is_a_label(label: str) -> bool:
    decoded = _idna_decode(label)
    if decoded is None:
        return False
    return not _idna_is_bidi(decoded) or _idna_keeps_bidi_rule(decoded)


def is_hostname(value: str) -> bool:
    """A host name whose A-labels decode (RFC 1123 section 2.1, RFC 5891 section 5)."""
    if len(value) > 253 or _HOSTNAME.fullmatch(value) is None:
        return False
    return "--" not in value or all(
        _is_a_label(label) for label in value.split(".") if label[2:4] == "--"
    )
