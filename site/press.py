"""The press: makes the files of a site and writes them, but for those which were made from the same things before."""

from collections.abc import Iterator
from operator import itemgetter

from headjudge.kb.workers import each
from headjudge.site.contexts import PermalinkPage
from headjudge.site.folder import Scratch, Written, mark_of, write
from headjudge.site.forms import encoded
from headjudge.site.ledger import Origin, Standing
from headjudge.site.library import ByClause, Deferred, Families, Family, Notice, Page
from headjudge.site.render import render_notice, render_page
from headjudge.site.resting import EVERYTHING

_PUT_OFF = (Deferred, ByClause)
_Task = tuple[str, Deferred | ByClause | Page | Notice, str]
"""A file that is to be made: its path, how, and the mark of what else than clauses it is made from."""
_Made = tuple[Written, Origin]
"""A file that was made, and what from."""


class Press:
    """Makes and writes files; what has become of each is in `origins`."""

    def __init__(self, scratch: Scratch, url: str, standing: Standing) -> None:
        self._scratch = scratch
        self._url = url
        self._standing = standing
        self.origins: dict[str, Origin] = {}
        self._taken: list[_Task] = []
        """What is not needed any more, which is given back with all the rest."""

    def take(self, files: Families) -> None:
        """Writes these files. Which there are is found before it is asked which of them stay: until then another process may be
        finding out."""
        waiting: list[_Task] = []
        for path, file in [*files]:
            if isinstance(file, str | bytes):
                write(self._scratch, path, file)
                continue
            if isinstance(file, Family):
                waiting += self._new_of(path, file)
                continue
            if isinstance(file, _PUT_OFF):
                also = mark_of(encoded(file.also)) if file.also else ""
                origin = self._standing.origin(path, file.atlas.folder, also)
            else:  # a page that says what it did is not set again
                also = mark_of(encoded(repr(file)))
                origin = self._standing.as_before(path, ("", "", also))
            if origin:
                self._scratch.keep(path)
                self.origins[path] = origin
            else:
                waiting.append((path, file, also))
        waiting.sort(key=_place)
        self._taken += waiting
        made = each(self._made, waiting)
        paths = [path for path, _, _ in waiting]
        self._scratch.files.update(zip(paths, map(itemgetter(0), made), strict=True))
        self.origins.update(zip(paths, map(itemgetter(1), made), strict=True))

    def _new_of(self, folder: str, family: Family) -> Iterator[_Task]:
        """The files of a family that are to be made; the others are kept."""
        also = mark_of(encoded(f"{folder} {family.also}"))
        stays = self._standing.family(family.atlas.folder, also)
        self.origins |= stays
        self._scratch.keep_all(stays)
        for path, file in family.files(lambda path: path not in stays):
            yield path, file, also

    def _made(self, task: _Task) -> _Made:
        path, file, also = task
        if isinstance(file, ByClause):
            said = self._standing.said(path, file.atlas.folder, also)
            content = file.content() if said is None else file.content(self._scratch.read(path), said)
            return write(self._scratch, path, content), (file.atlas.folder, EVERYTHING, also)
        if not isinstance(file, Deferred):
            return write(self._scratch, path, self._set(path, file)), ("", "", also)
        file.atlas.forget()  # what was asked for until now was not for this one
        page = file.make()
        origin = file.atlas.folder, file.atlas.rests_on(), also
        return write(self._scratch, path, page if isinstance(page, str) else self._set(path, page)), origin

    def _set(self, path: str, page: Page | PermalinkPage | Notice) -> str | bytes:
        return render_notice(page) if isinstance(page, Notice) else render_page(page, path, self._url)


def _place(task: _Task) -> int:
    """Neighbours have much in common; what stands by itself comes first."""
    file = task[1]
    return file.place if isinstance(file, _PUT_OFF) else 0
