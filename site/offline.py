"""The site without network: what a browser keeps of it, told apart by its contents, and how it is installed."""

import json
from collections.abc import Iterator, Mapping

from headjudge.site.contexts import Edition
from headjudge.site.folder import Scratch, Written, mark_of
from headjudge.site.forms import encoded

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


_FEW = 64
"""Of so many files that are others than in an older list each is looked for in it."""


def offline(site: Scratch, editions: tuple[Edition, ...], worker: str) -> Iterator[tuple[str, str | bytes]]:
    """The list of what a browser keeps of the site's files, with the marks of their contents; the service `worker` of this build;
    and the app's manifest."""
    told = [{"zh": one.game.zh, "en": one.game.en, "edition": one.name, "effective": one.effective} for one in editions]
    begins = f'{{"editions":{_json(told)},"files":{{'
    listed = _mended(site, encoded(begins)) or encoded(begins + _listed(site.files()))
    yield LIST, listed
    yield WORKER, f'const BUILD = "{mark_of(listed)}";\n{worker}'
    yield APP, json.dumps(_app(), ensure_ascii=False, indent=1) + "\n"


def _listed(files: Mapping[str, Written]) -> str:
    on_use = sorted([path for path in files if path.startswith(_ON_USE)])
    kept = sorted([path for path in files if not path.endswith(_FOR_PROGRAMS) and not path.startswith(_ON_USE)])
    always, once = (",".join([_entry(path, files) for path in paths]) for paths in (kept, on_use))
    return f'{always}}},"onUse":{{{once}}}}}\n'


def _mended(site: Scratch, begins: bytes) -> bytes:
    """The older site's list with the marks of the few files that are others, if there are the same files in both; else nothing.
    Most of thousands of files stay."""
    if len(site.made) > _FEW or not site.is_like_the_older(PATHS):
        return b""
    listed = site.read(LIST)
    if not listed.startswith(begins):
        return b""
    for path in site.made:
        listed = listed.replace(encoded(_entry(path, site.there)), encoded(_entry(path, site.made)))
    return listed


def _entry(path: str, files: Mapping[str, Written]) -> str:
    return f'{_json(path)}:"{files[path][0]}"'


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


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
