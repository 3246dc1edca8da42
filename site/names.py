"""Names for files and anchors, made from clause numbers and words: readable, stable, and safe on every file system."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

_LONGEST = 60
"""Characters of a name; 255 bytes is the least that file systems allow, and a Chinese character takes three."""
_NUMBER = re.compile(r"[0-9](?:[\w.~]{,58}[\w~])?", re.ASCII)
"""What most clauses are called by: a name as it is."""
_UNSAFE = re.compile(r"[^\w.~]+")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def file_stem(text: str) -> str:
    """A file name without its ending, as close to `text` as file systems allow.

    >>> file_stem("10.5.3"), file_stem("2.6.1/②"), file_stem("（造成）伤害"), file_stem("../a b"), file_stem("CON")
    ('10.5.3', '2.6.1-②', '造成-伤害', 'a-b', '_CON')
    >>> file_stem("※")
    'u203b'
    """
    if _NUMBER.fullmatch(text):
        return text
    letters = unicodedata.normalize("NFC", text)
    stem = _UNSAFE.sub("-", letters)[:_LONGEST].strip("-.")
    if not stem:
        return "-".join(f"u{ord(char):x}" for char in letters[:8]) or "unnamed"
    return f"_{stem}" if _DEVICES.fullmatch(stem) else stem


def anchor(key: str) -> str:
    """The id of a clause on its page: its key, without what an id or a fragment cannot hold.

    >>> anchor("10.5.3"), anchor("2.6.1/②"), anchor("附 录\\x07")
    ('10.5.3', '2.6.1/②', '附_录_')
    """
    if key.isprintable():  # of all that is white only a blank is
        return key.replace(" ", "_")
    return "".join(["_" if char.isspace() or not char.isprintable() else char for char in key])


def anchors(keys: Sequence[str]) -> list[str]:
    """Those of several clauses: mostly there is nothing to be left out.

    >>> anchors(["10.5.3", "1.1"]), anchors(["1", "附 录"])
    (['10.5.3', '1.1'], ['1', '附_录'])
    """
    together = "".join(keys)
    return [*keys] if together.isprintable() and " " not in together else [*map(anchor, keys)]


class Names:
    """Hands out names that differ even where case does not count: a name that is taken gets `~2`, `~3` and so on."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = {name.casefold() for name in reserved}

    def take(self, name: str) -> str:
        """`name`, or the first free one after it.

        >>> names = Names(["static"])
        >>> names.take("A"), names.take("a"), names.take("a"), names.take("static")
        ('A', 'a~2', 'a~3', 'static~2')
        """
        free, folded, copy = name, name.casefold(), 1
        while folded in self._taken:
            copy += 1
            free = f"{name}~{copy}"
            folded = free.casefold()
        self._taken.add(folded)
        return free

    def take_all(self, names: Sequence[str]) -> list[str]:
        """The same of each in turn: mostly they all differ.

        >>> names = Names()
        >>> names.take_all(["A", "b"]), names.take_all(["B", "c", "C"])
        (['A', 'b'], ['B~2', 'c', 'C~2'])
        """
        folded = {*map(str.casefold, names)}
        if len(folded) < len(names) or not folded.isdisjoint(self._taken):
            return [*map(self.take, names)]
        self._taken |= folded
        return [*names]
