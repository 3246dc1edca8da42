"""How much is run for someone who waits, in words that cost nothing to import."""

from collections.abc import Mapping

LONGEST = 20_000
"""Characters of a ruling; the longest that ships has a twentieth of them."""

SECONDS = 20.0
"""How long a ruling is explored."""

Messages = Mapping[str, Mapping[str, str]]
"""The words of every error in each language, by its code."""
