# uses: exceeded
def too_long() -> NoReturn:
    """Never returns: a string beyond the limit is no verdict."""
    exceeded("string_length")
