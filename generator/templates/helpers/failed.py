# uses: exceeded
def failed(error: Exception) -> ExecutionFailure:
    """Whatever a validator meets is no verdict; a foreign error's class is told."""
    if isinstance(error, ExecutionFailure):
        return error
    code = "depth" if isinstance(error, RecursionError) else "internal"
    return ExecutionFailure(code, type(error).__name__)
