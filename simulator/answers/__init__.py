"""Rulings read, run and answered: the verdict in a sentence, the clauses that it rests on, and its lines step by step."""
