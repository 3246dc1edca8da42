"""Texts in traditional characters are read like those in simplified ones: 第三條第二項 is 第三条第二项."""

from functools import cache

from headjudge.parser.packaged import files

_USUAL = "的第一"
"""No Chinese rulebook is without one of these."""


@cache
def _forms() -> dict[int, str]:
    import tomllib  # a number is also read to be looked up, which must be over in milliseconds

    text = (files("headjudge.parser") / "traditional.toml").read_text("utf-8")
    return {ord(form): simple for form, simple in tomllib.loads(text)["forms"].items()}


def is_traditional(text: str) -> bool:
    """Whether a text is in traditional characters: it has some of those that marks and references are made of.

    >>> is_traditional("第三條"), is_traditional("第三条"), is_traditional("rule 3")
    (True, False, False)
    """
    chinese = not text.isascii() and any(char in text for char in _USUAL)  # a long text in letters is not looked through
    return chinese and any(chr(form) in text for form in _forms())


def simplified(words: str) -> str:
    """The words with simplified forms, one character for one.

    >>> simplified("參見第三條第二項"), simplified("see rule 3")
    ('参见第三条第二项', 'see rule 3')
    """
    return words if words.isascii() else words.translate(_forms())
