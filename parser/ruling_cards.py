"""The cards of a ruling: what is printed on them, and in what state they lie."""

from dataclasses import dataclass, field, replace

from lark import Tree

from headjudge.parser.board import Card, CardName, Numbers, Place, Placement, Word
from headjudge.parser.card_file import AmbiguousCardError, CardFile
from headjudge.parser.ruling_error import ContradictionError, RulingError, Source, UnknownCardError
from headjudge.parser.ruling_grammar import Node
from headjudge.parser.ruling_tree import number, parts, place_of, player, the, token, tokens
from headjudge.parser.ruling_vocabulary import vocabulary

FIGURES = (Word("power"), Word("strike"))
"""What `500/1` says."""

_PRINTED = ("printed", "figures", "trait", "property", "text", "keyword", "kind")


def sorted_numbers(numbers: Numbers) -> Numbers:
    """Numbers in the order of the words file, so that the order in which they were written does not matter."""
    known = [*vocabulary().identifiers("PRINTED"), *vocabulary().identifiers("MEASURE"), *vocabulary().identifiers("BORNE")]
    return tuple(sorted(numbers, key=lambda pair: known.index(pair[0])))


def described_names(tree: Node) -> frozenset[str]:
    """The names of the cards whose print a ruling gives, wherever it does."""
    cards = (card for card in tree.iter_subtrees() if card.data == "card")
    return frozenset(str(token(card, "NAME")) for card in cards if any(part.data in _PRINTED for part in parts(card)))


