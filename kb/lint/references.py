"""References that say one thing and name another, and clauses that cite each other in a circle."""

import re
from collections.abc import Iterator, Sequence

from headjudge.kb.clause import Clause, ClauseKey, Problem, Reference, ReferenceKind, Severity, Status
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import is_han, listed, word_set
from headjudge.kb.lint.related import fitting, unrelated
from headjudge.parser.definitions import title_terms
from headjudge.parser.targets import fold_title

_BREAK = re.compile(r"[。，；：、（）()“”\"'\s]")
_TITLED = re.compile(r"^[0-9０-９.．]+[ .．、]*[「“【]?(?P<title>[^「」“”【】（）()，。；：、0-9]{2,80})[」”】]?")
_BRACKETED_TITLE = re.compile(r"[,，]?\s?[「“【\"](?P<title>[^「」“”【】\"]{2,80})[」”】\"]")
_SPACED_TITLE = re.compile(r"\s(?P<title>[^\s「」“”【】（）()，。；：、0-9]{2,40})(?=[）)])")
_POINTS = re.compile(r"(?:[（(]|见|参照|参考|[Ss]ee )\s?(?:(?:[Rr]ule|[Ss]ection|[Cc]hapter) )?$")
_POINTS_ON = re.compile(r"[（(](?:详见|请?参[见照考阅]|见)\s?$")
_OPENING = re.compile(r"[（(](?:详?见|参[见照考阅]|请?参[见照考阅])?\s?$")
_SIGN = 12
"""Characters of what opens a reference (`（详见`, `See section `)."""
_HEADING = 60
"""A clause without a title that is no longer than this is one itself (`702.9. Flying`)."""
_BEFORE = 24
"""How far in front of a reference the words stand that say what it is about."""
_HEAD = 2
"""Characters of the head of a Chinese name (步骤, 阶段, 伤害)."""


def words_and_target(book: Book) -> Iterator[Problem]:
    """Each reference that calls its target by another name than the target has, or whose target says nothing of what it is cited
    for."""
    rows = [frozenset(line.split(" ")) for name in ("confused.zh.txt", "synonyms.zh.txt") for line in listed(name)]
    for clause in book.clauses:
        for reference in clause.references:
            if reference.status is Status.RESOLVED and len(reference.targets) == 1:
                target = book.by_key[reference.targets[0]]
                words = clause.title if reference.in_title else clause.text
                said = (
                    _title_said(words, reference)
                    or _name_said(book, words, reference, target, rows)
                    or _topic_elsewhere(book, clause, reference, target)
                )
                if said and not _is_called(said, target):
                    name = target.title or ", ".join(d.term for d in target.definitions) or book.heading(target)
                    facts = {
                        "reference": reference.text,
                        "said": said,
                        "target": target.number.rstrip(".") or target.key,
                        "title": name,
                    }
                    yield book.problem(
                        "reference_words", Severity.WARNING, clause, reference.start, in_title=reference.in_title, **facts
                    )
                elif unrelated(book, clause, reference, target):
                    fits = fitting(book, clause, reference)
                    number = target.number.rstrip(".") or target.key
                    yield book.problem("wrong_reference", Severity.WARNING, clause, reference.start, target=number, fits=fits)


def _is_called(said: str, target: Clause) -> bool:
    name = target.title or (target.text if len(target.text) <= _HEADING else "")
    return bool(name) and fold_title(said) == fold_title(name)


def _title_said(words: str, reference: Reference) -> str:
    """The title that the text gives behind (or in) a reference by number: `4.9 物理序列`, `7.11【宣攻】`, “8. 主要阶段”."""
    before = words[max(0, reference.start - _SIGN) : reference.start]
    if reference.kind is ReferenceKind.TITLE:
        match = _TITLED.match(reference.text.strip("“”「」\"' "))
    elif reference.kind in (ReferenceKind.NUMBER, ReferenceKind.CHAPTER) and _POINTS.search(before):
        match = _BRACKETED_TITLE.match(words, reference.end) or _SPACED_TITLE.match(words, reference.end)
    else:
        match = None
    return match["title"].strip(" .,;") if match else ""  # American English has its marks inside


