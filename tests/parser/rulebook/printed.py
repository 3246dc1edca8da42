"""A parsed rulebook as plain text: the tree with what each clause cites and defines, then the problems."""

from collections.abc import Iterator

from headjudge.kb.clause import Clause
from headjudge.parser.rulebook import Rulebook


def printed(book: Rulebook) -> str:
    """One line a clause (indented below its parent), a reference or a definition."""
    return "\n".join((f"dialect {book.dialect.name}", *_tree(book), *_problems(book), ""))


def _tree(book: Rulebook) -> Iterator[str]:
    for clause in book.clauses:
        margin = "  " * clause.depth
        words = " | ".join(part.replace("\n", "⏎") for part in (clause.title, clause.text) if part)
        yield f"{margin}{clause.key or '.'} {clause.kind}{_number(clause)} {words}".rstrip()
        for reference in clause.references:
            targets = ", ".join(reference.targets) or "-"
            flow = " flow" if reference.flow else ""
            yield f"{margin}  -> {reference.text} = {targets} ({reference.kind} {reference.status}{flow})"
        for definition in clause.definitions:
            yield f"{margin}  := {definition.term} ({definition.style})"


def _number(clause: Clause) -> str:
    return f" [{clause.number}]" if clause.number and clause.number != clause.key else ""


def _problems(book: Rulebook) -> Iterator[str]:
    for problem in book.problems:
        facts = ", ".join(f"{name}={value}" for name, value in problem.facts)
        yield f"! {problem.line}:{problem.column} {problem.severity} {problem.rule} at {problem.key}: {facts}"
    yield from (f"steps {one} > {two}" for one, two in book.steps)
    if book.unaccounted:
        yield f"unaccounted {book.unaccounted}"