@dataclass(slots=True)
class CardReader:
    """Reads cards and keeps what is printed on them."""

    source: Source
    files: tuple[CardFile, ...] = ()
    own: frozenset[str] = frozenset()
    """The names that the ruling itself describes somewhere."""
    described: dict[CardName, Card] = field(default_factory=dict)
    """Cards described so far, stock cards and cards of files once they are named."""

    def name(self, written: str, place: Place) -> CardName:
        """The name in the scenario of a card that the ruling names: its own, a stock card's, or a full name from a card file.

        Raises UnknownCardError for a card that nothing describes, or that several cards of a file could be.
        """
        stock = vocabulary().stock
        if written in self.own:
            return CardName(written)
        card = Card(CardName(written), stock=Word(stock[written])) if written in stock else self._from_files(written, place)
        if card is None:
            near = vocabulary().nearest(written, ["ZONE", "VERB", "MEASURE", "POINT", "KIND"], [*sorted(self.own), *stock])
            raise self.source.error(UnknownCardError, "ruling_unknown_card", place, name=written, nearest=near)
        if self.described.setdefault(card.name, card) != card:
            both = f"{self.described[card.name].number}, {card.number}"
            raise self.source.error(UnknownCardError, "ruling_ambiguous_card", place, name=card.name, cards=both)
        return card.name

    def _from_files(self, written: str, place: Place) -> Card | None:
        for file in self.files:
            try:
                card = file.find(written)
            except AmbiguousCardError as error:
                raise self.source.error(
                    UnknownCardError, "ruling_ambiguous_card", place, name=written, cards=error.facts["cards"]
                ) from error
            if card is not None:
                return card
        return None

    def read(self, node: Node) -> Placement:
        """One card as listed. What is printed on it is described once for the whole ruling."""
        place = place_of(node)
        named = token(node, "NAME")
        details = [child for child in node.children if isinstance(child, Tree)]
        printed = [detail for detail in details if detail.data in _PRINTED]
        if named is None and printed:
            raise self._refuse("ruling_unknown_card_described", place_of(printed[0]))
        if named is not None and printed:
            self._describe(CardName(str(named)), printed, place)
        placement = Placement(None if named is None else self.name(str(named), place), place=place)
        count = number(node, "TIMES")
        if count is not None:
            placement = replace(placement, count=self.at_least_one(count, node))
        for detail in details:
            if detail.data not in _PRINTED:
                placement = self._with_state(placement, detail)
        return placement

    def at_least_one(self, count: int, node: Node) -> int:
        """A count that can be: `×0` of something is a slip."""
        if count < 1:
            raise self._refuse("ruling_count", place_of(node), found=count)
        return count

    def _refuse(self, code: str, place: Place, **facts: object) -> RulingError:
        return self.source.error(ContradictionError, code, place, **facts)

    def _describe(self, name: CardName, printed: list[Node], place: Place) -> None:
        card = Card(name, place=place)
        for detail in printed:
            card = self._with_print(card, detail)
        if card.kind is None:
            raise self._refuse("ruling_card_without_kind", place, name=name)
        before = self.described.setdefault(name, card)
        if before != card:
            raise self._refuse("ruling_card_described_twice", place, name=name, before_line=before.place.line)

    def _with_print(self, card: Card, detail: Node) -> Card:
        words, place = vocabulary(), place_of(detail)
        match detail.data:
            case "kind":
                if card.kind is not None:
                    raise self._refuse("ruling_two_kinds", place, name=card.name, **words.both("KIND", the(detail, "KIND")))
                return replace(card, kind=Word(the(detail, "KIND")))
            case "figures":
                figures = [int(value) for value in tokens(detail, "INT")]
                return self._numbered(card, tuple(zip(FIGURES, figures, strict=False)), place)
            case "printed":
                return self._numbered(card, ((Word(the(detail, "PRINTED")), int(the(detail, "INT"))),), place)
            case "trait" | "property":
                trait = self._trait(detail, place)
                if trait in card.traits:
                    raise self._refuse("ruling_said_twice", place, **vocabulary().both("TRAIT", "/".join(trait)))
                return replace(card, traits=(*card.traits, trait))
            case "text":
                lines = tuple(line.strip() for line in the(detail, "TEXT").split("\n"))
                return replace(card, text=(*card.text, *filter(None, lines)))
        keyword = the(detail, "NAME") + str(token(detail, "INT") or "")
        return replace(card, keywords=(*card.keywords, keyword))

    def _numbered(self, card: Card, numbers: Numbers, place: Place) -> Card:
        for word, _ in numbers:
            if word in dict(card.numbers):
                raise self._refuse("ruling_said_twice", place, **vocabulary().both("PRINTED", word))
        return replace(card, numbers=sorted_numbers((*card.numbers, *numbers)))

    def _trait(self, detail: Node, place: Place) -> tuple[Word, Word]:
        value = token(detail, "TRAIT")
        if detail.data == "trait":
            what, _, which = the(detail, "TRAIT").partition("/")
            return Word(what), Word(which)
        what = the(detail, "PROPERTY")
        if value is None:
            return Word(what), Word(the(detail, "NAME"))
        known, _, which = str(value).partition("/")
        if known != what:
            raise self._refuse(
                "ruling_trait_of_other",
                place,
                found=vocabulary().word("TRAIT", str(value), "zh"),
                **vocabulary().both("PROPERTY", what),
            )
        return Word(what), Word(which)

    def _with_state(self, placement: Placement, detail: Node) -> Placement:
        place = place_of(detail)
        match detail.data:
            case "orientation":
                return replace(placement, orientation=Word(self._once(placement.orientation, detail, "ORIENTATION")))
            case "face":
                return replace(placement, face=Word(self._once(placement.face, detail, "FACE")))
            case "flag":
                flags = {*placement.flags, Word(the(detail, "FLAG"))}
                return replace(placement, flags=tuple(sorted(flags)))
            case "borne":
                word = Word(self._once(dict(placement.numbers).get(Word(the(detail, "BORNE"))), detail, "BORNE"))
                numbers = (*placement.numbers, (word, int(the(detail, "INT"))))
                return replace(placement, numbers=sorted_numbers(numbers))
            case "together":
                return replace(placement, together=True)
            case "owner":
                return replace(placement, owner=player(detail))
            case "ability_used":
                times = number(detail, "TIMES")
                used = (number(detail) or 1, 1 if times is None else self.at_least_one(times, detail))
                if used[0] in dict(placement.used):
                    raise self._refuse("ruling_said_twice", place, **vocabulary().both("SETTING", "ability"))
                return replace(placement, used=tuple(sorted((*placement.used, used))))
        names = tuple(self.name(str(name), place_of(name)) for name in tokens(detail, "NAME"))
        return replace(placement, candidates=placement.candidates + names)

    def _once(self, before: object, detail: Node, terminal: str) -> str:
        if before is not None:
            found = token(detail, terminal)
            raise self._refuse("ruling_said_twice", place_of(detail), **vocabulary().both(terminal, str(found)))
        return the(detail, terminal)
