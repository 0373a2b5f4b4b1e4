"""A course packed for a platform that grades: what ``grade bundle`` writes, and what runs there."""
