"""Fragments of pages: macros of the templates, and forms of them."""

from collections.abc import Callable
from functools import cache, partial

from headjudge.site.forms import Form


def macro(template: str, name: str) -> Callable[..., str]:
    """A macro of a template."""
    from headjudge.site.templating import environment  # takes a while, and all forms may be kept

    found: Callable[..., str] = getattr(environment().get_template(template).module, name)
    return found


@cache
def form(template: str, name: str, *first: object) -> Form:
    """A macro of a template as a form; what comes `first` is the same each time."""
    return Form(partial(_made, template, name, *first), f"{template} {name} {first}")


def _made(template: str, name: str, *values: object) -> str:
    return macro(template, name)(*values)
