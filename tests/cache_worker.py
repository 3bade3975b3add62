"""One process of the cache test: `python -m tests.cache_worker FOLDER SCHEMAS THREADS SEED` works.

All processes and threads work on the same schemas in orders of their own; the answer is one JSON object.
"""

from __future__ import annotations

import json
import random
import sys
import threading
from pathlib import Path
from typing import Any

from schemawright import runtime
from schemawright.runtime import compiling
from schemawright.runtime.cache import DiskCache
from schemawright.runtime.load import load

PATIENT = runtime.Limits(compile_timeout=300.0)  # by the clock on the wall, which 64 threads share


def schema(number: int) -> dict[str, Any]:
    """One of the schemas: a bound of its own decides a verdict of its own."""
    return {
        "type": "object",
        "properties": {"n": {"type": "integer", "maximum": number}, "s": {"type": "string", "pattern": f"^x{number}$"}},
        "required": ["n"],
        "additionalProperties": False,
    }


def is_wrong(validator: runtime.Validator, number: int) -> bool:
    """A verdict that is not this schema's."""
    good = ({"n": number}, {"n": 0, "s": f"x{number}"})
    bad: list[dict[str, Any]] = [{"n": number + 1}, {"n": 0, "s": f"x{number}0"}, {}, {"n": 1, "o": 1}]
    return not all(map(validator.is_valid, good)) or any(map(validator.is_valid, bad))


def work(folder: Path, count: int, seed: int, faults: list[str]) -> None:
    """One thread: every schema once, in an order of its own."""
    cache = DiskCache(folder / "cache")
    numbers = list(range(count))
    random.Random(seed).shuffle(numbers)  # noqa: S311 - nothing is secret here
    for number in numbers:
        try:
            validator = runtime.compile(schema(number), cache=cache, limits=PATIENT)
            if is_wrong(validator, number):
                faults.append(f"wrong verdict {number}")
            if number % 10 == seed % 10:
                path = folder / f"{seed}_{number}.py"
                path.write_text(validator.source, encoding="ascii")
                if is_wrong(load(path), number):
                    faults.append(f"wrong verdict of the loaded {number}")
            if number % 5 == 0:
                compiling._modules.clear()
        except Exception as error:  # noqa: BLE001 - any is a fault
            faults.append(f"{type(error).__name__}: {error}")
    faults.extend(f"{event.kind}: {event.reason}" for event in cache.events)


def main(folder: Path, count: int, threads: int, seed: int) -> list[str]:
    """The faults of all threads."""
    faults: list[str] = []
    running = [
        threading.Thread(target=work, args=(folder, count, seed * 1_000 + number, faults)) for number in range(threads)
    ]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return faults


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), *map(int, sys.argv[2:5]))))
