# uses: exceeded, monotonic
def charge(depth: int, budget: list[float]) -> None:
    """Depth is bounded, and the clock is read once per slice of work.

    `budget` holds what is left of the slice, and the time to stop at, 0.0 until then.
    """
    if depth < 0:
        exceeded("depth")
    now = monotonic()
    if budget[1] == 0.0:
        budget[1] = now + DEADLINE
    elif now > budget[1]:
        exceeded("deadline")
    budget[0] = 4096.0
