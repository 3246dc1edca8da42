"""`judge term`: where a word is defined and used."""

from collections.abc import Iterator
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Note, heading, text
from headjudge.cli.clauses import line, words
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb.terms import TermView, UnknownTerm
from headjudge.kb.terms import term as find


def term(request: Request, word: list[str]) -> Answer:
    """What each game says of the word; an unknown one comes with those most like it."""
    asked = " ".join(word)
    with opened(request) as db:
        try:
            views = find(db, asked, request.game)
        except UnknownTerm as error:
            return Answer(lambda: _data(asked, []), code=Exit.EMPTY, notes=(Note(error.code, error.facts),))
    return answer(asked, views, request.language)


def answer(asked: str, views: list[TermView], language: Language) -> Answer:
    """The answer that these views of the word make."""
    return Answer(lambda: _data(asked, views), lambda: _blocks(views, language))


def _blocks(views: list[TermView], language: Language) -> Iterator[Block]:
    for count, view in enumerate(views):
        if count:
            yield BLANK
        yield heading(view.term if len(views) == 1 else f"{view.term}  ·  {view.game}")
        if view.synonyms:
            yield text("、".join(view.synonyms), label=label("synonyms", language))
        yield BLANK
        yield heading(label("defined_by", language))
        for clause, _ in view.defined_by:
            yield line(clause, language, indent=1)._replace(runs=words(clause), cut=False)
        yield BLANK
        yield heading(f"{label('used_in', language)}  ·  {label('clauses', language, count=len(view.used_in))}")
        for clause in view.used_in:
            yield line(clause, language, indent=1)


def _data(asked: str, views: list[TermView]) -> dict[str, Any]:
    from headjudge.cli import data  # json is not imported for text

    return {
        "term": views[0].term if views else asked,
        "defined_by": [{**data.brief(clause), "style": style} for view in views for clause, style in view.defined_by],
        "synonyms": list(dict.fromkeys(word for view in views for word in view.synonyms)),
        "used_in": [data.brief(clause) for view in views for clause in view.used_in],
    }
