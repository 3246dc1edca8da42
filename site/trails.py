"""The way down to a page or a clause, as HTML: the clauses above it."""

from functools import lru_cache, partial

from headjudge.site.contexts import Link
from headjudge.site.forms import Form, escaped_text
from headjudge.site.fragments import form, macro

_part = partial(form, "_trail.html")
_name = Form(lambda number, text: macro("_link.html", "name")(Link(text, "", number)), "_link.html name")


def named(link: Link) -> str:
    """A page by number and title, or by its name in the interface; what has none of them is the contents."""
    if link.said:
        return form("_link.html", "name", Link("", "", said=link.said))()
    return _name(escaped_text(link.number), escaped_text(link.text))


@lru_cache(maxsize=1 << 12)
def trail(links: tuple[Link, ...], contents: str) -> str:
    """The way down to a page, as it stands at the top of it. `contents` is the way to the contents."""
    ways = "".join([_part("up")(escaped_text(link.href), named(link)) for link in links])
    return _part("trail")(escaped_text(contents), ways)


def way(links: tuple[Link, ...]) -> str:
    """The clauses above one that is shown elsewhere."""
    return _part("way")(_part("between")().join([_part("above")(escaped_text(link.href), named(link)) for link in links]))
