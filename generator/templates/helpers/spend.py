# uses: charge
def spend(price: int, depth: int, budget: list[float]) -> None:
    """Pays for work that a large instance multiplies, before it is done."""
    budget[0] -= price
    if budget[0] < 0:
        charge(depth, budget)
