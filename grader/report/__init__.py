"""Attempts as text, one module a format. Nothing here grades, and nothing here prints.

Everything a student could have written passes through ``neutral``, or through Jinja2 with autoescape.
"""
