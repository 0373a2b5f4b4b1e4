"""Where student code runs: a process reached by messages only. ``start`` finds the strongest kind."""

from grader.sandbox.api import (
    Budget,
    Child,
    Crashed,
    Handle,
    Module,
    OutOfMemory,
    OutputLimit,
    Raised,
    Reply,
    Sandbox,
    StudentFault,
    Tier,
    TimedOut,
    Unsendable,
    Where,
)
from grader.sandbox.choose import ChosenSandbox, start

__all__ = [
    "Budget",
    "Child",
    "ChosenSandbox",
    "Crashed",
    "Handle",
    "Module",
    "OutOfMemory",
    "OutputLimit",
    "Raised",
    "Reply",
    "Sandbox",
    "StudentFault",
    "Tier",
    "TimedOut",
    "Unsendable",
    "Where",
    "start",
]
