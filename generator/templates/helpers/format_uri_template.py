# uses: format_uri_grammar
import regex

_URI_TEMPLATE_NAME = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})++"
_URI_TEMPLATE_VARIABLE = (
    rf"{_URI_TEMPLATE_NAME}(?:\.{_URI_TEMPLATE_NAME})*+(?::[1-9][0-9]{{0,3}}|\*)?+"
)
# The apostrophe is a literal by the RFC's erratum 6937.
_URI_TEMPLATE = regex.compile(
    rf"(?:[!#$&'()*+,./0-9:;=?@A-Z\[\]_a-z~{_UCSCHAR}{_IPRIVATE}-]"
    r"|%[0-9A-Fa-f]{2}"
    rf"|\{{[+#./;?&=,!@|]?+{_URI_TEMPLATE_VARIABLE}"
    rf"(?:,{_URI_TEMPLATE_VARIABLE})*+\}})*+"
)


def is_uri_template(value: str) -> bool:
    """A URI template of any level, reserved operators included (RFC 6570 section 2)."""
    return _URI_TEMPLATE.fullmatch(value) is not None
