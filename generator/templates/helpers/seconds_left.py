# uses: exceeded, monotonic
def seconds_left(budget: list[float]) -> float:
    """What is left of the validation's time."""
    now = monotonic()
    if budget[1] == 0.0:
        budget[1] = now + DEADLINE
    elif now > budget[1]:
        exceeded("deadline")
    return budget[1] - now
