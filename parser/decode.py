"""The characters of a rulebook file: UTF-8, UTF-16 and GB18030 are read, anything else is named and refused."""

import codecs
from pathlib import Path

from headjudge.kb.clause import HeadjudgeError

_COMMON = frozenset(
    "的一是不在有人这个中大为上以要时用和地到说生会自可对而后然于之成能方多行所作起力公进其与从两些无使如当同因由此回合牌卡玩家区域效果能力"
)
"""Characters that any Chinese rulebook is full of: text read in the wrong encoding hardly has them."""

_COMMON_ELSEWHERE = frozenset(
    "이다는을를의에가은한고하지로도사그것수있기어나들서카드のはをにがでとたしてるいなれらすカドー這個為時對於後與從兩無當"
)
"""The same for Korean, Japanese and traditional Chinese."""

_FOREIGN = ("big5", "shift_jis", "euc_jp", "euc_kr")
_ESCAPES = (b"\x1b$B", b"\x1b$@", b"\x1b(J")
_USUAL_NAMES = {"euc_jis_2004": "euc_jp", "shift_jis_2004": "shift_jis", "big5hkscs": "big5", "cp949": "euc_kr"}
"""Of encodings that extend another, the name of the one that a converter is sure to know."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class UnreadableFile(HeadjudgeError):
    """The file cannot be opened or read (missing, a folder, no permission)."""


class EmptyFile(HeadjudgeError):
    """The file has no characters other than white space."""


class BinaryFile(HeadjudgeError):
    """The file is not text (a PDF, a Word file, an archive, ...)."""


class WrongEncoding(HeadjudgeError):
    """The file is text in an encoding that is not read, or broken in one that is."""


_SAMPLE = 20_000
"""Bytes that are looked at to guess an encoding."""

_FORMATS = (
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"\x1f\x8b", "gzip"),
    (b"%PDF", "PDF"),
    (b"PK\x03\x04", "Word/ZIP"),
    (b"\xd0\xcf\x11\xe0", "Word 97"),
    (b"SQLite format 3", "SQLite"),
)


def read_text(path: Path) -> str:
    """The whole text of a file, without a byte-order mark and otherwise untouched (line ends stay as they are).

    Raises UnreadableFile, EmptyFile, BinaryFile or WrongEncoding.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableFile("unreadable_file", path=str(path), reason=error.strerror or str(error)) from error
    return decode_whole(data, str(path))


def decode_whole(data: bytes, name: str) -> str:
    """The text of a whole file, which has to have some. Raises EmptyFile, BinaryFile or WrongEncoding."""
    text = decode(data, name)
    if not text.strip():
        raise EmptyFile("empty_file", path=name)
    return text


def decode(data: bytes, name: str = "-") -> str:
    """The text of `data`; `name` is used in errors only.

    >>> decode("第1章".encode("gb18030") + "回合玩家的卡牌在牌库中。".encode("gb18030"))
    '第1章回合玩家的卡牌在牌库中。'
    """
    for head, kind in _FORMATS:
        if data.startswith(head):
            raise BinaryFile("binary_file", path=name, looks_like=kind)
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _strictly(data, encoding, name)
    if b"\0" in data:
        if utf16 := _utf16_without_mark(data):
            return _strictly(data, utf16, name)
        raise BinaryFile("binary_file", path=name, looks_like="")
    if any(escape in data for escape in _ESCAPES):  # seven bits, as UTF-8 may have them too
        raise WrongEncoding("foreign_encoding", path=name, encoding="iso-2022-jp")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _chinese(data, name, error)


def _strictly(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _broken(data, name, encoding, error.start) from error


def _broken(data: bytes, name: str, encoding: str, offset: int) -> WrongEncoding:
    line = data.count(b"\n", 0, offset) + 1
    return WrongEncoding("wrong_encoding", path=name, encoding=encoding, line=line, offset=offset)


def _utf16_without_mark(data: bytes) -> str | None:
    """Line ends and digits have a zero byte on one side only; a binary file has them on both. None: not UTF-16, as a text with a
    stray zero byte is not."""
    sample = data[: 4096 if len(data) > 4096 else len(data) // 2 * 2]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-be" if even > odd else "utf-16-le"
    if len(data) % 2 or max(even, odd) <= 4 * min(even, odd):
        return None
    text = sample.decode(encoding, "replace")
    plain = sum(" " <= char < "\x7f" or char in "\r\n\t" for char in text)
    return encoding if plain > len(text) / 2 or _plausible(text) > 0.05 else None


def _chinese(data: bytes, name: str, error: UnicodeDecodeError) -> str:
    scores: dict[str, float] = {}
    for encoding in ("gb18030", *_FOREIGN):
        try:
            scores[encoding] = _plausible(data.decode(encoding))
        except UnicodeDecodeError:
            continue
    best = max(scores, key=lambda encoding: scores[encoding], default="")
    if best == "gb18030" and scores[best] > 0.05:
        return data.decode("gb18030")
    if best and scores[best] > 0.05:
        raise WrongEncoding("foreign_encoding", path=name, encoding=best)
    if error.start > 64:  # nearly all of it was UTF-8: say where it breaks
        raise _broken(data, name, "utf-8", error.start)
    if _controls(data) > 0.05:
        raise BinaryFile("binary_file", path=name, looks_like="")
    if guess := _guessed(data):
        raise WrongEncoding("foreign_encoding", path=name, encoding=guess)
    raise WrongEncoding("unknown_encoding", path=name)


def _guessed(data: bytes) -> str:
    """The likeliest encoding by the frequencies of letters in many languages, '' if none is likely."""
    from charset_normalizer import from_bytes  # only for a file that is refused anyhow

    best = from_bytes(data[:_SAMPLE]).best()
    return _USUAL_NAMES.get(best.encoding, best.encoding) if best else ""


def _plausible(text: str) -> float:
    """How much of the non-ASCII text is what rulebooks in these languages are full of."""
    wide = [c for c in text if c > "\x7f"]
    hits = sum(c in _COMMON or c in _COMMON_ELSEWHERE for c in wide)
    return hits / max(1, len(wide))


def _controls(data: bytes) -> float:
    return sum(b < 9 or 13 < b < 32 for b in data[:4096]) / max(1, len(data[:4096]))
