"""Frozen, slotted dataclasses, made in a third of the time that the standard library takes.

`dataclasses` compiles six functions for each class, one by one. What card text and rulings say is a good two hundred
classes, and making them was the longest part of the start of every command that reads either.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # to a type checker it is nothing else
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """What `dataclasses.dataclass(frozen=True, slots=True)` makes of a class: fields, replacing and matching included. Fields
        have defaults, no factories, and may be left out of comparisons.

        >>> @dataclass(frozen=True, slots=True)
        ... class Pair:
        ...     left: int
        ...     right: int = 2
        >>> Pair(1), Pair(1) == Pair(1, 2), hash(Pair(1)) == hash(Pair(left=1)), dataclasses.replace(Pair(1), left=3)
        (Pair(left=1, right=2), True, True, Pair(left=3, right=2))
        """
        assert frozen, "what may change is made by the standard library"
        assert slots, "as above"
        return _made


def _made(cls: Any) -> Any:
    fields = dataclasses.fields(dataclasses.dataclass(init=False, repr=False, eq=False)(cls))
    names = tuple(field.name for field in fields)

    def first(self: Any, *args: object, **named: object) -> None:
        _complete(made, fields)
        made.__init__(self, *args, **named)

    # slots have to be there when a class is made: it is made again, without the defaults that stand in their places
    body = {name: value for name, value in vars(cls).items() if name not in (*names, "__dict__", "__weakref__")}
    body |= {"__slots__": names, "__qualname__": cls.__qualname__, "__init__": first, **_SHARED}
    made = type(cls)(cls.__name__, cls.__bases__, body)
    return made


def _complete(made: Any, fields: tuple["dataclasses.Field[Any]", ...]) -> None:
    """Compiles the methods of a class when its first value is made: most classes have none in a run."""
    defaults = {f"default_{field.name}": field.default for field in fields if field.default is not MISSING}
    scope: dict[str, Any] = {f"set_{field.name}": getattr(made, field.name).__set__ for field in fields} | defaults
    exec(_source(fields), scope)  # noqa: S102  # names of fields, as the class statement has them
    for name in ("__init__", "__eq__", "__hash__"):
        scope[name].__qualname__ = f"{made.__qualname__}.{name}"
        setattr(made, name, scope[name])


def _source(fields: tuple["dataclasses.Field[Any]", ...]) -> str:
    """The three methods that hang on what the fields are."""
    arguments, compared = [], []
    for field in fields:
        assert field.default_factory is MISSING, field.name
        arguments.append(field.name if field.default is MISSING else f"{field.name}=default_{field.name}")
        if field.compare:
            compared.append(field.name)
    own, others = ("".join(f"{whose}.{name}, " for name in compared) for whose in ("self", "other"))
    return (
        f"def __init__({', '.join(('self', *arguments))}):\n"
        f"    {'; '.join(f'set_{field.name}(self, {field.name})' for field in fields) or 'pass'}\n"
        "def __eq__(self, other):\n"
        f"    return ({own}) == ({others}) if other.__class__ is self.__class__ else NotImplemented\n"
        f"def __hash__(self):\n    return hash(({own}))\n"
    )


# The methods that all have in common ----------------------------------------------------------------------------------------


def _set(_self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _repr(self: Any) -> str:
    said = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({said})"


def _compared(self: Any) -> tuple[object, ...]:
    return tuple(getattr(self, field.name) for field in dataclasses.fields(self) if field.compare)


def _is_equal(self: Any, other: Any) -> bool:
    return _compared(self) == _compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_compared(self))


def _state(self: Any) -> list[object]:
    return [getattr(self, name) for name in self.__match_args__]


def _restore(self: Any, state: list[object]) -> None:
    for name, value in zip(self.__match_args__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED = {
    "__setattr__": _set,
    "__delattr__": _delete,
    "__repr__": _repr,
    "__eq__": _is_equal,  # these two until a value is made by the class itself, and not by a copy of it
    "__hash__": _hash,
    "__getstate__": _state,
    "__setstate__": _restore,
}
