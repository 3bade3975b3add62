"""The command's way in: small, so that an interrupt during the imports behind it is no traceback."""

from __future__ import annotations

import sys


def main() -> int:
    """The exit code of the command line; an interrupt is one too, however early it comes."""
    try:
        from .interrupt import interrupts_end_the_process  # noqa: PLC0415 - imports may be interrupted, so here

        with interrupts_end_the_process():
            from .cli import main as run  # noqa: PLC0415 - as above
        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
