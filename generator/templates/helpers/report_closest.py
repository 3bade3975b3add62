# uses: report
def may_look_closer(found: Found) -> bool:
    """Whether effort is left to explain the branches of a failed combinator."""
    found.effort[0] -= 1
    return found.effort[0] > 0 and len(found) < found.limit


def attempts(found: Found, number: int) -> list[Found]:
    """An empty list of violations for each branch that is asked."""
    return [Found(found.limit, found.effort) for _ in range(number)]


def report_closest(
    found: Found,
    path: str,
    schema_path: str,
    keyword: str,
    message: str,
    names: list[str],
    tried: list[Found],
    everyone: bool,
) -> None:
    """Notes a failed combinator, and the violations of the branch that came closest.

    A branch stands out where it alone came so far; where not everyone was asked,
    only beyond the value itself.
    """
    asked = [position for position, violations in enumerate(tried) if violations]
    ranks = {position: progress(tried[position]) for position in asked}
    closest = max(asked, key=ranks.__getitem__, default=None)
    if closest is not None and names:
        rank = ranks[closest][:2]
        others = [ranks[position][:2] for position in asked if position != closest]
        beyond = rank[0] > path.count("/")
        if all(rank > other for other in others) and (everyone or beyond):
            message += "; the " + names[closest] + " came closest"
    report(found, path, schema_path, keyword, message)
    if closest is not None:
        for violation in tried[closest]:
            report(found, *violation)


def progress(found: Found) -> tuple[int, int, int]:
    """Deep failures are better than shallow ones, few better than many.

    A wrong constant most often means another branch, a wrong type less so.
    """
    depth = min(path.count("/") for path, _, _, _ in found)
    wrong = sum(WRONG.get(keyword, 0) for _, _, keyword, _ in found)
    return (depth, -wrong, -len(found))


WRONG = {"const": 3, "enum": 2, "type": 1}
