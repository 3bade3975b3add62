"""What the command line refuses: one sentence of what is wrong and one of how to mend it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from schemawright.runtime.errors import SchemawrightError, bounded

MENDS: Mapping[str, str] = {
    "invalid_json": "correct the JSON text at that place",
    "unresolved_reference": "correct the reference (or --entry), or give its document with --registry URI=FILE",
    "unsupported_dialect": "rewrite the schema in Draft 2020-12 or draft-07, and allow that one with --dialect",
    "unsupported_vocabulary": "leave the vocabulary out, or say that it is not required",
    "duplicate_name": "rename one of them, or build them into separate folders",
    "metadata": "correct that tool in the catalog",
    "not_json": "leave only what JSON has a value for",
    "deadline": "simplify the schema",
}
MEND_SCHEMA = "correct the schema at that place"
MEND_LIMIT = "split or simplify it: the bounds are those of schemawright.runtime.Limits"

LONGEST = 2_000


class Refusal(Exception):
    """Wrong use or malformed input: `what` is wrong, and how to `mend` it; both printable and bounded."""

    def __init__(self, what: str, mend: str) -> None:
        self.what = bounded(what, LONGEST)
        self.mend = bounded(mend)
        super().__init__(self.what)

    @classmethod
    def of(cls, error: SchemawrightError, about: str = "") -> Refusal:
        """The refusal that says what `error` says, of the thing that `about` names."""
        mend = MENDS.get(error.code)
        if mend is None:
            mend = MEND_LIMIT if error.error_class == "execution_failure" else MEND_SCHEMA
        return cls(f"{about}: {error}" if about else str(error), mend)


def reason(error: OSError) -> str:
    """Why the system refused, in its own words."""
    return error.strerror or type(error).__name__


def warn(warnings: Iterable[str]) -> None:
    """Tells what the user should know and no exit status says."""
    for warning in warnings:
        print(f"warning: {bounded(warning, LONGEST)}", file=sys.stderr)
