"""What the references of a rulebook name: each is resolved only where exactly one reading remains."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from headjudge.kb.clause import Clause, ClauseKey, Kind, Reference, ReferenceKind, Severity, Status
from headjudge.parser.dialect import Dialect
from headjudge.parser.listed import article_parts, bare_members, item_behind
from headjudge.parser.mentions import Mention, mentions
from headjudge.parser.named import NamedTuple
from headjudge.parser.neighbourhood import Neighbourhood
from headjudge.parser.number import read_number
from headjudge.parser.script import simplified
from headjudge.parser.targets import Index, Keys
from headjudge.parser.titles import BareTitles, unknown_title

_OF_ARTICLE = re.compile("条|article|law", re.IGNORECASE)
_NEAR = 48
"""Characters between a title and a step of its list (`“X”中的场合，即步骤⑨的时点`)."""
_SENTENCE = 400
"""How far back the beginning of a sentence is looked for."""
_POINTER = re.compile(r"[上下前后]文")
_OF = re.compile(r"(?:中|里)?的?|之|[,，]? ?", re.ASCII)
"""What joins a clause and a step of it: 1.1.1的步骤②."""
_AHEAD = re.compile(r"以下|下列|如下|其中|following")
_SEVERAL = (ReferenceKind.RANGE, ReferenceKind.LIST, ReferenceKind.RELATIVE)
_LISTING = (ReferenceKind.NUMBER, ReferenceKind.RANGE, ReferenceKind.LIST)
_VERSION = re.compile(
    r"(?:[Vv]er(?:sions?|\.)?|版本?|[Vv]|比分|得分|[Ss]cores?(?: of| is| was)?|[Ww][oi]ns?(?: by)?|[Ll]os[te]s?(?: by)?)\s?"
    r"(?:[0-9.]+(?:、|和|或|至|到|, | and | or | to )){0,4}$"
)
_OTHER_BOOK = re.compile(
    r"(?<![A-Za-z])(?!(?:See|The|Under|These|Comprehensive) )[A-Z][a-z]+ (?:Rules|Guide|Policy|Handbook|Guidelines|Manual),? "
    r"(?:[Ss]ections? |[Rr]ules? |[Cc]hapters? )?$"
)
_RESULT = re.compile(r"\s?(?:获胜|取胜|胜|落败|战胜|击败|领先|[Vv]ictory|[Ww]in)")
_RATIO = re.compile(r"\s?[比:：]\s?[0-9０-９]")
_RATED = re.compile(r"[0-9０-９]\s?[比:：]\s?$")
_ANNOUNCED = re.compile(
    r"(?:根据|依据|依照|按照|规则|参照|参见|参考|见|[Rr]ules?|[Ss]ee|[Ss]ections?|[Uu]nder|[Rr]efer(?:s|ring)? to|"
    r"(?:described|defined|explained|specified|detailed|outlined) in|(?:[Aa]ccording|[Pp]ursuant) to|accordance with)\s?$"
)


class Fault(NamedTuple):
    """A reference that does not hold, or words that should be one: where they stand in the clause's text (or title)."""

    rule: str
    severity: Severity
    clause: Clause
    start: int
    facts: tuple[tuple[str, str], ...]
    in_title: bool = False


