"""The messages between the trusted process and student code: plain values in, plain values out.

Both sides use this package, and it depends on nothing of ours: the child imports it without the rest. The
trusted side reads hostile bytes: every refusal is :class:`Refused`, and nothing is allocated before its size
was checked.
"""

from .decode import Reader
from .encode import Writer
from .format import CHUNK, REPLY, REQUEST, Limits, Part, Refused, Why

__all__ = ["CHUNK", "REPLY", "REQUEST", "Limits", "Part", "Reader", "Refused", "Why", "Writer"]
