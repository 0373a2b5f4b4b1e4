"""Auto-graded exercises: student work runs in a sandbox, checks run outside it."""

__version__ = "0.1.0"
