# uses: format_email_grammar
_EMAIL = _email_grammar("")


def is_email(value: str) -> bool:
    """A Mailbox within its length limits (RFC 5321 sections 4.1.2 and 4.5.3.1)."""
    if len(value) > 254:
        return False
    match = _EMAIL.fullmatch(value)
    if match is None or match.end(1) > 64:
        return False
    return max(map(len, value[match.end(1) + 1 :].split("."))) <= 63
