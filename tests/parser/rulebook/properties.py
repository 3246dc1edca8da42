"""What must hold of every parsed text, whatever it is."""

from headjudge.kb.clause import Clause, Role
from headjudge.parser.rulebook import Rulebook


def check(text: str, book: Rulebook) -> None:
    """Fails unless every character is in one clause, in its right place, and every clause hangs below an earlier one."""
    assert book.unaccounted == 0
    _check_spans(text, book)
    known = set()
    for clause in book.clauses:
        assert clause.key not in known
        assert clause.parent is None if clause.key == "" else clause.parent in known
        known.add(clause.key)
        _check_words(text, clause)
    targets = [(target, clause) for clause in book.clauses for reference in clause.references for target in reference.targets]
    assert all(target in known for target, _ in targets)
    for clause in book.clauses:
        for reference in clause.references:
            words = clause.title if reference.in_title else clause.text
            assert words[reference.start : reference.end] == reference.text


def _check_spans(text: str, book: Rulebook) -> None:
    spans = sorted(span for clause in book.clauses for span in clause.spans)
    assert "".join(text[span.start : span.end] for span in spans) == text
    assert all(span.start < span.end for span in spans)
    blank = "".join(text[span.start : span.end] for span in spans if span.role is Role.BLANK)
    assert all(char.isspace() or char in "-—=_*|: \x1c\x1d\x1e" for char in blank)


def _check_words(text: str, clause: Clause) -> None:
    """Title and text say exactly what is printed where the clause stands, white space aside."""
    for role, words in ((Role.TITLE, clause.title), (Role.TEXT, clause.text)):
        printed = "".join(text[span.start : span.end] for span in clause.spans if span.role is role)
        assert _packed(printed) == _packed(words)


def _packed(words: str) -> str:
    return "".join(words.split())
