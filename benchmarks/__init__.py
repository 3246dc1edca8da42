"""Measurements of headjudge against the visible minimum: `python -m benchmarks` (CONTRIBUTING.md says what they show)."""
