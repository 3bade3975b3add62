"""The measurements as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from platform import python_version

from .contenders import OURS, PEERS
from .measure import Result, geometric_mean, ratio

Results = Mapping[str, Mapping[str, Result]]  # corpus > contender > result


def row(cells: Iterable[str]) -> str:
    """One line of a table."""
    return f"| {' | '.join(cells)} |"


def table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    """A table whose first column holds names and whose others hold figures."""
    return [row(head), row(["---"] + ["---:"] * (len(head) - 1)), *map(row, rows)]


def figure(value: float | None, pattern: str = "{:.2f}") -> str:
    """A figure, or a dash where there is none."""
    return "-" if value is None else pattern.format(value)


def times(results: Results) -> list[str]:
    """Microseconds for one instance."""
    names = [*OURS, *PEERS]
    rows = []
    for corpus, by_name in results.items():
        cells = [figure(s * 1e6 if (s := by_name[name].seconds) else None, "{:.3g}") for name in names]
        rows.append([corpus, *cells])
    return table(["corpus", *names], rows)


def ratios(results: Results) -> list[str]:
    """Our time as a part of each peer's, and the geometric means."""
    pairs = [(ours, peer) for peer in PEERS for ours in OURS]
    columns = [[ratio(by_name[ours], by_name[peer]) for by_name in results.values()] for ours, peer in pairs]
    rows = [[corpus, *(figure(column[number]) for column in columns)] for number, corpus in enumerate(results)]
    known = [[value for value in column if value is not None] for column in columns]
    rows.append(["**geometric mean**", *(f"**{figure(geometric_mean(values))}**" for values in known)])
    rows.append(["corpora in the mean", *(str(len(values)) for values in known)])
    return table(["corpus", *(f"{ours} / {peer}" for ours, peer in pairs)], rows)


def faults(results: Results) -> list[str]:
    """Who failed where: each is left out of that corpus' ratios."""
    return [
        f"- {corpus}, {name}: {result.fault}"
        for corpus, by_name in results.items()
        for name, result in by_name.items()
        if result.fault
    ]


def report(results: Results, versions: Mapping[str, str]) -> str:
    """The whole page."""
    field = ", ".join(f"{name} {version}" for name, version in versions.items())
    lines = [
        f"Python {python_version()}; {field}.",
        "One process, the same objects, rounds in turn, the best round of each.",
        "",
        "## Our time as a part of theirs (below 1: we are faster)",
        "",
        *ratios(results),
        "",
        "## Microseconds for one instance",
        "",
        *times(results),
        "",
        "## Left out, and why",
        "",
        *(faults(results) or ["Nobody: every contender gives the same verdicts everywhere."]),
    ]
    return "\n".join(lines)
