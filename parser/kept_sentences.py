"""The trees of sentences of card text, kept between runs: a parser of many readings takes longer than all the rest."""

import json
from collections.abc import Sequence
from typing import Any

import lark
from lark import Token, Tree

from headjudge.parser.kept import digest_of, file_in_folder, read_whole, write_whole

MOST = 4000
"""So many sentences are kept; all cards of a game have fewer."""


class Sentences:
    """The trees of sentences (None for one that cannot be read), as made from data of these names in this package.

    Kept one a line, the sentence and its tree, so that of thousands only those are read that are asked for.
    """

    def __init__(self, name: str, made_from: Sequence[str]) -> None:
        self._file = file_in_folder(f"{name}.jsonl")
        self._made_from = made_from
        self._trees: dict[str, str] | None = None
        """Sentence and tree, both as they are written."""
        self._grown = False

    def __contains__(self, sentence: str) -> bool:
        return _written(sentence) in self._read()

    def __getitem__(self, sentence: str) -> Tree[Token] | None:
        return _tree(json.loads(self._read()[_written(sentence)]))

    def __setitem__(self, sentence: str, tree: Tree[Token] | None) -> None:
        trees = self._read()
        trees[_written(sentence)] = _written(_plain(tree))
        self._grown = True
        if self._file is None and len(trees) > MOST:  # nobody will save them, which makes them fewer
            del trees[next(iter(trees))]

    def save(self) -> None:
        """Writes down what is new, whole or not at all; what cannot be written is worked out again next time."""
        if self._file is None or not self._grown:
            return
        grown, self._trees = self._read(), None
        trees = dict(list({**self._read(), **grown}.items())[-MOST:])  # with what another process wrote down meanwhile
        self._trees = trees
        body = "".join(f"{sentence}{_BETWEEN}{tree}\n" for sentence, tree in trees.items()).encode("ascii")
        self._grown = not write_whole(self._file, self._made_by(), body)

    def _made_by(self) -> str:
        return digest_of(self._made_from, lark.__version__)

    def _read(self) -> dict[str, str]:
        if self._trees is None:
            body = read_whole(self._file, self._made_by()) if self._file else None
            lines = [] if body is None else body.decode("ascii").splitlines()
            self._trees = {sentence: tree for sentence, _, tree in (line.partition(_BETWEEN) for line in lines)}
        return self._trees


_BETWEEN = "\t"


def _written(value: object) -> str:
    """As one line, in which no tab stands as it is."""
    return json.dumps(value, ensure_ascii=True)


def _plain(tree: Tree[Token] | None) -> Any:
    """A tree as lists: [rule, children], a token as [type, words, offset]; what is absent is null."""
    if tree is None:
        return None
    return [str(tree.data), [_token(child) if isinstance(child, Token) else _plain(child) for child in tree.children]]


def _token(token: Token) -> Any:
    return [token.type, str(token), token.start_pos]


def _tree(plain: Any) -> Tree[Token] | None:
    if plain is None:
        return None
    rule, children = plain
    made: list[Any] = [Token(*child) if child is not None and len(child) == 3 else _tree(child) for child in children]
    return Tree(rule, made)
