"""A command as a Typer command: its own options and the common ones, which may stand on either side of its name."""

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from headjudge.cli.answer import Answer
from headjudge.cli.commandline import OF_EVERY_GAME, ONE_BOX, WORDS_ONLY, Invocation
from headjudge.cli.mistakes import UsageMistake, one_of
from headjudge.cli.request import Language, Request
from headjudge.parser.named import NamedTuple

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Where Typer keeps it differs between its versions; its subclass has always been public."""

Completer = Callable[[str], list[str]]
"""What the beginning of a value may become."""


class Typed(NamedTuple):
    """What a command answers, and the request after the common options."""

    request: Request
    answer: Answer


_SHARED: tuple[inspect.Parameter, ...] = tuple(
    inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
    for name, default, annotation in (
        ("game", None, str | None),
        ("db", None, str | None),
        ("lang", None, str | None),
        ("json", False, bool),
    )
)
"""The options of every command, unless it has one of that name itself."""

_SHORT = {"game": "-g"}

_AT_LEAST_ONE = frozenset({"limit", "states", "seconds"})
"""The options whose number counts something of which none would be no answer."""

_MAY_BE_LEFT_OUT = frozenset({"file", "paths"})
"""The parameters that are arguments even where they have a default."""


class Command(TyperCommand):
    """A command that converts only the values which need it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _convert_little(self.get_params(ctx))
        return super().parse_args(ctx, args)


