"""What is recorded of the bindings is what they are, and each was written for the words that its clause has."""

import inspect
from importlib import import_module
from importlib.resources import files

import pytest

from headjudge.cli.record_bound import text_of
from headjudge.kb.bound import FILE, bound
from headjudge.simulator.registry import names


@pytest.mark.parametrize("game", names())
def test_the_record_is_up_to_date(game: str) -> None:
    recorded = (files("headjudge.rules_text") / game / FILE).read_text("utf-8")
    assert recorded == text_of(game), "run `python -m headjudge.cli.record_bound`"


@pytest.mark.parametrize("game", names())
def test_the_code_named_is_there(game: str) -> None:
    edition, entries = bound(game)
    assert edition
    assert entries
    for entry in entries:
        module, _, function = entry.code.partition(":")
        assert f"def {function}(" in inspect.getsource(import_module(module)), entry


def test_a_game_that_is_not_run_is_bound_to_nothing() -> None:
    assert bound("zx") == ("", [])
