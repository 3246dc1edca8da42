"""Named tuples made without compiling are what the standard library makes of the same class."""

import copy
import pickle
import typing
from typing import Any

import pytest

from headjudge.kb.records import Brief
from headjudge.parser.named import NamedTuple


class Ours(NamedTuple):
    """Fields, some with a default; a property and a method."""

    one: int
    two: str = "b"
    three: tuple[int, ...] = ()

    @property
    def both(self) -> str:
        """The first two."""
        return f"{self.one}{self.two}"

    def more(self, one: int) -> "Ours":
        return self._replace(one=self.one + one)


class Theirs(typing.NamedTuple):
    one: int
    two: str = "b"
    three: tuple[int, ...] = ()


class Nothing(NamedTuple):
    pass


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, "c"), {}),
    ((1, "c", (2,)), {}),
    ((), {"one": 1}),
    ((1,), {"three": (3,)}),
]
WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1, "c", (), 3), {}),
    ((1,), {"one": 1}),
    ((1,), {"four": 3}),
    ((), {"two": "c"}),
]


@pytest.mark.parametrize(("given", "named"), CALLS)
def test_one_is_what_it_would_be(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours: Any = Ours(*given, **named)
    theirs: Any = Theirs(*given, **named)
    assert ours == theirs == tuple(ours)
    assert hash(ours) == hash(theirs)
    assert (ours.one, ours.two, ours.three) == (theirs.one, theirs.two, theirs.three)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(two="z") == theirs._replace(two="z")
    assert ours.both == f"{theirs.one}{theirs.two}"
    assert type(ours.more(4)) is Ours


@pytest.mark.parametrize(("given", "named"), WRONG)
def test_what_would_be_refused_is(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    for kind in (Ours, Theirs):
        with pytest.raises(TypeError, match=rf"^{kind.__name__}\.__new__\(\) .*argument"):
            kind(*given, **named)


def test_a_class_tells_of_itself_what_it_would() -> None:
    names = {"_fields", "_field_defaults", "__match_args__", "__slots__"}
    assert {name: getattr(Ours, name) for name in names} == {name: getattr(Theirs, name) for name in names}
    assert Ours.__bases__[0].__bases__ == Theirs.__bases__ == (tuple,)
    assert tuple(Ours._make([1, "a", ()])) == (1, "a", ())
    with pytest.raises(TypeError):
        Ours._make([1])
    with pytest.raises(ValueError, match="four"):
        Ours(1)._replace(four=4)  # type: ignore[call-arg]
    assert not hasattr(Ours(1), "__dict__")
    with pytest.raises(AttributeError):
        Ours(1).one = 2  # type: ignore[misc]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_copies_are_equal_and_of_the_same_kind(protocol: int) -> None:
    for one in (Ours(1, "c"), Nothing(), Brief(1, "a", "b", "c", "d", "e", "f", "g", "h", 2)):
        for other in (pickle.loads(pickle.dumps(one, protocol)), copy.copy(one), copy.deepcopy(one)):
            assert (other, type(other)) == (one, type(one))


def test_one_is_matched_by_its_fields() -> None:
    match Ours(1, "c"):
        case Ours(one, two=two):
            assert (one, two) == (1, "c")


def test_one_without_fields_is_empty() -> None:
    assert Nothing() == ()
    assert repr(Nothing()) == "Nothing()"
