"""Frozen, slotted dataclasses made without compiling anything: card text and rulings have two hundred kinds of them.

What `dataclass(frozen=True, slots=True)` makes of a class is compiled from text, method by method, at every start: a fifth of
what a whole answer takes. Here the methods of all such classes are the same few functions over their fields.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields
from dataclasses import dataclass as _dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """The standard library's decorator for classes all of whose fields are given in the order in which they stand."""
        assert frozen
        assert slots
        return _value


def _value(cls: type) -> type:
    made: Any = _dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    about = fields(made)
    assert all(field.init and not field.kw_only and field.default_factory is MISSING for field in about)
    names = tuple(field.name for field in about)
    made.__init__ = _init(made, names, {field.name: field.default for field in about if field.default is not MISSING})
    every, compared = _values(names), _values(tuple(field.name for field in about if field.compare))

    def equal(self: object, other: object) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(compared(self))

    def shown(self: object) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in zip(names, every(self), strict=True))
        return f"{self.__class__.__qualname__}({said})"

    def reduced(self: object) -> tuple[type, tuple[object, ...]]:
        return self.__class__, every(self)

    methods: dict[str, Callable[..., object]] = {
        "__eq__": equal, "__hash__": hashed, "__repr__": shown, "__reduce__": reduced,
        "__setattr__": _frozen, "__delattr__": _frozen,
    }  # fmt: skip
    for name, method in methods.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    result: type = made
    return result


def _values(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """What gives a value's fields of these names."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple([getattr(self, name) for name in names])


def _init(cls: type, names: tuple[str, ...], defaults: dict[str, object]) -> Callable[..., None]:
    sets = {name: cls.__dict__[name].__set__ for name in names}
    in_order = tuple(sets.values())
    without = len(names) - len(defaults)
    left_out = tuple(defaults.values())
    """Those with a default come last."""

    def init(self: object, *given: object, **named: object) -> None:
        if len(given) == len(in_order) and not named:
            for put, value in zip(in_order, given, strict=True):
                put(self, value)
            return
        if not named and without <= len(given) < len(in_order):
            for put, value in zip(in_order, given + left_out[len(given) - without :], strict=True):
                put(self, value)
            return
        values = {**defaults, **dict(zip(names, given, strict=False)), **named}
        if len(given) > len(names) or len(values) != len(names) or not named.keys().isdisjoint(names[: len(given)]):
            raise TypeError(
                f"{cls.__name__} takes {', '.join(names)}: got {len(given)} in order and {', '.join(named) or 'none by name'}"
            )
        for name, put in sets.items():
            put(self, values[name])

    return init


def _frozen(_self: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")