def _name_said(book: Book, words: str, reference: Reference, target: Clause, rows: Sequence[frozenset[str]]) -> str:
    """The name in front of a reference in brackets, where it is made like the target's and is another: `宣告攻击步骤（9.3）`
    for 攻击宣告步骤; or '' where it agrees, or is no name."""
    opening = _OPENING.search(words[max(0, reference.start - _SIGN) : reference.start])
    end = max(0, reference.start - _SIGN) + opening.start() if opening else 0
    before = _BREAK.split(words[max(0, end - _BEFORE) : end])[-1]
    if not before or not is_han(before[-1]):
        return ""
    names = [fold_title(part) for part in (target.title, *(d.term for d in target.definitions)) if len(part) > 1]
    around = [term for above in book.above(target) for term in title_terms(above.title)]
    if any(_within(name, before) for name in names) or any(term in before for term in around):
        return ""
    parts = [word.text for word in book.lexicon.cut(before)]
    last = parts[-1]
    for name in names:
        if len(name) > _HEAD and _heads_alike(name[-_HEAD:], before[-_HEAD:]):
            said = ""
            while parts and len(said) < len(name) and (len(said) <= _HEAD or parts[-1] not in word_set("plain")):
                said = parts.pop() + said
            return said
    told = "\n".join((target.title, target.text, book.heading(target), *(child.text for child in book.below(target))))
    for row in rows:
        if last in row and last not in told and any(word in told for word in row):
            return last
    return ""


def _topic_elsewhere(book: Book, clause: Clause, reference: Reference, target: Clause) -> str:
    """The title of the clause, where it only points on (`详见3.2`), another section has that title, and the target does not say
    the word: a real number, and the wrong one."""
    before = clause.text[max(0, reference.start - _SIGN) : reference.start]
    topic = clause.title or (book.by_key[clause.parent].title if clause.parent else "")
    homes = book.titled.get(fold_title(topic), ())
    if reference.in_title or not topic or not homes or not _POINTS_ON.search(before):
        return ""
    family = {target.key, *(above.key for above in book.above(target))}
    near = {clause.key, *(above.key for above in book.above(clause))}
    told = "\n".join(f"{c.title}\n{c.text}" for c in (target, *book.above(target), *book.below(target)))
    if topic in told or any(home.key in family | near for home in homes):
        return ""
    return topic


def _heads_alike(one: str, other: str) -> bool:
    """Whether two heads of names are the same, or mean the same (步骤, 阶段)."""
    return one == other or any({one, other} <= {*line.split(" ")} for line in listed("heads_alike.zh.txt"))


def _within(name: str, words: str) -> bool:
    """Whether the characters of a name stand in the words, in their order."""
    rest = iter(words)
    return all(char in rest for char in name)


def citation_cycle(book: Book) -> Iterator[Problem]:
    """Each circle of clauses that rest on each other: where a procedure sends the reader is none."""
    cites: dict[ClauseKey, list[ClauseKey]] = {}
    for clause in book.clauses:
        near = {clause.key, *(above.key for above in book.above(clause))}
        for reference in clause.references:
            sends = reference.flow or reference.kind is ReferenceKind.STEP
            if reference.status is Status.RESOLVED and not sends and len(reference.targets) == 1:
                target = reference.targets[0]
                if target not in near and clause.key not in (above.key for above in book.above(book.by_key[target])):
                    cites.setdefault(clause.key, []).append(target)
    for circle in _circles(cites):
        clause = book.by_key[circle[0]]
        yield book.problem("citation_cycle", Severity.WARNING, clause, circle=" → ".join((*circle, circle[0])))


def _circles(cites: dict[ClauseKey, list[ClauseKey]]) -> Iterator[list[ClauseKey]]:
    """One circle for each group of clauses that can all be reached from one another (Tarjan's components, without recursion)."""
    index: dict[ClauseKey, int] = {}
    low: dict[ClauseKey, int] = {}
    stack: list[ClauseKey] = []
    on_stack: set[ClauseKey] = set()
    for root in cites:
        if root in index:
            continue
        work = [(root, iter(cites[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            key, targets = work[-1]
            target = next(targets, None)
            if target is not None:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(cites.get(target, ()))))
                elif target in on_stack:
                    low[key] = min(low[key], index[target])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[key])
            if low[key] == index[key]:
                group: list[ClauseKey] = []
                while not group or group[-1] != key:
                    group.append(stack.pop())
                    on_stack.discard(group[-1])
                if len(group) > 1:
                    yield _way_round(key, frozenset(group), cites)


def _way_round(start: ClauseKey, group: frozenset[ClauseKey], cites: dict[ClauseKey, list[ClauseKey]]) -> list[ClauseKey]:
    """The fewest steps from a clause back to itself inside its group."""
    came: dict[ClauseKey, ClauseKey] = {}
    edge = [start]
    while edge:
        reached = []
        for key in edge:
            for target in cites.get(key, ()):
                if target == start:
                    way = [key]
                    while way[-1] != start:
                        way.append(came[way[-1]])
                    return way[::-1]
                if target in group and target not in came:
                    came[target] = key
                    reached.append(target)
        edge = reached
    return [start]
