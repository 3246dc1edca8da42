"""From the bytes of a rulebook to its clauses: decode -> blocks -> tree -> references."""
