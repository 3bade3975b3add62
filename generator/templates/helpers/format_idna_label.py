# uses: format_idna_table
import unicodedata

# An A-label is at most 63 octets long and spends one at least on each character.
_IDNA_LONGEST = 59
_IDNA_LDH_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_IDNA_RTL = frozenset({"R", "AL", "AN"})
_IDNA_IN_RTL = _IDNA_RTL | {"EN", "ES", "CS", "ET", "ON", "BN", "NSM"}
_IDNA_IN_LTR = frozenset({"L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"})


def _idna_in_context(label: str, classes: str, at: int) -> bool:
    """The contextual rule of one character holds (RFC 5892 appendix A)."""
    character = label[at]
    before = label[at - 1 : at]
    if character in "\u200c\u200d":
        if before and unicodedata.combining(before) == 9:
            return True
        return character == "\u200c" and _idna_joins(classes, at)
    if character == "\xb7":
        return before == "l" and label[at + 1 : at + 2] == "l"
    if character == "\u0375":
        return label[at + 1 : at + 2] == "\u0375" or classes[at + 1 : at + 2] == "g"
    if character in "\u05f3\u05f4":
        return before in ("\u05f3", "\u05f4") or classes[at - 1 : at] in ("h", "H")
    if character == "\u30fb":
        return "j" in classes
    # Arabic-Indic digits and extended ones do not mix.
    first, last = ("\u06f0", "\u06f9") if character < "\u06f0" else ("\u0660", "\u0669")
    return not any(first <= other <= last for other in label)


def _idna_joins(classes: str, at: int) -> bool:
    """A non-joiner stands between letters that would join (RFC 5892 appendix A.1)."""
    before = classes[:at].rstrip("T")[-1:]
    after = classes[at + 1 :].lstrip("T")[:1]
    return before in ("L", "D") and after in ("R", "D")


def _idna_is_bidi(label: str) -> bool:
    """The label makes its domain name a bidirectional one (RFC 5893 section 1.4)."""
    return not _IDNA_RTL.isdisjoint(map(unicodedata.bidirectional, label))


def _idna_keeps_bidi_rule(label: str) -> bool:
    """The label may stand in a bidirectional domain name (RFC 5893 section 2)."""
    kinds = [unicodedata.bidirectional(character) for character in label]
    while len(kinds) > 1 and kinds[-1] == "NSM":
        del kinds[-1]
    if kinds[0] == "L":
        return _IDNA_IN_LTR.issuperset(kinds) and kinds[-1] in ("L", "EN")
    return (
        kinds[0] in ("R", "AL")
        and _IDNA_IN_RTL.issuperset(kinds)
        and kinds[-1] in ("R", "AL", "EN", "AN")
        and not ("EN" in kinds and "AN" in kinds)
    )


def _idna_is_u_label(label: str) -> bool:
    """A label with IDNA's own characters, direction aside (RFC 5891 section 4.2)."""
    if not label or len(label) > _IDNA_LONGEST:
        return False
    classes = "".join(map(_idna_class, label))
    if "." in classes or label[2:4] == "--" or "-" in (label[0], label[-1]):
        return False
    # The table comes first: only characters it knows have one normal form everywhere.
    if not unicodedata.is_normalized("NFC", label):
        return False
    if unicodedata.category(label[0]).startswith("M"):
        return False
    return (
        all(
            kind != "c" or _idna_in_context(label, classes, at)
            for at, kind in enumerate(classes)
        )
        and len(label.encode("punycode")) <= _IDNA_LONGEST
    )


def _idna_decode(label: str) -> str | None:
    """The U-label of an A-label, None where there is none (RFC 5891 section 5.3)."""
    encoded = label[4:].lower()
    # A delimiter with nothing before it is never written (RFC 3492 section 6.3).
    if label[:4].lower() != "xn--" or not encoded or encoded.rfind("-") == 0:
        return None
    try:
        decoded = encoded.encode("ascii").decode("punycode")
    except UnicodeError:
        return None
    return decoded if _idna_is_u_label(decoded) else None
