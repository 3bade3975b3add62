"""`python -m benchmarks [--only NAME] [--rounds N]`: exit status 1 where ours fails or gives a wrong verdict."""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import version

from .contenders import OURS, PEERS
from .corpora import corpora
from .measure import measure
from .report import report


def main() -> int:
    """Measure, print the table, judge the verdicts (never the speed)."""
    parser = argparse.ArgumentParser(prog="benchmarks", description="Compare the speed of validators.")
    parser.add_argument("--only", default="", metavar="NAME", help="only the corpora whose name contains NAME")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="rounds for each contender (15)")
    arguments = parser.parse_args()
    results = {}
    for corpus in corpora(arguments.only):
        print(f"measuring {corpus.name}", file=sys.stderr)
        results[corpus.name] = measure(corpus, {**OURS, **PEERS}, arguments.rounds)
    if not results:
        parser.error(f"no corpus is named like {arguments.only!r}")
    print(report(results, {name: version(name) for name in ("schemawright", *PEERS)}))
    return int(any(by_name[name].fault for by_name in results.values() for name in OURS))


sys.exit(main())
