"""SQLite's and the decoder's errors in a student's words."""

from __future__ import annotations


def sentence(error: Exception) -> str:
    """What went wrong."""
    text = str(error)
    if "readonly" in text or "unable to open" in text:
        return "attempts cannot be kept here: the file or its folder may not be written"
    if "locked" in text or "busy" in text:
        return "another program is using the file of attempts"
    if "full" in text:
        return "the disk is full, so attempts cannot be kept"
    return "the file of attempts is damaged or is not one of the grader's"


def advice(error: Exception) -> str:
    """What to do about it."""
    text = str(error)
    if "readonly" in text or "unable to open" in text:
        return "Grading works without it; to keep attempts, put the course in a folder that you may write to."
    if "locked" in text or "busy" in text:
        return "Close the other `grade` and try again."
    if "full" in text:
        return "Make room, then run the same command again: what was kept so far stays."
    return "Move the file away (keep it, in case it can be repaired); the next run begins a new one."
