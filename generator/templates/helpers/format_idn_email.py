# uses: format_email_grammar
# Lone surrogates have no UTF-8 form, so no mailbox holds one.
_IDN_EMAIL = _email_grammar("\\x80-\\uD7FF\\uE000-\\U0010FFFF")


def is_idn_email(value: str) -> bool:
    """An internationalized Mailbox, its lengths in octets (RFC 6531 section 3.3)."""
    if len(value) > 254:
        return False
    match = _IDN_EMAIL.fullmatch(value)
    if match is None or len(value.encode()) > 254 or len(match[1].encode()) > 64:
        return False
    labels = value[match.end(1) + 1 :].split(".")
    return max(len(label.encode()) for label in labels) <= 63
