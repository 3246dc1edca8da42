"""The one box, `judge WORDS`: a number, part of a number, a term, words to look for, or a card."""

import builtins

from headjudge.cli.answer import Answer
from headjudge.cli.commandline import COMMANDS
from headjudge.cli.commands.show import show
from headjudge.cli.knowledge import opened
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Request
from headjudge.kb import lookup
from headjudge.kb.errors import HeadjudgeError

LIMIT = 20


class UnknownCommand(HeadjudgeError):
    """The first word looks like a mistyped command, and the words are found nowhere."""


def look(
    request: Request,
    words: list[str],
    limit: int = LIMIT,
    all: bool = False,  # noqa: A002, FBT001, FBT002 - the option's name
    editions: str | None = None,
) -> Answer:
    """The answer of the command that the words stand for."""
    asked = " ".join(words)
    if limit < 1:
        raise UsageMistake("bad_value", name="--limit", value=limit, known="1, 2, 3 …", command="judge")
    if len(words) > 1 and builtins.all(lookup.fold_number(lookup.read_address(word).key) for word in words):
        return show(request, words, all, editions)
    address = lookup.read_address(asked)
    if not address.game:
        address = address._replace(game=request.game)
    with opened(request) as db:
        found = lookup.find(db, address)
        if not found and (numbers := lookup.numbers_in(asked)):
            return show(request, numbers, all, editions)
        below = [] if found or not lookup.fold_number(address.key) else lookup.parts(db, address, limit)
    if len(found) > 1:
        return _several(found, asked, request)
    if lookup.fold_number(address.key) and not found and not below and (of_card := _card(request, asked)):
        return of_card
    if found or (lookup.fold_number(address.key) and not below):
        # a section is asked for to read it, a clause for itself
        whole = all or any(clause.kind == "section" for clause in found)
        return show(request, [asked], whole, editions)
    if below:
        return _several(below, asked, request)
    return _words(asked, words, limit, request)


def _several(found: list[lookup.Brief], asked: str, request: Request) -> Answer:
    """Clauses to choose from: of that number in several games, or whose numbers begin with one that is itself no clause."""
    from headjudge.cli import data
    from headjudge.cli.clauses import line, names

    labels = names(found, request.language)
    hits = [{**data.brief(clause), "snippet": clause.line, "path": [], "score": 0} for clause in found]
    return Answer(
        lambda: {"query": asked, "total": len(hits), "hits": hits},
        lambda: [line(clause, request.language)._replace(label=label) for label, clause in zip(labels, found, strict=True)],
    )


def _card(request: Request, asked: str, *, whole: bool = True) -> Answer | None:
    """The card that the words name, or those to choose from; None if there is none. `whole`: by no part of
    a name."""
    from headjudge.kb.cards import find_cards  # a number of a clause needs no card

    with opened(request) as db:
        cards = find_cards(db, asked, request.game.casefold(), whole=whole)
    if not cards:
        return None
    from headjudge.cli.commands.card import one_card, several

    return one_card(request, cards[0]) if len(cards) == 1 else several(asked, cards)


def _ruling(request: Request, asked: str) -> Answer | None:
    """The ruling of exactly that name; None if there is none."""
    from headjudge.kb.rulings import is_name_of_ruling  # a number of a clause needs no ruling

    with opened(request) as db:
        if not is_name_of_ruling(db, asked, request.game.casefold()):
            return None
    from headjudge.cli.commands.ruling import ruling

    return ruling(request, [asked])


def _game(request: Request, asked: str) -> Answer | None:
    """The chapters of the game of exactly that name; None if there is none."""
    with opened(request) as db:
        if asked.casefold() not in {game.game for game in lookup.games(db)}:
            return None
        chapters = [
            chapter for edition in lookup.chosen_editions(db, asked.casefold()) for chapter in lookup.chapters(db, edition)
        ]
    return _several([chapter for chapter in chapters if chapter.title] or chapters, asked, request)  # without the preface


def _words(asked: str, words: list[str], limit: int, request: Request) -> Answer:
    from headjudge.cli.commands.search import search  # a number needs neither of them
    from headjudge.cli.commands.term import answer
    from headjudge.kb.terms import UnknownTerm, term

    if of_ruling := _ruling(request, asked):
        return of_ruling
    if of_game := _game(request, asked):
        return of_game
    with opened(request) as db:
        try:
            return answer(asked, term(db, asked, request.game), request.language)
        except UnknownTerm:
            pass
    if of_card := _card(request, asked):
        return of_card
    found = search(request, words, limit)
    if found.code and (of_card := _card(request, asked, whole=False)):
        return of_card
    if found.code:
        command = asked.split()[0]  # quoted words are one
        near = _nearest_commands(command)
        if near:
            raise UnknownCommand("unknown_command", command=command, near=", ".join(near))
    return found


def _nearest_commands(word: str) -> list[str]:
    from difflib import get_close_matches  # only if nothing was found

    return get_close_matches(word.lower(), [name.split()[0] for name in COMMANDS], n=2, cutoff=0.6)
