"""How much of a submission is read. Generous for honest work, small beside what a bomb inflates to."""

MAX_FILE = 1 << 20
"""Bytes of one file that is graded."""
MAX_ARCHIVE = 32 << 20
"""Bytes of one submission's archive as it was handed in."""
MAX_INFLATED = 64 << 20
"""Bytes of one submission's archive when inflated, counted while inflating; of what is read in a folder."""
MAX_RATIO = 200
"""Inflated over packed bytes of one entry; text seldom packs better than 20."""
RATIO_FLOOR = 1 << 20
"""Bytes up to which an entry may pack as well as it likes."""
MAX_ENTRIES = 2000
"""Files and folders of one submission."""
MAX_DEPTH = 16
"""Folders within folders."""
MAX_NAME = 400
"""Characters of a path within a submission."""
MAX_EXTRA = 4096
"""Bytes in which a tar file says more about one entry: a long name, attributes."""
MAX_EXTRAS = 128 << 10
"""Bytes of all of those together."""
MAX_IGNORED = 100
"""Names of ignored files that are kept; the rest is counted."""
MAX_BATCH_ENTRIES = 500_000
"""Entries of one archive that holds everybody's submissions."""
