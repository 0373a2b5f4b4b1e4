"""Auto-graded exercises: student work runs in a sandbox, checks run outside it."""

import sys

__version__ = "0.1.0"
OLDEST_PYTHON = (3, 11)


def refuse_old_python(version: "tuple[int, int]" = sys.version_info[:2]) -> None:
    """End with a sentence, where an older Python would end with a traceback. Raises ``SystemExit(2)``."""
    if version < OLDEST_PYTHON:
        needed, here = (".".join(map(str, each)) for each in (OLDEST_PYTHON, version))
        sys.stderr.write(f"This needs Python {needed} or newer, and this is Python {here}.\n")
        sys.stderr.write(
            "  Install a newer one from python.org, and make the virtual environment anew with it.\n"
        )
        raise SystemExit(2)


refuse_old_python()
