"""What the official suite's run adds up to: a short table at the end, required and optional apart."""

from __future__ import annotations

from dataclasses import dataclass, field

from .suite_cases import DIALECTS, KINDS, Case


@dataclass
class Row:
    """The counts of one kind of tests of one draft."""

    groups: int = 0
    passed: int = 0
    total: int = 0


@dataclass
class Table:
    """The rows, filled while the tests run."""

    rows: dict[tuple[str, str], Row] = field(default_factory=dict)

    def row(self, case: Case) -> Row:
        """The row in which `case` is counted: excluded groups have one of their own."""
        kind = "excluded" if case.exclusion else case.kind
        return self.rows.setdefault((case.draft, kind), Row())

    def lines(self) -> list[str]:
        """The table as text; nothing where no test of the suite ran."""
        return [
            f"{draft:<14}{kind:<10}{row.passed:>6} of {row.total:>4} tests in {row.groups:>3} groups"
            for draft in DIALECTS
            for kind in (*KINDS, "excluded")
            if (row := self.rows.get((draft, kind)))
        ]


TABLE = Table()