class Group(TyperGroup):
    """A group of commands that converts only the values which need it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _convert_little(self.get_params(ctx))
        return super().parse_args(ctx, args)


def _convert_little(params: list[Any]) -> None:
    """Typer imports pydantic (100 ms) to convert a value, even a text to a text and an absent one to itself."""
    for param in params:
        param.process_value = partial(_process, param, param.process_value)


def _process(param: Any, convert: Callable[[Any, Any], Any], context: Any, value: Any) -> Any:
    annotation = getattr(getattr(param, "type_descriptor", None), "annotation", None)
    kinds = (annotation, *get_args(annotation))
    missing = param.required and not value and not context.resilient_parsing
    if missing or (isinstance(value, str) and not {str, int} & {*kinds}):
        return convert(context, value)
    if isinstance(value, str) and str not in kinds:
        try:
            value = int(value)
        except ValueError:
            raise _no_number(param, value, context) from None
        if value < (1 if param.name in _AT_LEAST_ONE else 0):
            raise _no_number(param, str(value), context)
    return param.callback(context, param, value) if param.callback else value


def _no_number(param: Any, value: str, context: Any) -> UsageMistake:
    known = "1, 2, 3 …" if param.name in _AT_LEAST_ONE else "0, 1, 2, 3 …"
    return UsageMistake("bad_value", name=param.opts[-1], value=value, known=known, command=context.command_path)


def application(
    commands: Mapping[str, Callable[..., Answer]],
    request: Request,
    completers: Mapping[str, Completer] | None = None,
    group_class: type[TyperGroup] = Group,
) -> typer.Typer:
    """A Typer application of these commands (a name of two words is a command in a group). With `completers`, by parameter, it
    answers shells."""
    completes = completers is not None
    app = typer.Typer(cls=group_class, add_completion=completes, rich_markup_mode=None, pretty_exceptions_enable=False)
    groups: dict[str, typer.Typer] = {}
    for name, function in commands.items():
        group, _, own = name.rpartition(" ")
        if group and group not in groups and (completes or len(commands) > 1):
            groups[group] = typer.Typer(cls=Group, rich_markup_mode=None)
            app.add_typer(groups[group], name=group)
        home = groups.get(group, app)
        without = frozenset({"game"}) if name in OF_EVERY_GAME else frozenset()
        home.command(own, cls=Command)(as_typer_calls_it(function, request, completers or {}, without))
    if completes:
        app.callback()(as_typer_calls_it(nothing, request, completers or {}))
    return app


def nothing(request: Request) -> Answer:  # noqa: ARG001 - every command takes one
    """The command that does nothing: what stands for a command whose function is not wanted."""
    return Answer(dict)


def as_typer_calls_it(
    function: Callable[..., Answer],
    request: Request,
    completers: Mapping[str, Completer],
    without: frozenset[str] = frozenset(),
) -> Callable[..., Typed]:
    """The command's function with Typer's annotations and the common options but those it is `without`, which go into its
    request."""
    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    names = {parameter.name for parameter in own} | without
    shared = [parameter for parameter in _SHARED if parameter.name not in names]

    def command(**given: Any) -> Typed:
        asked = updated(request, {parameter.name: given.pop(parameter.name) for parameter in shared})
        return Typed(asked, function(asked, **given))

    parameters = [_annotated(parameter, completers.get(parameter.name)) for parameter in (*own, *shared)]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    command.__doc__ = ""  # help is ours: see help.py
    return command


def _annotated(parameter: inspect.Parameter, completer: Completer | None) -> inspect.Parameter:
    """The parameter as Typer wants it: an option if it has a default, else (or if it is known as one) an argument."""

    def complete(incomplete: str) -> list[str]:
        return completer(incomplete) if completer else []

    if parameter.default is parameter.empty or parameter.name in _MAY_BE_LEFT_OUT:
        info: Any = typer.Argument(autocompletion=complete)
    else:
        flags = [
            f"--{parameter.name.rstrip('_').replace('_', '-')}",
            *([_SHORT[parameter.name]] if parameter.name in _SHORT else []),
        ]
        info = typer.Option(*flags, autocompletion=None if parameter.annotation is bool else complete)
    return parameter.replace(kind=parameter.KEYWORD_ONLY, annotation=Annotated[parameter.annotation, info])


def updated(request: Request, common: Mapping[str, Any]) -> Request:
    """The request with the common options that were given. Raises UsageMistake for a language that is not ours."""
    lang: Language | None = common.get("lang")
    if lang is not None:
        one_of("--lang", lang, ("zh", "en"), "judge")
    return request._replace(
        named=Path(common["db"]) if common.get("db") else request.named,
        language=lang or request.language,
        json=common.get("json") or request.json,
        game=common.get("game") or request.game,
    )


def run(invocation: Invocation, function: Callable[..., Answer], request: Request) -> tuple[Answer, Request]:
    """Parses the arguments and runs the command. Raises UsageMistake, and whatever the command raises."""
    program = "judge" if invocation.command == ONE_BOX else f"judge {invocation.command}"
    app = application({invocation.command: function}, request)
    try:
        done = app(list(invocation.arguments), prog_name=program, standalone_mode=False)
    except UsageError as error:
        raise _mistake(error, program, request.language) from error
    if not isinstance(done, Typed):  # Typer keeps Ctrl-C to itself, and says only with which code to exit
        raise KeyboardInterrupt
    return done.answer, done.request


def _mistake(error: Any, program: str, language: Language) -> UsageMistake:
    """The usage error in our words: Typer's are English, and their classes tell what is wrong."""
    kind = type(error).__name__
    if kind == "NoSuchOption":
        near = ", ".join(error.possibilities or ())
        looked_up = program.removeprefix("judge").strip() in {*WORDS_ONLY, ""}
        as_word = f"{program} -- {error.option_name}" if looked_up else ""
        return UsageMistake("unknown_option", option=error.option_name, near=near, as_word=as_word, command=program)
    if kind == "MissingParameter":
        from headjudge.cli.help import placeholder  # reads a file of texts

        return UsageMistake("missing_argument", name=placeholder(error.param, language), command=program)
    if kind == "BadOptionUsage":
        return UsageMistake("missing_value", option=error.option_name, command=program)
    extra = error.message.partition("extra argument")[2].strip("s() ")
    if extra:
        return UsageMistake("extra_arguments", words=extra, command=program)
    return UsageMistake("bad_usage", reason=error.message, command=program)
