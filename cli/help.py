"""Help: what a command does, its arguments and options, and examples that work (`help.toml`)."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import typer

from headjudge.cli.answer import BLANK, Answer, Block, Exit, heading, text
from headjudge.cli.commandline import COMMANDS, ONE_BOX, Invocation, function_of
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Language, Request
from headjudge.cli.typed import application
from headjudge.parser.packaged import files


@cache
def _texts() -> Mapping[str, Any]:
    return tomllib.loads((files("headjudge.cli") / "help.toml").read_text("utf-8"))


def help_on(invocation: Invocation, request: Request) -> Answer:
    """The version, or help on a command, a group of commands, or judge itself."""
    if "--version" in invocation.asks:
        from headjudge import __version__

        return Answer(lambda: {"version": __version__}, lambda: [text(f"judge {__version__}")])
    asked = invocation.command
    if asked == ONE_BOX and invocation.asks & {"--help", "-h"} and invocation.word:
        raise UsageMistake("no_help", word=invocation.word)
    names = [name for name in COMMANDS if name == asked or name.startswith(f"{asked} ")] or list(COMMANDS)
    if asked in COMMANDS:
        return Answer(lambda: _data(names, request), lambda: _command(asked, request))
    group = "" if asked == ONE_BOX else asked
    # a group alone is not a command: its help is shown, but nothing was done
    code = Exit.DONE if not group or invocation.asks & {"--help", "-h"} else Exit.WRONG
    return Answer(lambda: _data(names, request), lambda: _overview(group, names, request), code)


def examples() -> Iterator[str]:
    """Every example that help shows."""
    for entry in _texts()["commands"].values():
        yield from entry["examples"]


def placeholder(param: Any, language: Language) -> str:
    """What stands for the value of a parameter in a usage line: a word in capitals, or in Chinese."""
    if param.param_type_name == "option":
        return str(param.opts[0])
    entry = _texts()["arguments"].get(param.name, {})
    return str(entry.get(f"name_{language}", param.name.upper()))


def _command(name: str, request: Request) -> Iterator[Block]:
    language = request.language
    entry = _texts()["commands"][name]
    params = typer.main.get_command(application({name: function_of(name)}, request)).params
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option" and "--help" not in param.opts]
    usage = " ".join(_usage(param, language) for param in arguments)
    yield heading(f"judge {name} {usage}".rstrip())
    yield BLANK
    yield text(entry[language])
    yield from _section("arguments", [(placeholder(p, language), _argument(p, name)[language]) for p in arguments], language)
    yield from _section("options", [(_flags(p, name, language), _option(p, name)[language]) for p in options], language)
    yield from _section("examples", [(example, "") for example in entry["examples"]], language)


def _argument(param: Any, command: str) -> Mapping[str, str]:
    """The texts of an argument: those of the command if it has its own."""
    own = _texts()["commands"].get(command, {}).get("arguments", {})
    entry: Mapping[str, str] = own.get(param.name) or _texts()["arguments"][param.name]
    return entry


def _usage(param: Any, language: Language) -> str:
    shown = f"{placeholder(param, language)}{'...' if param.nargs == -1 else ''}"
    return shown if param.required else f"[{shown}]"


def _flags(param: Any, command: str, language: Language) -> str:
    flags = ", ".join(sorted(param.opts, key=len))
    return flags if param.is_flag else f"{flags} {_option(param, command).get(f'name_{language}', '')}".rstrip()


def _option(param: Any, command: str) -> Mapping[str, str]:
    """The texts of an option: those of the command if it has its own."""
    own = _texts()["commands"].get(command, {}).get("options", {})
    entry: Mapping[str, str] = own.get(param.name) or _texts()["options"][param.name.rstrip("_")]
    return entry


def _overview(group: str, names: list[str], request: Request) -> Iterator[Block]:
    language = request.language
    about = _texts()["about"]
    if group:
        yield heading(f"judge {group} …")
    else:
        yield heading(about[language])
        rows = [(line, about["one_box"][line][language]) for line in about["one_box"]]
        yield from _section("one_box", rows, language)
    yield from _section(
        "commands", [(f"judge {name}", _texts()["commands"][name][language].split("\n")[0]) for name in names], language
    )
    if not group:
        shared = [(entry["flags"], entry[language]) for entry in _texts()["shared"].values()]
        yield from _section("shared", shared, language)
        yield BLANK
        yield text(about["more"][language], "dim")


def _section(title: str, rows: list[tuple[str, str]], language: Language) -> Iterator[Block]:
    if rows:
        yield BLANK
        yield heading(_texts()["headings"][title][language])
        for name, words in rows:
            yield text(words, label=name, indent=1)


def _data(names: list[str], request: Request) -> dict[str, Any]:
    commands = _texts()["commands"]
    return {
        "commands": [
            {"name": name, "does": commands[name][request.language], "examples": commands[name]["examples"]} for name in names
        ]
    }
