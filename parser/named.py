"""Named tuples made without compiling anything: at every start some sixty kinds of them are.

The standard library compiles a function from text for each of them, and looks into the types of their fields, which takes a tenth
of a millisecond a kind. Here the function is that of a tuple with as many fields, under other names. From Python 3.14 on, where a
class has its annotations only once it is made, they are the standard library's.
"""

import sys
from collections import namedtuple
from collections.abc import Iterable
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING or sys.version_info >= (3, 14):
    from typing import NamedTuple
else:
    _field = type(namedtuple("_", "field").field)
    """Gives an element of a tuple, sooner than anything written in Python."""

    @cache
    def _making(many: int) -> CodeType:
        names = "".join(f"field{place}, " for place in range(many))
        making: CodeType = eval(f"lambda cls, {names}: make(cls, ({names}))").__code__  # noqa: S307 - nothing of others is in it
        return making

    class _Named(tuple):
        """What all of them can do."""

        __slots__ = ()
        _fields = ()
        _said = "()"

        @classmethod
        def _make(cls, values: Iterable[Any]) -> Any:
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}: got {len(made)}")
            return made

        def _replace(self, /, **changes: Any) -> Any:
            made = self._make(map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"{type(self).__name__} has no {', '.join(changes)}")
            return made

        __replace__ = _replace  # for `copy.replace`

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            return type(self).__name__ + self._said % self

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    class _Kind(type):
        """Makes of a class of fields a tuple that has them."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            assert len(bases) == 1, "a named tuple is nothing else"
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            assert [*defaults] == [*fields[len(fields) - len(defaults) :]], "fields with a default come last"
            making = FunctionType(
                _making(len(fields)).replace(co_varnames=("cls", *fields), co_name="__new__", co_qualname=f"{name}.__new__"),
                {"make": tuple.__new__},
                "__new__",
                (*defaults.values(),),
            )
            given = {field: _field(place, "") for place, field in enumerate(fields)}
            said = f"({', '.join([f'{field}=%r' for field in fields])})"
            told = {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields, "_said": said, "__slots__": ()}
            return type(name, (_Named,), {**body, **given, **told, "__new__": making})

    class NamedTuple(metaclass=_Kind):
        """Whoever asks for it as the base of a class gets what `typing.NamedTuple` would make of it."""
