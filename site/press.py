"""The press: makes the files of a site and writes them, but for those which were made from the same things before."""

from headjudge.kb.workers import each
from headjudge.site.folder import Scratch, Written, mark_of, write
from headjudge.site.ledger import EVERYTHING, Origin, Standing
from headjudge.site.library import ByClause, Deferred, Files, Notice, Page
from headjudge.site.render import render_notice, render_page

_PUT_OFF = (Deferred, ByClause)
_Task = tuple[str, Deferred | ByClause, str]
"""A file that is to be made: its path, how, and the mark of what else than clauses it is made from."""


class Press:
    """Makes and writes files; what has become of each is in `origins`."""

    def __init__(self, scratch: Scratch, url: str, standing: Standing) -> None:
        self._scratch = scratch
        self._url = url
        self._standing = standing
        self.origins: dict[str, Origin] = {}

    def take(self, files: Files) -> None:
        """Writes these files."""
        waiting: list[_Task] = []
        for path, file in files:
            if isinstance(file, _PUT_OFF):
                also = mark_of(file.also.encode("utf-8", "surrogatepass")) if file.also else ""
                origin = self._standing.origin(path, file.atlas.folder, also)
                if origin:
                    self._scratch.keep(path)
                    self.origins[path] = origin
                else:
                    waiting.append((path, file, also))
            elif isinstance(file, str | bytes):
                self._note(path, write(self._scratch, path, file))
            else:
                self._set(path, file)
        waiting.sort(key=lambda task: task[1].place)
        for (path, _, _), (written, origin) in zip(waiting, each(self._make, waiting), strict=True):
            self._note(path, written, origin)

    def _make(self, task: _Task) -> tuple[Written, Origin]:
        path, file, also = task
        if isinstance(file, ByClause):
            said = self._standing.said(path, file.atlas.folder, also)
            content = file.content() if said is None else file.content(self._scratch.read(path), said)
            return write(self._scratch, path, content), Origin(file.atlas.folder, EVERYTHING, also)
        file.atlas.forget()  # what was asked for until now was not for this one
        page = file.make()
        origin = Origin(file.atlas.folder, file.atlas.rests_on(), also)
        return write(self._scratch, path, page if isinstance(page, str) else render_page(page, path, self._url)), origin

    def _set(self, path: str, page: Page | Notice) -> None:
        """A page that says what it did is not set again."""
        origin = Origin("", "", mark_of(repr(page).encode("utf-8", "backslashreplace")))
        if self._standing.as_before(path, origin):
            self._scratch.keep(path)
            self.origins[path] = origin
        else:
            content = render_notice(page) if isinstance(page, Notice) else render_page(page, path, self._url)
            self._note(path, write(self._scratch, path, content), origin)

    def _note(self, path: str, written: Written, origin: Origin | None = None) -> None:
        self._scratch.files[path] = written
        if origin:
            self.origins[path] = origin
