"""The files that belong to the program: words, grammars, rule text, templates.

`importlib.resources` would find them in an archive too; it takes 10 ms to import, and the program is always unpacked.
"""

from pathlib import Path

import headjudge

_HOME = Path(headjudge.__file__).parent


def files(package: str) -> Path:
    """The folder of one of the program's packages.

    >>> (files("headjudge.kb") / "schema.sql").is_file(), files("headjudge.parser").name
    (True, 'parser')
    """
    return _HOME.joinpath(*package.split(".")[1:])
