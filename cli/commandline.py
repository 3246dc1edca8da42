"""Which command the words of a command line are for; options may stand before and after its name."""

from collections.abc import Callable, Sequence
from importlib import import_module

from headjudge.cli.answer import Answer
from headjudge.parser.named import NamedTuple

COMMANDS = {
    "show": "headjudge.cli.commands.show:show",
    "chain": "headjudge.cli.commands.chain:chain",
    "path": "headjudge.cli.commands.path:path",
    "search": "headjudge.cli.commands.search:search",
    "term": "headjudge.cli.commands.term:term",
    "compare": "headjudge.cli.commands.compare:compare",
    "card": "headjudge.cli.commands.card:card",
    "cards": "headjudge.cli.commands.cards:cards",
    "answers import": "headjudge.cli.commands.answers:import_answers",
    "answers list": "headjudge.cli.commands.answers:list_answers",
    "answers show": "headjudge.cli.commands.answers:show_answer",
    "ruling": "headjudge.cli.commands.ruling:ruling",
    "rulings": "headjudge.cli.commands.ruling:rulings",
    "games": "headjudge.cli.commands.games:games",
    "diff": "headjudge.cli.commands.diff:diff",
    "lint": "headjudge.cli.commands.lint:lint",
    "import": "headjudge.cli.commands.importing:import_",
    "export": "headjudge.cli.commands.export:export",
    "whatif": "headjudge.cli.commands.whatif:whatif",
    "compare-editions": "headjudge.cli.commands.compare_editions:compare_editions",
    "verify": "headjudge.cli.commands.verify:verify",
    "coverage": "headjudge.cli.commands.coverage:coverage",
    "fmt": "headjudge.cli.commands.fmt:fmt",
    "site build": "headjudge.cli.commands.site:build",
    "site serve": "headjudge.cli.commands.serve:serve",
}
"""Each command and the function that answers it: (request, arguments) -> Answer."""

OF_EVERY_GAME = frozenset({"export", "site build", "site serve"})
"""The commands that take no `--game`: theirs is the whole knowledge base."""

ONE_BOX = "look"
"""What words without a command are for (not a command that can be typed)."""

ONE_BOX_FUNCTION = "headjudge.cli.commands.look:look"

WORDS_ONLY = frozenset({"show", "chain", "search", "term", "compare", "card", "answers show", "ruling", "whatif", ONE_BOX})
"""The commands whose arguments are words, any number of them."""

EACH_A_WORD = {"site build": 1, "site serve": 0, "export": 1, "games": 0, "diff": 2, "coverage": 0}
"""The commands that need so many words, no fewer and no more."""

ASKS_FOR_WORDS = WORDS_ONLY - {"whatif"}
"""Those that look something up: nothing is not to be found."""

OWN_LANGUAGE = frozenset({"import"})
"""The commands whose `--lang` is the language of a rulebook; that of the messages stands before their name."""

_TAKES_VALUE = frozenset(
    {"--db", "--lang", "--game", "-g", "--limit", "--depth", "--direction", "--edges", "--format", "--editions"}
    | {"--edition", "--dialect", "--title", "--effective", "--port", "--rule", "--severity"}
    | {"--policies", "--states", "--seconds", "--missed", "--to", "--forget", "--rulings", "--source"}
)


class Invocation(NamedTuple):
    """A command line taken apart: the command's name, and the arguments without it."""

    command: str
    arguments: tuple[str, ...]
    language: str = ""
    """What `--lang` says of the messages, '' if it is not given."""

    @property
    def word(self) -> str:
        """The first argument that is neither an option nor the value of one; '' if there is none."""
        at = _first_word(self.arguments)
        return self.arguments[at] if at < len(self.arguments) else ""

    @property
    def asks_for_nothing(self) -> bool:
        """Whether what is to be looked up is given, and blank."""
        blank = any(not argument.strip() for argument in self.arguments)
        return self.command in ASKS_FOR_WORDS and blank and not self.word.strip()

    @property
    def words(self) -> tuple[list[str] | str, ...] | None:
        """What the function of the command is to be called with, if there is nothing to parse: words, and no option."""
        if any(map(is_option, self.arguments)):
            return None
        if self.command in WORDS_ONLY:
            return ([*self.arguments],) if self.arguments else None
        return self.arguments if len(self.arguments) == EACH_A_WORD.get(self.command) else None

    @property
    def asks(self) -> frozenset[str]:
        """The options given, as far as `--`."""
        end = self.arguments.index("--") if "--" in self.arguments else len(self.arguments)
        return frozenset(argument for argument in self.arguments[:end] if is_option(argument))


def function_of(command: str) -> Callable[..., Answer]:
    """The function that answers a command; nothing of the other commands is imported."""
    module, _, name = (ONE_BOX_FUNCTION if command == ONE_BOX else COMMANDS[command]).partition(":")
    function: Callable[..., Answer] = getattr(import_module(module), name)
    return function


def is_option(argument: str) -> bool:
    """Whether an argument is an option; `-` alone is a file name."""
    return argument.startswith("-") and argument != "-"


def take_apart(arguments: list[str]) -> Invocation:
    """The invocation that these arguments are.

    >>> take_apart(["--json", "show", "10.5.3", "--lang", "en"])
    Invocation(command='show', arguments=('--json', '10.5.3', '--lang', 'en'), language='en')
    >>> take_apart(["-g", "palworld", "site", "build", "out"]).command, take_apart(["检查", "时点"]).command
    ('site build', 'look')
    >>> take_apart(["--lang", "en", "import", "rules.txt", "--lang", "ja"])
    Invocation(command='import', arguments=('rules.txt', '--lang', 'ja'), language='en')
    >>> take_apart(["help"]).asks, take_apart(["help", "search"]).command
    (frozenset({'--help'}), 'search')
    """
    at = _first_word(arguments)
    before, rest = arguments[:at], arguments[at:]
    if rest[:1] == ["help"] and (all(map(is_option, rest[1:2])) or _is_command(rest[1])):  # as other programs are asked
        return take_apart([*before, *rest[1:], "--help"])
    for length in (2, 1):
        name = " ".join(rest[:length])
        if rest[:1] != ["--"] and name in COMMANDS:
            after = rest[length:]
            if name in OWN_LANGUAGE:
                return Invocation(name, (*_without_language(before), *after), _language(before))
            return Invocation(name, (*before, *after), _language([*before, *after]))
    if rest and any(name.startswith(f"{rest[0]} ") for name in COMMANDS):
        return Invocation(rest[0], (*before, *rest[1:]), _language(arguments))
    return Invocation(ONE_BOX, tuple(arguments), _language(arguments))


def _is_command(word: str) -> bool:
    return any(name.split()[0] == word for name in COMMANDS)


def _language(arguments: list[str]) -> str:
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang":
            return arguments[at + 1] if at + 1 < len(arguments) else ""
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return ""


def _without_language(arguments: list[str]) -> list[str]:
    if "--lang" in arguments:
        at = arguments.index("--lang")
        return arguments[:at] + arguments[at + 2 :]
    return [argument for argument in arguments if not argument.startswith("--lang=")]


def _first_word(arguments: Sequence[str]) -> int:
    at = 0
    while at < len(arguments) and is_option(arguments[at]) and arguments[at] != "--":
        at += 2 if arguments[at] in _TAKES_VALUE else 1
    return at
