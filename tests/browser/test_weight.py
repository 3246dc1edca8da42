"""What a page weighs: its HTML with its own style sheets and scripts, compressed, the search index apart."""

import gzip
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

LARGEST = 60_000

_NEEDED = re.compile(r'<(?:script src|link rel="stylesheet" href)="([^"]+)"')


def weigher() -> Callable[[Path], int]:
    @cache
    def weight(file: Path) -> int:
        return len(gzip.compress(file.read_bytes(), 6, mtime=0))

    return weight


def test_no_page_is_heavy(site: Path) -> None:
    weight = weigher()
    heavy = {}
    for page in site.rglob("*.html"):
        needed = {page.parent / name for name in _NEEDED.findall(page.read_text("utf-8"))}
        assert needed, page
        shared = sum(weight(file.resolve()) for file in needed)
        total = shared + page.stat().st_size
        total = shared + weight(page) if total > LARGEST else total  # compressed it is smaller still
        if total > LARGEST:
            heavy[page.relative_to(site).as_posix()] = total
    assert not heavy
