"""A rulebook that runs: clauses are steps, choices are explored, and every answer names the clauses that make it so."""
