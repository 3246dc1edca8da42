"""The wording of a clause in a few figures: what rests on a clause keeps its pin, and sees by it that the words have changed."""

from hashlib import sha256

LENGTH = 16
"""So many figures of the hash are kept in data files; any beginning of it is a pin."""


def pin(text: str) -> str:
    """The hash of a clause's words, white space aside.

    >>> pin("抽1张卡牌。") == pin("抽 1 张卡牌。\\n")
    True
    """
    return sha256("".join(text.split()).encode()).hexdigest()