class Resolver:
    """Finds the references of the clauses of one rulebook. `faults` grows as it goes."""

    def __init__(self, clauses: Sequence[Clause], dialect: Dialect) -> None:
        self.faults: list[Fault] = []
        self._dialect = dialect
        self._index = Index(clauses, dialect)
        self._around = Neighbourhood(self._index)
        self._titles = BareTitles(self._index)

    def references(self, clause: Clause) -> tuple[Reference, ...]:
        """What the title and the text of the clause refer to."""
        if clause.kind is Kind.CONTENTS:
            return ()
        titled = self._in(clause.title, clause, in_title=True) if _may_cite(clause) else []
        return (*(reference._replace(in_title=True) for reference in titled), *self._in(clause.text, clause))

    def _in(self, words: str, clause: Clause, *, in_title: bool = False) -> list[Reference]:
        out: list[Reference] = []
        for mention in mentions(words, self._dialect):
            targets, across = self._targets(mention, words, clause, out)
            reference = self._reference(mention, words, clause, targets)
            if reference is not None:
                out.append(reference)
                self._check(reference, clause, across=across, in_title=in_title)
                self._go_on(out, words, clause, in_title=in_title)
            elif mention.kind is ReferenceKind.TITLE and unknown_title(words, mention.start, mention.end):
                facts = (("title", mention.words[0]),)
                self.faults.append(Fault("unknown_title", Severity.WARNING, clause, mention.start, facts, in_title))
        if not in_title and (bare := self._titles.find(words, clause, out)):
            out = sorted([*out, *bare], key=lambda reference: reference.start)
        return out

    def _go_on(self, out: list[Reference], words: str, clause: Clause, *, in_title: bool) -> None:
        """Adds what goes on with a list behind its last reference and has only the end of a number."""
        first = out[-1]
        if first.kind not in _LISTING or first.status is not Status.RESOLVED:
            return
        before = first.targets[-1]
        for start, end in bare_members(words, first.start, first.end):
            targets = self._index.listed(words[start:end], before, clause)
            if not targets:
                return  # an amount
            before = targets[-1]
            self._add(out, ReferenceKind.NUMBER, words, (start, end), targets, clause, in_title=in_title)
        if first is out[-1] and len(first.targets) == 1 and item_behind(words, first.end):
            end, targets = first.end, first.targets
            while (item := item_behind(words, end)) and (below := self._index.item(targets[0], item.number)):
                end, targets = item.end, below
            if end > first.end:
                out.pop()
                self._add(out, ReferenceKind.NUMBER, words, (first.start, end), targets, clause, in_title=in_title)
            return
        for part in article_parts(words, first.start, first.end):
            start, targets = part.start, self._index.number(part.number, clause)
            kind, last = ReferenceKind.NUMBER, out[-1]
            if part.ends_range and targets and last.targets:
                kind, start, targets = ReferenceKind.RANGE, out.pop().start, self._index.run(last.targets[0], targets[0])[0]
            elif last is first and part.start == first.end:  # 第三条第一、二项 does not name the whole article
                start = out.pop().start
            self._add(out, kind, words, (start, part.end), targets, clause, in_title=in_title)

    def _add(
        self,
        out: list[Reference],
        kind: ReferenceKind,
        words: str,
        span: tuple[int, int],
        targets: Keys,
        clause: Clause,
        *,
        in_title: bool,
    ) -> None:
        status = Status.RESOLVED if kind in _SEVERAL or len(targets) == 1 else Status.AMBIGUOUS
        found = Reference(words[slice(*span)], kind, *span, targets, status if targets else Status.DANGLING)
        self._check(found, clause, across=False, in_title=in_title)
        out.append(found)

    def _targets(self, mention: Mention, words: str, clause: Clause, before: Sequence[Reference]) -> tuple[Keys, bool]:
        """The clauses that a mention names, and whether it is a range whose ends lie under different parents."""
        first, last = mention.words[0], mention.words[-1]
        match mention.kind:
            case ReferenceKind.RANGE if _is_circled(first):
                start, end = (self._step(step, mention, words, clause, before) for step in (first, last))
                return self._index.run(start[0], end[0]) if start and end else ((), False)
            case ReferenceKind.RANGE:
                return self._index.between(first, last, clause)
            case ReferenceKind.LIST:
                return self._index.members(first, mention.words[1:], clause), False
            case ReferenceKind.NUMBER:
                return self._index.number(_inner(first), clause), False
            case ReferenceKind.CHAPTER:
                return self._index.chapter(first, clause), False
            case ReferenceKind.TITLE:
                return self._index.title(first, clause), False
            case ReferenceKind.WILDCARD:
                return self._index.number(first.rpartition(".")[0], clause), False
            case ReferenceKind.STEP:
                return self._step(first, mention, words, clause, before), False
            case ReferenceKind.RELATIVE if _POINTER.fullmatch(first):
                said = words[max(0, mention.start - _NEAR) : mention.start]
                return self._index.titled_within(said.rpartition("。")[2]), False
            case ReferenceKind.RELATIVE:
                return self._around.relative(first, clause), False
        return (), False

    def _step(self, said: str, mention: Mention, words: str, clause: Clause, before: Sequence[Reference]) -> Keys:
        """A step of the list of a title named just before it; else of the nearest list; else of a clause named just before."""
        titled: Keys = ()
        numbered: Keys = ()
        for reference in reversed(before):
            if mention.start - reference.end >= _NEAR or "。" in words[reference.end : mention.start]:
                break
            if reference.kind is ReferenceKind.TITLE and not titled:
                titled = reference.targets
            if reference.kind in (ReferenceKind.CHAPTER, ReferenceKind.NUMBER) and not numbered:
                numbered = reference.targets
                if _OF.fullmatch(words[reference.end : mention.start]) and (found := self._around.step(said, clause, numbered)):
                    return found
        sentence = words[max(0, mention.start - _SENTENCE) : mention.start].rpartition("。")[2]
        ahead = bool(_AHEAD.search(sentence)) or not clause.text[-8:].rstrip().endswith(("：", ":"))
        return self._around.step(said, clause, titled, ahead=ahead) or (
            self._around.step(said, clause, numbered) if numbered else ()
        )

    def _reference(self, mention: Mention, words: str, clause: Clause, targets: Keys) -> Reference | None:
        """The reference, or None where the words turn out to be none."""
        kind, first = mention.kind, mention.words[0]
        other_book = kind is ReferenceKind.CHAPTER and _in_front(clause) and not self._index.prints_chapters()
        other_book |= kind in _LISTING and _OTHER_BOOK.search(words, max(0, mention.start - _NEAR), mention.start) is not None
        if kind is ReferenceKind.EXTERNAL or other_book:
            targets, status, kind = (), Status.EXTERNAL, ReferenceKind.EXTERNAL
        elif _is_result(mention, words):
            return None
        elif targets:
            status = Status.RESOLVED if kind in _SEVERAL or len(targets) == 1 else Status.AMBIGUOUS
        elif (
            _is_amount(mention, words)
            or _POINTER.fullmatch(first)
            or first.startswith("上述")
            or "①" <= words[mention.start] <= "⑳"
        ):
            return None
        elif _OF_ARTICLE.search(first) and not self._index.articles:
            return None  # an article of another text
        elif kind is ReferenceKind.STEP and not _is_circled(first):
            return None  # a step of something else
        elif kind is ReferenceKind.TITLE and not _is_numbered_title(mention, words):
            return None  # quoted words that no heading has, or an amount
        else:
            status = Status.DANGLING
        said = words[mention.start : mention.end]
        return Reference(said, kind, mention.start, mention.end, targets, status, mention.flow)

    def _check(self, reference: Reference, clause: Clause, *, across: bool, in_title: bool) -> None:
        """Reports a reference that names no clause here, or more than one."""
        if reference.status in (Status.RESOLVED, Status.EXTERNAL):
            return
        facts: tuple[tuple[str, str], ...] = (("reference", reference.text), ("candidates", ", ".join(reference.targets[:8])))
        rule, severity = "dangling_reference", Severity.ERROR
        if across:
            rule, facts = "range_across_parents", facts[:1]
        elif reference.status is Status.AMBIGUOUS:
            rule, severity = "ambiguous_reference", Severity.WARNING
        self.faults.append(Fault(rule, severity, clause, reference.start, facts, in_title))


