class Notes(list[tuple[str, str, str, object]]):
    """The annotations so far, at most `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit


def note(notes: Notes, location: str, absolute: str, path: str, value: object) -> None:
    """Notes one annotation by its keyword, absolute and instance location."""
    if len(notes) < notes.limit:
        notes.append((location, absolute, path, value))
