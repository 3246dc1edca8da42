"""The press: makes the files of a site and writes them, but for those which were made from the same things before."""

from collections import defaultdict
from collections.abc import Iterator

from headjudge.kb.workers import each
from headjudge.site.contexts import PermalinkPage
from headjudge.site.folder import Scratch, Written, mark_of, write
from headjudge.site.forms import encoded
from headjudge.site.ledger import Ground, Standing
from headjudge.site.library import ByClause, Deferred, Families, Family, Notice, Page, PutOff, Standalone, Wanted
from headjudge.site.render import render_notice, render_page
from headjudge.site.resting import EVERYTHING

_OF_A_BOOK = (Deferred, ByClause)
_Task = tuple[str, PutOff | Page | Notice, Ground]
"""A file that is to be made: its path, how, and what it is made from beside clauses."""
_Made = tuple[Written, str]
"""A file that was made, and what it rests on."""


class Press:
    """Makes and writes files; what has become of each is in `origins`."""

    def __init__(self, scratch: Scratch, url: str, standing: Standing) -> None:
        self._scratch = scratch
        self._url = url
        self._standing = standing
        self.origins: defaultdict[Ground, dict[str, str]] = defaultdict(dict)
        self.taken: list[_Task] = []
        """What was made, which is given back with all the rest."""

    def take(self, files: Families) -> None:
        """Writes these files."""
        waiting: list[_Task] = []
        for path, file in files:
            if isinstance(file, str | bytes):
                self._scratch.take({path: write(self._scratch, path, file)})
            elif isinstance(file, Family):
                waiting += self._new_of(path, file)
            elif not self._stays(path, ground := _ground(file)):
                waiting.append((path, file, ground))
        waiting.sort(key=_place)
        self.taken += waiting
        made: dict[str, Written] = {}
        for (path, _, ground), (written, rests_on) in zip(waiting, each(self._made, waiting), strict=True):
            made[path] = written
            self.origins[ground][path] = rests_on
        self._scratch.take(made)

    def _stays(self, path: str, ground: Ground) -> bool:
        """Whether the file would be made just as it is; it is then kept."""
        rests_on = self._standing.stays(path, ground)
        if rests_on is None:
            return False
        self._scratch.keep_all((path,))
        self.origins[ground][path] = rests_on
        return True

    def _new_of(self, folder: str, family: Family) -> Iterator[_Task]:
        """The files of a family that are to be made; the others are kept."""
        ground = family.atlas.folder, mark_of(encoded(f"{folder} {family.also}"))
        stays, others = self._standing.family(ground)
        self.origins[ground] |= stays
        self._scratch.keep_all(stays)
        if others or not stays:
            for path, file in family.files(Wanted(stays, others)):
                yield path, file, ground

    def _made(self, task: _Task) -> _Made:
        path, file, ground = task
        if isinstance(file, ByClause):
            said = self._standing.said(path, ground)
            content = file.content() if said is None else file.content(self._scratch.read(path), said)
            return write(self._scratch, path, content), EVERYTHING
        if isinstance(file, Standalone):
            return write(self._scratch, path, file.make()), ""
        if not isinstance(file, Deferred):
            return write(self._scratch, path, self._set(path, file)), ""
        file.atlas.forget()  # what was asked for until now was not for this one
        page = file.make()
        rests_on = file.atlas.rests_on()
        return write(self._scratch, path, page if isinstance(page, str) else self._set(path, page)), rests_on

    def _set(self, path: str, page: Page | PermalinkPage | Notice) -> str | bytes:
        return render_notice(page) if isinstance(page, Notice) else render_page(page, path, self._url)


def _ground(file: PutOff | Page | Notice) -> Ground:
    """What a file is made from beside clauses; a page that says what it did is not set again."""
    if isinstance(file, _OF_A_BOOK):
        return file.atlas.folder, mark_of(encoded(file.also)) if file.also else ""
    return "", mark_of(encoded(file.also if isinstance(file, Standalone) else repr(file)))


def _place(task: _Task) -> int:
    """Neighbours have much in common; what stands by itself comes first."""
    file = task[1]
    return file.place if isinstance(file, _OF_A_BOOK) else 0
