# uses: format_json_pointer
import regex

_RELATIVE_JSON_POINTER = regex.compile(
    f"(?:0|[1-9][0-9]*+)(?:#|{_JSON_POINTER.pattern})"
)


def is_relative_json_pointer(value: str) -> bool:
    """A Relative JSON Pointer (draft-bhutton-relative-json-pointer-00 section 3)."""
    return _RELATIVE_JSON_POINTER.fullmatch(value) is not None
