"""Card text -> abilities, and what of it could not be read. (`card_print` turns abilities into text again.)"""

from collections.abc import Collection

from headjudge.parser.card_abilities import AbilityReader
from headjudge.parser.card_lines import lines
from headjudge.parser.effects import AbilityText


def read_card_text(text: str, keywords: Collection[str]) -> tuple[AbilityText, ...]:
    """The abilities printed in the text. Their words put together are the text again; no text fails to be read, and
    what the grammar does not read is an `Unmodelled` value in its place.

    `keywords` are the words that the game's rulebook explains by a formula (`keywords_of(clauses).formulas`); a keyword
    that is not among them is a made-up one, and Unmodelled.

    >>> from headjudge.parser.effects import Keyword, Unmodelled
    >>> brave, odd = read_card_text("【自】勇敢300\\n【自】胆小", {"勇敢"})
    >>> brave.ability.word, brave.ability.number, odd.words, type(odd.ability).__name__
    ('勇敢', Number(value=300), '【自】胆小', 'Unmodelled')
    """
    reader = AbilityReader(text, keywords)
    return tuple(ability for line in lines(text) for ability in reader.read_line(line))
