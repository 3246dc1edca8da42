"""Phrases with facts in them, as they are shown: no character in one is obeyed instead of being printed."""

import re
from collections.abc import Mapping

_OPTIONAL = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
_FACT = re.compile(r"\{(\w+)(:typed)?\}")
_NUMBER = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
_OBEYED = r"[\s\"'\\$`;|&<>(){}\[\]*?!#~]|^-|^$"
"""What a shell would not take as it stands; compiled only where something is to be typed."""
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SEPARATORS = frozenset("\u2028\u2029")


def filled(words: str, facts: Mapping[str, object]) -> str:
    """The words with the facts in them; what stands in [[ ]] is left out if one of its facts is empty or not known.
    `{fact:typed}` is a fact as it is to be typed on a command line; of `{count:is|are}` stays what goes with the count.

    >>> filled("{what} done[[ in {seconds} s]]", {"what": "all", "seconds": ""})
    'all done'
    >>> filled("judge search {words:typed}", {"words": "a; b"}), filled("judge search {words:typed}", {"words": "检查"})
    ("judge search 'a; b'", 'judge search 检查')
    """
    words = counted(words, facts)
    known = {name: visible(str(value)) for name, value in facts.items() if value not in ("", None)}

    def part(found: re.Match[str]) -> str:
        return found[1] if all(name in known for name, _ in _FACT.findall(found[1])) else ""

    def fact(found: re.Match[str]) -> str:
        value = known.get(found[1], "" if found[1] in facts else "?")
        return _typed(value) if found[2] else value

    words = _OPTIONAL.sub(part, words)
    return _FACT.sub(fact, words).strip()


def counted(words: str, facts: Mapping[str, object]) -> str:
    """The words with `{count:ONE|MANY}` chosen by each count; other facts stay as they are.

    >>> [counted("{n} clause{n:|s} {n:is|are} new", {"n": n}).format(n=n) for n in (0, 1, "2")]
    ['0 clauses are new', '1 clause is new', '2 clauses are new']
    """
    return _NUMBER.sub(lambda found: found[2] if str(facts.get(found[1])) == "1" else found[3], words) if "|" in words else words


def _typed(words: str) -> str:
    """As shells take them for one word (POSIX: nothing is special between single quotes)."""
    if not re.search(_OBEYED, words):
        return words
    return "'" + words.replace("'", "'\\''") + "'"


def is_control(char: str) -> bool:
    """Whether a terminal might obey the character instead of printing it (or show the text after it in another order)."""
    code = ord(char)
    return code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or char in _DIRECTIONS or char in _SEPARATORS


def visible(text: str) -> str:
    r"""The text with control characters written out; line ends stay, tabs are spaces.

    >>> visible("红\x1b[31m\u202e字\t。")
    '红\\x1b[31m\\u202e字 。'
    """
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\t", " ")
    return "".join([_escape(char) if char != "\n" and is_control(char) else char for char in text])


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
