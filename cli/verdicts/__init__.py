"""Rulings on the command line: read, run, and their verdicts in words."""
