"""Run generated modules where nothing of ours can be imported: `python -I -S standalone.py FOLDER [LIBRARIES]`.

FOLDER holds `<name>.py` and `<name>.json` (a list of instance and verdict). LIBRARIES is put on the path. The answer on
standard output is one JSON list of faults. A script of its own: it imports the standard library only.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


def load(path: Path) -> ModuleType:
    """The module at `path`, imported."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def faults(module: ModuleType, tests: list[tuple[Any, bool]]) -> list[str]:
    """What `module` gets wrong: a verdict, or violations that do not agree with it."""
    found = []
    for number, (instance, valid) in enumerate(tests):
        verdict = module.is_valid(instance)
        if verdict is not valid:
            found.append(f"test {number}: is_valid answers {verdict}, the suite says {valid}")
        violations = module.violations(instance)
        if (not violations) is not verdict:
            found.append(f"test {number}: is_valid answers {verdict}, and there are {len(violations)} violations")
    return found


def main() -> None:
    """Every module of the folder, with the verdicts beside it."""
    folder, *libraries = map(Path, sys.argv[1:])
    if importlib.util.find_spec("schemawright") is not None:
        sys.exit("schemawright can be imported here: this would prove nothing")
    sys.path += map(str, libraries)
    found = []
    for path in sorted(folder.glob("*.py")):
        try:
            tests = json.loads(path.with_suffix(".json").read_bytes())
            found += [f"{path.stem}: {fault}" for fault in faults(load(path), tests)]
        except Exception as error:  # noqa: BLE001 - one broken module must not hide the others
            found.append(f"{path.stem}: {error!r}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
