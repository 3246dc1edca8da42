"""The games that run, one package each: steps bound to their rulebook's clauses, zones, views and policies."""
