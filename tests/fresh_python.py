"""A Python process in which some libraries are as good as not installed."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("jinja2", "markupsafe", "black", "rich", "jsonschema_specifications")

BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
"""


def python(code, **blocked):
    """What `code` prints in a fresh Python, in which the modules named by `blocked` are not installed."""
    prelude = BLOCKED.format(blocked=blocked["blocked"]) if blocked else ""
    return subprocess.run(
        [sys.executable, "-c", prelude + code], capture_output=True, text=True, check=False, timeout=120
    )


def schemawright(*arguments, prelude="", **blocked):
    """The command as its script starts it, after `prelude`."""
    start = f"import sys\nsys.argv = {['schemawright', *arguments]}\n{prelude}\n"
    return python(start + "from schemawright.generator.__main__ import main\nsys.exit(main())", **blocked)
