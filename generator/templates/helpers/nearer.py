# uses: report
def may_look_closer(found: Found) -> bool:
    """Whether effort is left to explain the branches of a failed combinator."""
    found.effort[0] -= 1
    return found.effort[0] > 0 and len(found) < found.limit


def attempt(found: Found) -> Found:
    """An empty list of violations for one branch."""
    return Found(found.limit, found.effort)


def nearer(first: Found, second: Found) -> Found:
    """The violations of the branch that got further into the instance."""
    if not first or not second:
        return first or second
    return second if progress(second) > progress(first) else first


def progress(found: Found) -> tuple[int, int, int]:
    """Deep failures are better than shallow ones, and few better than many."""
    depth = min(path.count("/") for path, _, _, _ in found)
    wrong = sum(keyword in ("type", "const", "enum") for _, _, keyword, _ in found)
    return (depth, -wrong, -len(found))
