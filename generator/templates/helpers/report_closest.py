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

    A branch stands out where it alone came so far. Where not everyone was asked, a
    branch that failed at the value itself says nothing: another one may be meant.
    """
    asked = [position for position, violations in enumerate(tried) if violations]
    ranks = {position: progress(tried[position], path) for position in asked}
    closest = max(asked, key=ranks.__getitem__, default=None)
    if closest is not None:
        rank = ranks[closest][:-1]
        others = [ranks[position][:-1] for position in asked if position != closest]
        beyond = depth_of(tried[closest]) > path.count("/")
        if not everyone and not beyond:
            closest = None
        elif names and all(rank > other for other in others):
            message += "; the " + names[closest] + " came closest"
    report(found, path, schema_path, keyword, message)
    if closest is not None:
        for violation in tried[closest]:
            report(found, *violation)


def progress(found: Found, path: str) -> tuple[int, int, int, int]:
    """How far a branch came: greater is further.

    A wrong constant in a member of the value most often means another branch. Then deep
    failures are better than shallow ones, and few better than many.
    """
    member = path.count("/") + 1
    tags = sum(
        keyword in ("const", "enum") and path.count("/") == member
        for path, _, keyword, _ in found
    )
    wrong = sum(WRONG.get(keyword, 0) for _, _, keyword, _ in found)
    outside = any(
        path.count("/") < member for path, _, keyword, _ in found if keyword in WRONG
    )
    return (-tags if not outside else -1000, depth_of(found), -wrong, -len(found))


def depth_of(found: Found) -> int:
    """The level of the shallowest failure."""
    return min(path.count("/") for path, _, _, _ in found)


WRONG = {"const": 3, "enum": 2, "type": 1}
