# uses: exceeded
import re
from collections.abc import Callable
from types import SimpleNamespace


def pattern_on_first_use(text: str) -> SimpleNamespace:
    """A pattern compiled when a method is first called: long classes take long."""
    pattern = SimpleNamespace()

    def first(
        method: Callable[[re.Pattern[str], str], re.Match[str] | None],
    ) -> Callable[[str], re.Match[str] | None]:
        def match(subject: str) -> re.Match[str] | None:
            compiled = re.compile(text, re.ASCII)
            # From now on the names are the compiled pattern's own methods;
            # two threads at once only do this twice.
            pattern.search, pattern.match, pattern.fullmatch = (
                compiled.search,
                compiled.match,
                compiled.fullmatch,
            )
            return method(compiled, subject)

        return match

    pattern.search, pattern.match, pattern.fullmatch = (
        first(re.Pattern.search),
        first(re.Pattern.match),
        first(re.Pattern.fullmatch),
    )
    return pattern