def _may_cite(clause: Clause) -> bool:
    return bool(clause.title) and clause.kind not in (Kind.CHAPTER, Kind.ROW)


def _in_front(clause: Clause) -> bool:
    """Whether the clause stands before the first heading."""
    return clause.parent == "" and clause.kind is Kind.PARAGRAPH


def _inner(words: str) -> str:
    """What `[[rule:x]]` and `{ref:x}` name."""
    return words.strip("[]{}").partition(":")[2] if words[:1] in "[{" else words


def _is_circled(words: str) -> bool:
    return any("①" <= char <= "⑳" for char in words)


def _is_plain_number(mention: Mention) -> bool:
    return (
        mention.kind in (ReferenceKind.NUMBER, ReferenceKind.RANGE)
        and not _is_circled(mention.words[0])
        and "条" not in mention.words[0]
        and mention.words[0][:1] not in "[{"
        and len(read_number(mention.words[0]).parts) <= 2
    )


def _is_result(mention: Mention, words: str) -> bool:
    """A version (`版本 1.2`), a score (`以2-1获胜`) or a ratio (`1.2比1`) is no clause, even where a clause has that number."""
    if not _is_plain_number(mention) or mention.flow:
        return False
    before = words[max(0, mention.start - _NEAR) : mention.start]
    score = any(
        found is not None
        for found in (_RESULT.match(words, mention.end), _RATIO.match(words, mention.end), _RATED.search(before))
    )
    return score or _VERSION.search(before) is not None


def _is_numbered_title(mention: Mention, words: str) -> bool:
    """Whether quoted words have the number of a heading: `“8. 行动”`, or `『8 行动』` where something announces it."""
    first = mention.words[0]
    if re.match(r".\s?(?:第|[0-9０-９]{1,3}[.．])", first):
        return True
    before = words[max(0, mention.start - _NEAR) : mention.start]
    return re.match(r".\s?[0-9０-９]", first) is not None and _ANNOUNCED.search(before) is not None


def _is_amount(mention: Mention, words: str) -> bool:
    """Two figures and a dot that no clause has, and that nothing announces, are an amount (`1.5`), not a lost clause."""
    if not _is_plain_number(mention) or mention.flow:
        return False
    before = words[max(0, mention.start - _NEAR) : mention.start].rstrip()
    after = words[mention.end : mention.end + 4].lstrip()[:1]
    bracketed = before[-1:] in ("（", "(", "、", "，", ",") and after in ("）", ")", "、", "，", ",", ".")
    return not (bracketed or _ANNOUNCED.search(before))


def procedures(clauses: Sequence[Clause], words: Sequence[str]) -> Iterator[tuple[ClauseKey, ClauseKey]]:
    """The pairs (step, next step) of every procedure: numbered children of a clause that announces steps (its text ends
    in a colon and says one of `words`), or of which one sends the procedure to another."""
    children: dict[ClauseKey, list[Clause]] = {}
    by_key = {clause.key: clause for clause in clauses}
    for clause in clauses:
        if clause.parent is not None and clause.kind in (Kind.CLAUSE, Kind.STEP):
            children.setdefault(clause.parent, []).append(clause)
    for key, siblings in children.items():
        for steps in ([s for s in siblings if s.kind is Kind.CLAUSE], [s for s in siblings if s.kind is Kind.STEP]):
            keys = {step.key for step in steps}
            text = simplified(by_key[key].text.rstrip()).casefold()
            announced = text.endswith(("：", ":")) and any(word in text for word in words)
            jumps = any(r.flow and not keys.isdisjoint(r.targets) for step in steps for r in step.references)
            if announced or jumps:
                yield from ((one.key, two.key) for one, two in pairwise(steps))
