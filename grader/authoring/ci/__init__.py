"""CI files for a course: what ``grade ci init`` writes."""
