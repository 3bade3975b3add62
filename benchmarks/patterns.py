"""What a pattern test costs in a generated module, as a ratio to plain `re` in the same process.

    python benchmarks/patterns.py [--repeat 30]

Each row is an everyday pattern with a text that matches and one that does not. `plain` is `re.search` with the pattern
as it is written (with its classes written out where `re` has no spelling for them), compiled beforehand. Ratios below 1
mean the generated test is faster. The last column says which kind of test it is.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from timeit import Timer

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from pattern_modules import built

from schemawright.generator.patterns import plan

SEMVER = (
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)"
    r"(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$"
)
UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
WORDS = (
    "^(" + "|".join(f"{first}{second}rd{first}" for first in "abcdefghijklmnopqrst" for second in "aeiouvwxyz") + ")$"
)

CASES: tuple[tuple[str, str, str, str], ...] = (
    ("name", "^[a-z0-9_-]{1,64}$", "some-tool_name-42", "Some-tool"),
    ("uuid", UUID, "123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-42661417400g"),
    ("semver", SEMVER, "1.22.333-alpha.1+build.5", "1.22.x"),
    ("date", r"^\d{4}-\d{2}-\d{2}$", "2024-02-29", "29.02.2024"),
    ("url start", "^https?://", "https://example.org/a/b", "ftp://example.org/a/b"),
    ("prefix", "^x-", "x-request-id", "content-type"),
    ("mail", r"^[^@\s]+@[^@\s]+\.[^@\s]+$", "someone@mail.example.org", "someone.example.org"),
    ("200 words", WORDS, "mirdm", "mirdx"),
    ("letters", r"^\p{L}+$", "Gemüsesuppe", "Gemüse 12"),
    ("no dots", r"^(?!.*\.\.)[A-Za-z0-9._-]+$", "some.file-name_1.txt", "some..file"),
    (
        "arn",
        "^arn:aws(-[a-z]+)*:[a-z0-9-]+:[a-z0-9-]*:[0-9]{12}:.+$",
        "arn:aws-cn:sqs:eu-west-1:123456789012:q",
        "arn:aws:sqs:eu-west-1:12345:some-queue-name",
    ),
    ("not blank", r"\S", "  text", "      "),
)


def plain(pattern: str) -> Callable[[str], bool]:
    """The test that a plain interpreter does."""
    try:
        compiled = re.compile(pattern)
    except re.error:
        compiled = re.compile("^" + plan(pattern).constants[0].text.text + "$", re.ASCII)
    names: dict[str, Callable[[str], bool]] = {"PATTERN": compiled}  # type: ignore[dict-item]
    exec("def holds(v):\n    return PATTERN.search(v) is not None\n", names)  # noqa: S102
    return names["holds"]


def nanoseconds(tests: tuple[Callable[[str], bool], ...], text: str, repeat: int) -> tuple[float, ...]:
    """The best time of one call of each test; the tests take turns, so that a busy machine is no one's advantage."""
    number = 5_000
    timers = [Timer("test(text)", globals={"test": test, "text": text}) for test in tests]
    rounds = [[timer.timeit(number) for timer in timers] for _ in range(repeat)]
    return tuple(min(times) / number * 1e9 for times in zip(*rounds, strict=True))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=30)
    repeat = parser.parse_args().repeat
    print(f"{'pattern':<12}{'plain ns':>16}{'generated ns':>16}{'ratio':>14}  kind")
    for label, pattern, match, other in CASES:
        planned = plan(pattern)
        holds, _ = built(planned)
        before = plain(pattern)
        assert holds(match)
        assert not holds(other)
        times = [nanoseconds((before, holds), text, repeat) for text in (match, other)]
        old = "/".join(f"{one:.0f}" for one, _ in times)
        new = "/".join(f"{one:.0f}" for _, one in times)
        ratios = "/".join(f"{two / one:.2f}" for one, two in times)
        print(f"{label:<12}{old:>16}{new:>16}{ratios:>14}  {planned.kind}: {planned.explanation}")


if __name__ == "__main__":
    main()
