# uses: format_idna_label
import re

_IDN_HOSTNAME_DOT = re.compile("[.\\u3002\\uFF0E\\uFF61]")
_IDN_HOSTNAME_ASCII = re.compile(_IDNA_LDH_LABEL)


def _idn_label(label: str) -> tuple[str, int] | None:
    """The label in Unicode and its length in ASCII; None for what is no label."""
    if label.isascii():
        if _IDN_HOSTNAME_ASCII.fullmatch(label) is None:
            return None
        decoded = _idna_decode(label) if label[2:4] == "--" else label
        return None if decoded is None else (decoded, len(label))
    if not _idna_is_u_label(label):
        return None
    return label, len(label.encode("punycode")) + 4


def is_idn_hostname(value: str) -> bool:
    """A host name with U-labels, A-labels or plain ones (RFC 5890 section 2.3.2.3)."""
    if len(value) > 253:
        return False
    labels = []
    length = -1
    for text in _IDN_HOSTNAME_DOT.split(value):
        label = _idn_label(text)
        if label is None:
            return False
        labels.append(label[0])
        length += label[1] + 1
    # One right-to-left label binds every label of the name (RFC 5893 section 2).
    return length <= 253 and (
        not any(map(_idna_is_bidi, labels)) or all(map(_idna_keeps_bidi_rule, labels))
    )
