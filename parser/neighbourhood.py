"""The clauses that are named by where they stand: steps of the nearest list, and 前款, 本条第二项, this section."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.parser.number import UNITS, chinese_numeral
from headjudge.parser.targets import Index, Keys, printed_unit, value_of

_RELATIVE = re.compile(
    r"(?P<way>前|上述|上|下|本|[Tt]he (?:preceding|previous) |[Tt]his )(?P<count>[一二两三四五六七八九十]|two |three )?"
    r"(?P<unit>[编章节条款项]|part|chapter|section|article|paragraph|item)?s?(?P<rest>.*)",
    re.DOTALL,
)
_PLAIN_STEP = re.compile(r"[（(]?([0-9]{1,2})[)）.．、]?")
_COUNTS = {"two ": 2, "three ": 3}
_UNITS = UNITS | {"paragraph": "款", "item": "项"}
_KINDS = {"章": Kind.CHAPTER, "节": Kind.SECTION, "条": Kind.CLAUSE, "项": Kind.STEP}


class Neighbourhood:
    """Looks around in one rulebook."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._steps: dict[tuple[ClauseKey, str], list[ClauseKey]] = {}
        """The steps of one name directly below a clause."""
        self._lists: dict[tuple[ClauseKey | None, str], list[int]] = {}
        """The places among siblings of the clauses that have a step of that mark directly below them."""
        self._steps_under: dict[ClauseKey, dict[str, list[ClauseKey]]] = {}
        for clause in index.by_key.values():
            if clause.parent is not None:
                for name in _step_names(clause):
                    self._steps.setdefault((clause.parent, name), []).append(clause.key)
        for key, mark in self._steps:
            self._lists.setdefault((index.by_key[key].parent, mark), []).append(index.place[key])
        for places in self._lists.values():
            places.sort()

    def step(self, words: str, clause: Clause, title: Keys = (), *, ahead: bool = True) -> Keys:
        """The step of the list that the words mean: of the titled clause, or of the nearest list. A clause that introduces
        a list speaks of the list before it, unless it looks `ahead` (以下步骤③). 步骤3 may be ③, 步骤③ is no `3.`"""
        name = next((char for char in words if "①" <= char <= "⑳"), "") or str(value_of(words))
        if found := tuple(step for key in title for step in self._under(key).get(name, ())):
            return found
        own = self._listed(clause.key, name)
        if own and ahead:
            return own
        where: ClauseKey | None = clause.key
        while where is not None:
            if where != clause.key and (listed := self._listed(where, name)):
                return listed
            parent = self._index.by_key[where].parent
            places = self._lists.get((parent, name), [])
            if before := bisect_left(places, self._index.place[where]):
                return self._listed(self._index.children[parent][places[before - 1]], name)
            where = parent
        return own

    def _listed(self, key: ClauseKey, name: str) -> Keys:
        return tuple(self._steps.get((key, name), ())[:1])

    def _under(self, key: ClauseKey) -> dict[str, list[ClauseKey]]:
        """Every step of the lists of a clause and of what lies below it, by name."""
        if key not in self._steps_under:
            found: dict[str, list[ClauseKey]] = {}
            waiting = [key]
            while waiting:
                below = self._index.below(waiting.pop())
                waiting.extend(below)
                for step in below:
                    for name in _step_names(self._index.by_key[step]):
                        found.setdefault(name, []).append(step)
            self._steps_under[key] = found
        return self._steps_under[key]

    def relative(self, words: str, clause: Clause) -> Keys:
        """前款, 前两条, 本条第二款, 本章, the preceding paragraph: counted from where the words stand."""
        match = _RELATIVE.match(words)
        if match is None:
            return ()
        unit = _UNITS.get(match["unit"] or "", match["unit"] or "款")
        count = _COUNTS.get(match["count"] or "", chinese_numeral(match["count"] or "") or 1)
        here = self._unit_above(unit, clause)
        if match["way"] in ("本", "This ", "this ") or match["way"].endswith("his "):
            found: Keys = (here,) if here else ()
        else:
            found = self._beside(here, unit, count if match["way"] == "下" else -count)
        return self._part(found, match["rest"]) if match["rest"] and found else found

    def _part(self, found: Keys, rest: str) -> Keys:
        """第二款, 第（三）项 of the clause found."""
        paragraph = re.search(r"第([^款项]+)款", rest)
        item = re.search(r"第([^款项]+)项", rest)
        if paragraph:
            paragraphs, place = self._index.paragraphs(found[0]), value_of(paragraph[1])
            found = (paragraphs[place - 1],) if 0 < place <= len(paragraphs) else ()
        return self._index.item(found[0], item[1]) if item and found else found

    def _unit_above(self, unit: str, clause: Clause) -> ClauseKey | None:
        """The 章, 节, 条, 款 or 项 that a clause is or stands in."""
        above = clause
        while above.parent is not None and not self._is(unit, above):
            above = self._index.by_key[above.parent]
        return above.key if above.parent is not None else None

    def _is(self, unit: str, clause: Clause) -> bool:
        if unit == "款":
            return clause.kind in (Kind.PARAGRAPH, Kind.CLAUSE)
        marked = printed_unit(clause.number)
        return marked[0] == unit if marked is not None else clause.kind is _KINDS.get(unit)

    def _beside(self, here: ClauseKey | None, unit: str, count: int) -> Keys:
        """The `count` units after (before, if negative) the one that the clause stands in."""
        if here is None:
            return ()
        found: list[ClauseKey] = []
        kind = self._index.by_key[here].kind
        parent = self._index.by_key[here].parent
        in_article = unit == "款" and kind is Kind.PARAGRAPH
        siblings: Sequence[ClauseKey]
        if unit == "条" and here in self._index.articles:
            siblings, place = self._index.in_order, self._index.articles[here]
        elif unit == "款" and printed_unit(self._index.by_key[here].number) is not None:  # the article's own text is its first
            siblings, place, kind = self._index.below(here), -1, Kind.PARAGRAPH
        else:
            siblings, place = self._index.children[parent], self._index.place[here]
        step = 1 if count > 0 else -1
        at = place + step
        while 0 <= at < len(siblings) and len(found) < abs(count):
            if self._index.by_key[siblings[at]].kind is kind:
                found.append(siblings[at])
            at += step
        if in_article and step < 0 and len(found) < abs(count) and parent:
            found.append(parent)
        return tuple(found[::step]) if len(found) == abs(count) else ()


def _step_names(clause: Clause) -> Sequence[str]:
    """What a step may be called: ③ is also step 3, as `3.`, `3)` and `（3）` are. None of anything else."""
    if clause.kind is not Kind.STEP:
        return ()
    first = clause.number[:1]
    if "①" <= first <= "⑳":
        return first, str(ord(first) - ord("①") + 1)
    figures = _PLAIN_STEP.fullmatch(clause.number)
    return (str(int(figures[1])),) if figures else ()
