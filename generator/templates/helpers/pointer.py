def pointer(path: str, part: str | int) -> str:
    """The path with one more reference token (RFC 6901), bounded and printable."""
    if len(path) > 960:
        return path if path.endswith("/...") else path + "/..."
    if type(part) is int:
        return path + "/" + str(part)
    text = str(part)
    if len(text) > 64:
        text = text[:61] + "..."
    if not (text.isascii() and text.isprintable()):
        text = "".join(
            c if c.isprintable() else c.encode("unicode_escape").decode() for c in text
        )
    return path + "/" + text.replace("~", "~0").replace("/", "~1")
