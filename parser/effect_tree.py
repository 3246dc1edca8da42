"""Walking and rewriting effect trees, whatever they are made of."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from headjudge.parser.effect_terms import Amount, Variable
from headjudge.parser.effects import Unmodelled

Node = TypeVar("Node")


def rewrite(node: Node, change: Callable[[Any], Any]) -> Node:
    """The tree with `change` made to each node that it does not give back as it was; what it gives is not entered again."""
    changed: Any = change(node)
    if changed is not node:
        return changed  # type: ignore[no-any-return]  # the caller's change keeps the types
    if type(node) is tuple:
        parts = tuple(rewrite(part, change) for part in node)
        return parts if any(new is not old for new, old in zip(parts, node, strict=True)) else node  # type: ignore[return-value]
    if is_dataclass(node) and not isinstance(node, type):
        new_values = {}
        for field in fields(node):
            old = getattr(node, field.name)
            if (new := rewrite(old, change)) is not old:
                new_values[field.name] = new
        return replace(node, **new_values) if new_values else node
    return node


def walk(node: object) -> Iterator[object]:
    """Every node of the tree, the tree itself first."""
    yield node
    if type(node) is tuple:
        for part in node:
            yield from walk(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from walk(getattr(node, field.name))


def unmodelled(node: object) -> tuple[Unmodelled, ...]:
    """What of the tree could not be read, in the order of the words."""
    return tuple(part for part in walk(node) if isinstance(part, Unmodelled))


def variables(node: object) -> frozenset[str]:
    """The letters that the tree leaves open."""
    return frozenset(part.name for part in walk(node) if isinstance(part, Variable))


def explain(node: Node, meanings: Mapping[str, Amount]) -> Node:
    """The tree with each letter that has a meaning replaced by it; a meaning may use other letters.

    Raises ValueError if a letter is explained by itself.
    """
    for _ in range(len(meanings) + 1):
        if not variables(node) & meanings.keys():
            return node
        node = rewrite(node, lambda part: meanings.get(part.name, part) if isinstance(part, Variable) else part)
    raise ValueError(sorted(meanings))
