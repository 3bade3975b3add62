class Notes(list[tuple[str, str, str, object]]):
    """The annotations so far, at most `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit


def note(notes: Notes, location: str, absolute: str, path: str, value: object) -> None:
    """Notes one annotation: its keyword location, absolute location, instance location and value."""
    if len(notes) < notes.limit:
        notes.append((location, absolute, path, value))


def output_unit(
    path: str, locations: str, keyword: str, message: str
) -> tuple[str, str, str, str]:
    """A violation with its two locations told apart: no space is in the absolute one."""
    absolute, _, location = locations.partition(" ")
    return (location, absolute, path, message)
