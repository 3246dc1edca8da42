"""Values made without compiling are what the standard library makes of the same class."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from headjudge.parser import board, card_segments, effect_acts, effect_durations, effect_terms, effects, question, scenario
from headjudge.parser.values import dataclass

MODULES = (board, card_segments, effect_acts, effect_durations, effect_terms, effects, question, scenario)
VALUES = [
    kind
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__ == module.__name__
]


@dataclass(frozen=True, slots=True)
class Ours:
    one: int
    two: str = "b"
    place: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    one: int
    two: str = "b"
    place: int = dataclasses.field(default=0, compare=False)


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, "c"), {}),
    ((1, "c", 2), {}),
    ((), {"one": 1}),
    ((1,), {"place": 3}),
    ((1,), {"two": "c", "place": 3}),
]
WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1, "c", 2, 3), {}),
    ((1,), {"one": 1}),
    ((1,), {"three": 3}),
    ((1, "c", 2), {"three": 3}),
    ((), {"two": "c"}),
]


@pytest.mark.parametrize(("given", "named"), CALLS)
def test_a_value_has_what_it_is_given_and_what_goes_without_saying(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, theirs = Ours(*given, **named), Theirs(*given, **named)
    assert dataclasses.astuple(ours) == dataclasses.astuple(theirs)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert hash(ours) == hash(theirs)
    assert ours == Ours(*given, **named)


@pytest.mark.parametrize(("given", "named"), WRONG)
def test_wrong_arguments_are_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Theirs(*given, **named)
    with pytest.raises(TypeError, match="Ours takes one, two, place"):
        Ours(*given, **named)


def test_values_are_equal_to_their_own_kind_alone_and_where_comparing_counts() -> None:
    assert Ours(1) == Ours(1, place=5)
    assert hash(Ours(1)) == hash(Ours(1, place=5))
    assert Ours(1) != Ours(2)
    others: list[object] = [Theirs(1), Nothing(), (1, "b")]
    assert Ours(1) not in others
    assert Nothing() == Nothing()
    assert repr(Nothing()) == "Nothing()"


def test_a_value_is_taken_apart_by_match() -> None:
    match Ours(1, "c"):
        case Ours(one, two, place):
            assert (one, two, place) == (1, "c", 0)


@pytest.mark.parametrize("value", [Ours(1, "c", 4), Nothing()])
def test_a_value_survives_being_copied_and_kept(value: object) -> None:
    for same in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert same == value
        assert repr(same) == repr(value)


def test_one_field_is_replaced() -> None:
    assert dataclasses.replace(Ours(1, "c", 4), two="d") == Ours(1, "d", 4)


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__qualname__)
def test_every_value_is_frozen_and_slotted(kind: Any) -> None:
    names = [field.name for field in dataclasses.fields(kind)]
    value = kind(*names)
    assert not hasattr(value, "__dict__")
    assert kind.__match_args__ == tuple(names)
    assert kind(**{name: name for name in names}) == value
    assert hash(value) == hash(kind(*names))
    for name in names:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 1)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(value, name)
