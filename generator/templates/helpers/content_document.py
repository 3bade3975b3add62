# uses: exceeded, content_json
def content_document(
    octets: bytes | None, max_bytes: int, max_depth: int, max_nodes: int | None
) -> tuple[object] | None:
    """The JSON document in the octets, None without one; limits are no verdict."""
    if octets is None:
        return None
    kind, document = parse_json_content(octets, max_bytes, max_depth, max_nodes)
    if kind == "limit":
        exceeded(str(document))
    return (document,) if kind == "value" else None
