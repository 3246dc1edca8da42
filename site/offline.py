"""The site without network: what a browser keeps of it, told apart by its contents, and how it is installed."""

import json
from collections.abc import Iterator

from headjudge.site.contexts import Edition
from headjudge.site.folder import mark_of

WORKER = "sw.js"
LIST = "offline.json"
APP = "manifest.webmanifest"
PATHS = (WORKER, LIST, APP)

_ON_USE = "playground/"
"""What is kept only once it has been used: it is large."""
_FOR_PROGRAMS = (".json", ".xml", ".txt", ".webmanifest")
"""Endings of files that no page needs."""
_PAPER = "#fdfcf9"
_ICONS = (("static/icon-192.png", "192x192", "image/png"), ("static/icon-512.png", "512x512", "image/png"))


class Offline:
    """Notes the site's files as they are written; what a browser keeps follows from them."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}
        self._on_use: dict[str, str] = {}

    def note(self, path: str, mark: str) -> None:
        """Notes a file by the mark of its contents."""
        if path.startswith(_ON_USE):
            self._on_use[path] = mark
        elif not path.endswith(_FOR_PROGRAMS):
            self._kept[path] = mark

    def files(self, editions: tuple[Edition, ...], worker: str) -> Iterator[tuple[str, str]]:
        """The list of what is kept with the marks of the contents, the service `worker` of this build, and the app's manifest."""
        told = [{"zh": one.game.zh, "en": one.game.en, "edition": one.name, "effective": one.effective} for one in editions]
        kept = json.dumps(
            {"editions": told, "files": dict(sorted(self._kept.items())), "onUse": dict(sorted(self._on_use.items()))},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        yield LIST, kept + "\n"
        yield WORKER, f'const BUILD = "{mark_of(kept.encode())}";\n{worker}'
        yield APP, json.dumps(_app(), ensure_ascii=False, indent=1) + "\n"


def _app() -> dict[str, object]:
    return {
        "name": "headjudge 卡牌游戏规则书",
        "short_name": "headjudge",
        "lang": "zh-Hans",
        "start_url": "index.html",
        "scope": "./",
        "display": "minimal-ui",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [
            *({"src": src, "sizes": sizes, "type": kind} for src, sizes, kind in _ICONS),
            {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        ],
    }
