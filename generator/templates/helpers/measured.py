# uses: exceeded
def enough(left: int, depth: int) -> None:
    """The budget of nodes is not overdrawn, and the container is not too deep."""
    if left < 0:
        exceeded("nodes")
    if depth < 1:
        exceeded("depth")
