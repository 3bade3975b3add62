# uses: format_ipv6
import regex


def _email_grammar(more: str) -> regex.Pattern[str]:
    """Mailbox; the first group is the local part (RFC 5321 section 4.1.2)."""
    atom = f"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~{more}-]++"
    quoted = rf'"(?:[ !#-\[\]-~{more}]|\\[ -~])*+"'
    label = f"[A-Za-z0-9{more}](?:-*+[A-Za-z0-9{more}])*+"
    # IPv6 is the only registered tag of an address literal.
    literal = rf"\[(?:{_IPV4.pattern}|[Ii][Pp][Vv]6:(?:{_IPV6.pattern}))\]"
    return regex.compile(
        rf"({atom}(?:\.{atom})*+|{quoted})@(?:{label}(?:\.{label})*+|{literal})"
    )
