"""Submitted files, read safely: a folder, an archive, or a folder or archive of many of those."""
