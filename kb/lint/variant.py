"""A second name for a thing, with the places where it stands."""

from headjudge.kb.clause import Clause
from headjudge.parser.named import NamedTuple


class Use(NamedTuple):
    """A place in a clause's text (or title); `in_part` if the word is only a part of a term there."""

    clause: Clause
    at: int
    in_title: bool = False
    in_part: bool = False


class Variant(NamedTuple):
    """Another name for `main`, with every place where it stands."""

    word: str
    main: str
    uses: tuple[Use, ...]
