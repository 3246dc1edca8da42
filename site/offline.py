"""The site without network: what a browser keeps of it, told apart by its contents, and how it is installed."""

import json
from collections.abc import Iterator, Mapping

from headjudge.site.contexts import Edition
from headjudge.site.folder import Written, mark_of

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


def offline(files: Mapping[str, Written], editions: tuple[Edition, ...], worker: str) -> Iterator[tuple[str, str]]:
    """The list of what a browser keeps of these files, with the marks of their contents; the service `worker` of this build; and
    the app's manifest."""
    told = [{"zh": one.game.zh, "en": one.game.en, "edition": one.name, "effective": one.effective} for one in editions]
    on_use = sorted([path for path in files if path.startswith(_ON_USE)])
    kept = sorted([path for path in files if not path.endswith(_FOR_PROGRAMS) and not path.startswith(_ON_USE)])
    listed = json.dumps(
        {
            "editions": told,
            "files": {path: files[path][0] for path in kept},
            "onUse": {path: files[path][0] for path in on_use},
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )
    yield LIST, listed + "\n"
    yield WORKER, f'const BUILD = "{mark_of(listed.encode())}";\n{worker}'
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
