"""Frozen, slotted dataclasses made without compiling anything: card text and rulings have two hundred kinds of them.

What `dataclass(frozen=True, slots=True)` makes of a class is compiled from text, method by method, at every start: a fifth of
what a whole answer takes. Here the methods of all such classes are the same few functions over their fields. The standard
library's functions (`fields`, `replace`, `is_dataclass`) take them for its own; its module, which takes 10 ms to import, is
imported once they are asked.
"""

import sys
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, get_origin

__all__ = ["dataclass", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """The standard library's decorator for classes all of whose fields are given in the order in which they stand."""
        assert frozen
        assert slots
        return _value

    def replace(value: Any, /, **changes: object) -> Any:
        """The value with other fields: the standard library's function, for values alone."""
        return value.__replace__(**changes)


_NONE = object()
"""Stands for a default that there is not."""


def _value(cls: type) -> type:
    given = _given(cls)
    names = tuple(given)
    made: Any = _slotted(cls, names)
    made.__dataclass_fields__ = _Fields(cls, given)
    defaults = {name: default for name, value in given.items() if (default := _default(value)) is not _NONE}
    made.__init__ = _init(made, names, defaults)
    every, compared = _values(names), _values(tuple(name for name, value in given.items() if _compared(value)))

    def equal(self: object, other: object) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(compared(self))

    def shown(self: object) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in zip(names, every(self), strict=True))
        return f"{self.__class__.__qualname__}({said})"

    def reduced(self: object) -> tuple[type, tuple[object, ...]]:
        return self.__class__, every(self)

    def replaced(self: object, /, **changes: object) -> object:
        return self.__class__(**dict(zip(names, every(self), strict=True)) | changes)

    methods: dict[str, Callable[..., object]] = {
        "__eq__": equal, "__hash__": hashed, "__repr__": shown, "__reduce__": reduced, "__replace__": replaced,
        "__setattr__": _frozen, "__delattr__": _frozen,
    }  # fmt: skip
    for name, method in methods.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    result: type = made
    return result


def _given(cls: type) -> dict[str, object]:
    """The fields of a class in order, each with its default (or what `field` says of it)."""
    assert not any(hasattr(base, "__dataclass_fields__") for base in cls.__bases__)
    kinds: dict[str, object] = cls.__annotations__
    fields = (name for name, kind in kinds.items() if ClassVar not in (kind, get_origin(kind)))
    return {name: cls.__dict__.get(name, _NONE) for name in fields}


def _slotted(cls: type, names: tuple[str, ...]) -> type:
    """The class with slots for these fields: where instances keep what they have is settled as a class is made."""
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__", *names)}
    made: type = type(cls)(cls.__name__, cls.__bases__, {**body, "__slots__": names, "__match_args__": names})
    made.__qualname__ = cls.__qualname__
    return made


def _is_field(value: object) -> bool:
    dataclasses = sys.modules.get("dataclasses")
    return dataclasses is not None and isinstance(value, dataclasses.Field)


def _default(value: Any) -> object:
    if not _is_field(value):
        return value
    dataclasses = sys.modules["dataclasses"]
    assert value.init
    assert value.kw_only is not True
    assert value.default_factory is dataclasses.MISSING
    return _NONE if value.default is dataclasses.MISSING else value.default


def _compared(value: Any) -> bool:
    return value.compare is not False if _is_field(value) else True


class _Fields:
    """What the standard library's functions ask of a class, made when they do."""

    def __init__(self, cls: type, given: Mapping[str, object]) -> None:
        self._kinds = {name: cls.__annotations__[name] for name in given}
        self._defaults = {name: value for name, value in given.items() if value is not _NONE}

    def __get__(self, _value: object, owner: type) -> Any:
        from dataclasses import dataclass as standard

        like: Any = standard(type(owner.__name__, (), {"__annotations__": self._kinds, **self._defaults}))
        found = owner.__dataclass_fields__ = like.__dataclass_fields__  # type: ignore[attr-defined]
        return found


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
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")
