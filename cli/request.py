"""What is asked apart from the words: which knowledge base, which language, which game, text or JSON."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from headjudge.parser.named import NamedTuple

Language = Literal["zh", "en"]


class Request(NamedTuple):
    """The common options of a command, with what the environment says where none was given. `named` is the knowledge base that
    either of them names."""

    named: Path | None
    language: Language = "en"
    json: bool = False
    game: str = ""

    @property
    def database(self) -> Path:
        """The knowledge base: the one that is named, else the user's own."""
        return self.named or _user_database()


def request_from(environment: Mapping[str, str]) -> Request:
    """The request that the environment makes (`HEADJUDGE_DB`, `HEADJUDGE_GAME`, the locale)."""
    named = environment.get("HEADJUDGE_DB")
    return Request(
        named=Path(named) if named else None,
        language=language_of(environment),
        game=environment.get("HEADJUDGE_GAME", ""),
    )


def _user_database() -> Path:
    from platformdirs import user_data_path  # most of a look-up's own time, and not needed where the place is named

    return user_data_path("headjudge", appauthor=False) / "headjudge.db"


def cache_folder() -> Path:
    """Where things are kept that can be worked out again."""
    from platformdirs import user_cache_path  # most commands keep nothing

    return user_cache_path("headjudge", appauthor=False)


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of the locale: the first of LC_ALL, LC_MESSAGES and LANG that is set decides.

    >>> language_of({"LC_ALL": "", "LANG": "zh_CN.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}), language_of({})
    ('zh', 'en', 'en')
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "zh" if locale.startswith("zh") else "en"
