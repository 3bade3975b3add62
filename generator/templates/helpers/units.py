# uses: report
def units(found: Found) -> list[tuple[str, str, str, str]]:
    """The violations with two locations each: a space ends the absolute one."""
    told = []
    for path, locations, _, message in found:
        absolute, _, location = locations.partition(" ")
        told.append((location, absolute, path, message))
    return told
