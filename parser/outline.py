"""The clauses found so far and where the reading stands: what the next line may belong to."""

from headjudge.kb.clause import ClauseKey, Kind, Problem, Severity
from headjudge.parser.blocks import Line
from headjudge.parser.dialect import Dialect
from headjudge.parser.draft import Draft, as_plain
from headjudge.parser.number import Number


class Outline:
    """Grows clause by clause. `problems` are in the order in which they were met."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.problems: list[Problem] = []
        self.root = Draft(ClauseKey(""), Kind.DOCUMENT, "", None, synthetic=True)
        self.nodes: dict[ClauseKey, Draft] = {self.root.key: self.root}
        self.numbered = self.root
        """The last node with a number or a heading: what unnumbered lines belong to."""
        self.number = Number(())
        """The last number in the text."""
        self.last = self.root
        """The node that the line before belongs to."""
        self.blank = True
        """Whether a blank line (or nothing) stands between the last node and this line."""
        self.top = self.root
        """The part of the book that chapters belong to."""
        self.scope: Draft | None = None
        """The chapter or part within which numbers started over."""
        self.line_width = 0
        """How much of its line the last line fills."""
        self.usual_width = 0
        """How wide a full line is."""
        self.chapters = 0
        """How many numbered chapters there were."""
        self.full_width: bool | None = None
        """Whether the first number was printed in full-width figures."""
        self.glossary: Draft | None = None
        """The glossary, while its entries are read."""
        self._paths: dict[int, Draft] = {}
        """The nodes by the parts of their numbers (as a hash that grows with each part: parents are found in one walk)."""

    def new(self, key: ClauseKey, kind: Kind, number: str, parent: Draft, *, synthetic: bool = False) -> Draft:
        """Adds a node; the next lines may go on with it."""
        node = Draft(key, kind, number, parent, synthetic, parent.depth + 1)
        self.nodes[key] = node
        self.last = node
        return node

    def unused(self, wanted: str) -> ClauseKey:
        """The key, or one that says which copy of it this is."""
        key = ClauseKey(wanted)
        first = self.nodes.get(key)
        while first is not None and key in self.nodes:
            first.copies += 1
            key = ClauseKey(f"{wanted}~{first.copies}")
        return key

    def below(self, parent: Draft, mark: str = "") -> ClauseKey:
        """The key of the next unnumbered node below a clause, by its mark if it has one."""
        parent.unnumbered += 1
        return self.unused(f"{parent.key}/{mark or parent.unnumbered}")

    def key_of(self, number: Number) -> str:
        """The key of a number where the reading stands."""
        return f"{self.scope.key}/{number.key}" if self.scope else number.key

    def enter(self, number: Number, node: Draft) -> None:
        """Makes a node the one that later numbers below it belong to."""
        self._paths[self._path(number.parts)] = node
        self.numbered, self.number = node, number

    def above(self, number: Number) -> Draft:
        """The node of the nearest number above, or the part of the book."""
        nearest = self.scope or self.top
        path = hash(self.scope.key if self.scope else "")
        for part in number.parts[:-1]:
            path = hash((path, part))
            nearest = self._paths.get(path, nearest)
        return nearest

    def _path(self, parts: tuple[int | str, ...]) -> int:
        path = hash(self.scope.key if self.scope else "")
        for part in parts:
            path = hash((path, part))
        return path

    def go_on(self, line: Line) -> None:
        """The line goes on with the sentence of the line before: every character of it is text."""
        plain = as_plain(line)
        self.last.go_on(plain.text.strip())
        self.last.spans.extend(plain.spans)

    def problem(self, rule: str, severity: Severity, node: Draft | None, line: Line, **facts: str) -> None:
        """Reports what is odd about a line."""
        at = line.start
        key = node.key if node else ClauseKey(facts.get("key", facts.get("number", "")))
        self.problems.append(Problem(rule, severity, key, at.line, at.column, tuple(facts.items())))
