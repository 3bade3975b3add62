"""How it is measured: the same objects, one process, rounds in turn, the best round of each."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, log
from time import perf_counter
from typing import Any

from .contenders import REFERENCE, Check, prepare, verdicts
from .corpora import Corpus

ROUND_SECONDS = 0.02  # long enough for the clock, short enough that a disturbance hits one round only


@dataclass(frozen=True)
class Result:
    """One contender on one corpus: the seconds for an instance, or why there are none."""

    seconds: float | None = None
    fault: str = ""


def run(check: Check, instances: Sequence[Any], repeat: int) -> float:
    """Seconds for `repeat` passes over the instances."""
    passes = range(repeat)
    start = perf_counter()
    for _ in passes:
        for instance in instances:
            check(instance)
    return perf_counter() - start


def best(checks: Mapping[str, Check], instances: Sequence[Any], rounds: int) -> dict[str, float]:
    """Seconds for one pass, for each check: the best of `rounds`, in which all take turns in a changing order."""
    names = list(checks)
    repeat = {name: max(1, ceil(ROUND_SECONDS / run(checks[name], instances, 1))) for name in names}
    found = dict.fromkeys(names, float("inf"))
    gc.collect()
    gc.disable()
    try:
        for turn in range(rounds):
            start = turn % len(names)
            for name in names[start:] + names[:start]:
                found[name] = min(found[name], run(checks[name], instances, repeat[name]) / repeat[name])
    finally:
        gc.enable()
    return found


def measure(corpus: Corpus, contenders: Mapping[str, Callable[[Any], Check]], rounds: int) -> dict[str, Result]:
    """Every contender on one corpus. One that fails, or whose verdicts are not the reference's, gets no time."""
    results: dict[str, Result] = {}
    answers: dict[str, list[bool]] = {}
    checks: dict[str, Check] = {}
    for name, make in contenders.items():
        check = prepare(make, corpus.schema)
        answer = check if isinstance(check, str) else verdicts(check, corpus.instances)
        if isinstance(check, str) or isinstance(answer, str):
            results[name] = Result(fault=str(answer))
        else:
            checks[name], answers[name] = check, answer
    expected = answers.get(REFERENCE)
    for name, answer in answers.items():
        wrong = sum(a is not b for a, b in zip(answer, expected or answer, strict=True))
        if wrong:
            results[name] = Result(fault=f"{wrong} other verdicts than {REFERENCE}")
            del checks[name]
    times = best(checks, corpus.instances, rounds)
    results |= {name: Result(seconds / len(corpus.instances)) for name, seconds in times.items()}
    return {name: results[name] for name in contenders}


def ratio(ours: Result, peer: Result) -> float | None:
    """Our time as a part of theirs: below 1 we are faster. None where one of the two has no time."""
    return ours.seconds / peer.seconds if ours.seconds and peer.seconds else None


def geometric_mean(values: Sequence[float]) -> float | None:
    """The mean of ratios; None of none."""
    return exp(sum(map(log, values)) / len(values)) if values else None
