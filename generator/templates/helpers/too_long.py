# uses: exceeded
def too_long() -> bool:
    """Never returns: a string beyond the limit is no verdict."""
    return exceeded("string_length")
