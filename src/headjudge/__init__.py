"""headjudge: a rulebook goes in as plain text and comes out as law one can look up, follow, run and publish."""

__version__ = "0.1.0"
