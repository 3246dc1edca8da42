"""The languages that a rulebook can be said to be in."""

from headjudge.cli.mistakes import UsageMistake
from headjudge.kb.editions import tongue

_TONGUES = """
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa
ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko
kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa
pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty
ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
"""The codes of ISO 639-1."""

_EXAMPLES = "zh, zh-Hant, en, ja, ko, fr, de … (ISO 639-1)"


def known_language(written: str, command: str) -> str:
    """The language, which must begin with the code of one. Raises UsageMistake: `jp` is a country.

    >>> known_language("zh-Hant", "judge import")
    'zh-Hant'
    """
    if tongue(written) not in _TONGUES.split():
        raise UsageMistake("bad_value", name="--lang", value=written, known=_EXAMPLES, command=command)
    return written
