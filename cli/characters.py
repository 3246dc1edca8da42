"""Characters on a terminal: how many cells they take, and where a line of Chinese may break."""

import unicodedata

_NEVER_FIRST = frozenset("，。、；：？！）〕】》〉」』”’…—％％·～,.;:?!)]}%")
_NEVER_LAST = frozenset("（〔【《〈「『“‘([{")


def width(text: str) -> int:
    """How many cells the text takes: two for a wide character, none for a combining one.

    >>> width("第10章"), width("é")
    (6, 1)
    """
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def breaks(text: str, cells: int) -> list[int]:
    """The offsets at which `text` is broken into lines of at most so many cells: between Chinese characters or at spaces,
    never before a closing mark, behind an opening one, or inside a number.

    >>> breaks("如果发生检查时点，返回10.5.3.1。", 18)  # behind the comma, and not inside the number
    [9]
    >>> breaks("如果发生检查时点，返回10.5.3.1。", 17)  # a comma takes the character before it along
    [7, 11]
    """
    out: list[int] = []
    used = allowed = used_then = 0
    for at, char in enumerate(text):
        before = text[at - 1] if at else ""
        if at and _may_break(before, char):
            allowed, used_then = at, used
        size = _cells(char)
        if used + size > cells and at > (out[-1] if out else 0) and char != " ":
            start = out[-1] if out else 0
            if allowed > start:
                out.append(allowed)
                used -= used_then
            else:
                out.append(at)
                used = 0
            used_then = 0
        used += size
    return out


def _may_break(before: str, char: str) -> bool:
    if char == " ":
        return False
    if before == " ":
        return True
    if char in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    return _is_chinese(before) or _is_chinese(char)


def _is_chinese(char: str) -> bool:
    return _cells(char) == 2 or char in "“”‘’…—①②③④⑤⑥⑦⑧⑨⑩"


def shorten(text: str, cells: int) -> str:
    """The beginning of the text in at most so many cells, with an ellipsis if anything is left out.

    >>> shorten("同时执行全部规则处理", 9), shorten("检查", 4)
    ('同时执行…', '检查')
    """
    if width(text) <= cells:
        return text
    used = 0
    for at, char in enumerate(text):
        used += _cells(char)
        if used > cells - 1:
            return text[:at] + "…"
    return text
