"""``grade course check``: proves that a course's checks tell right from wrong, and names where they do not."""
