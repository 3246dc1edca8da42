"""Words that mean one thing in several rulebooks: for each game, which of its own words another game's word stands for."""

from collections.abc import Iterator
from itertools import product

from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files


class Synonym(NamedTuple):
    """In the texts of `game`, what is called `word` elsewhere (or by players, or in English) is called `term`."""

    game: str
    word: str
    term: str


def shipped_synonyms() -> list[Synonym]:
    """The synonyms of `rules_text/synonyms.tsv`, each once."""
    return list(dict.fromkeys(_read((files("headjudge.rules_text") / "synonyms.tsv").read_text("utf-8"))))


def _read(table: str) -> Iterator[Synonym]:
    """
    >>> [tuple(row) for row in _read("idea\\ta\\tb\\talso\\nrested\\t横置\\t休眠\\n")]
    [('a', '休眠', '横置'), ('a', 'rested', '横置'), ('b', '横置', '休眠'), ('b', 'rested', '休眠')]
    """
    lines = [line for line in table.splitlines() if line and not line.startswith("#")]
    _, *games, _ = lines[0].split("\t")
    for line in lines[1:]:
        english, *own = ([word for word in cell.split("、") if word] for cell in line.split("\t"))
        everything = [*(word for cell in own for word in cell), *english]
        for game, terms in zip(games, own, strict=False):  # the last column belongs to no game
            yield from (Synonym(game, word, term) for word, term in product(everything, terms) if word != term)
