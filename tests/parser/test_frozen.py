"""Classes made by `frozen.dataclass` do what those of the standard library do."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from headjudge.parser import frozen


@dataclasses.dataclass(frozen=True, slots=True)
class Standard:
    left: int
    right: tuple[int, ...] = (2,)
    place: int = field(default=0, compare=False)

    @property
    def both(self) -> int:
        return self.left + sum(self.right)


@frozen.dataclass(frozen=True, slots=True)
class Ours:
    left: int
    right: tuple[int, ...] = (2,)
    place: int = field(default=0, compare=False)

    @property
    def both(self) -> int:
        return self.left + sum(self.right)


@frozen.dataclass(frozen=True, slots=True)
class Nothing:
    pass


ASKED: list[Callable[[Any], object]] = [
    lambda cls: repr(cls(1)).partition("(")[2],
    lambda cls: cls(1) == cls(1, (2,), 5),
    lambda cls: cls(1) == cls(1, (3,)),
    lambda cls: hash(cls(1, (2,))) == hash(cls(1, place=7)),
    lambda cls: cls(1) == (1, (2,), 0),
    lambda cls: dataclasses.replace(cls(1), left=4).both,
    lambda cls: [one.name for one in dataclasses.fields(cls)],
    lambda cls: dataclasses.is_dataclass(cls(1)),
    lambda cls: cls.__match_args__,
    lambda cls: hasattr(cls(1), "__dict__"),
    lambda cls: copy.deepcopy(cls(1, (5,))) == cls(1, (5,)),
    lambda cls: pickle.loads(pickle.dumps(cls(1, (5,)))).right,
    lambda cls: {cls(1): "a"}[cls(1)],
]


@pytest.mark.parametrize("ask", ASKED)
def test_it_answers_alike(ask: Callable[[Any], object]) -> None:
    assert ask(Ours) == ask(Standard)


@pytest.mark.parametrize(
    ("do", "error"),
    [
        (lambda cls: setattr(cls(1), "left", 2), FrozenInstanceError),
        (lambda cls: delattr(cls(1), "left"), FrozenInstanceError),
        (lambda cls: cls(), TypeError),
        (lambda cls: cls(1, wrong=2), TypeError),
    ],
)
def test_it_refuses_alike(do: Callable[[Any], object], error: type[Exception]) -> None:
    for cls in (Standard, Ours):
        with pytest.raises(error):
            do(cls)


def test_a_copy_is_equal_before_the_class_has_made_a_value() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Unmade:
        left: int
        place: int = field(default=0, compare=False)

    def restored(*state: int) -> Unmade:
        made = Unmade.__new__(Unmade)
        made.__setstate__(list(state))  # type: ignore[attr-defined]  # as pickle does
        return made

    first, second = restored(1, 2), restored(1, 3)
    assert first == second
    assert hash(first) == hash(second)
    assert (first, hash(first)) == (Unmade(1), hash(Unmade(1)))


def test_a_class_without_fields_has_one_value() -> None:
    assert Nothing() == Nothing()
    assert len({Nothing(), Nothing()}) == 1
    assert repr(Nothing()) == "Nothing()"
