"""What holds of every ruling: it reads back as it was written, nothing crashes, and no comment is lost."""

from dataclasses import fields, is_dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headjudge.parser.ruling import RulingError, format_scenario, parse_ruling
from headjudge.parser.ruling_vocabulary import Language, vocabulary
from headjudge.parser.scenario import Scenario

from .generate import scenarios

languages = st.sampled_from(["zh", "en"])
MARKS = [
    "疾风",
    "甲的",
    "A's",
    ";",
    "(",
    ")",
    "、",
    "/",
    "#2",
    "×2",
    "?",
    "「x」",
    "「",
    "」",
    '"',
    "9.2.3",
    "7",
    "-1",
    "==",
    "1.2-1.9",
]
pieces = st.sampled_from([*vocabulary().spellings(), *MARKS, "\n", " # x"])


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(scenarios(), languages)
def test_a_written_scenario_reads_back(scenario: Scenario, language: Language) -> None:
    text = format_scenario(scenario, language)
    assert parse_ruling(text) == scenario
    assert format_scenario(parse_ruling(text), language) == text


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_scenario_or_an_error_with_its_place(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(pieces, max_size=25).map(" ".join))
def test_any_words_are_a_scenario_or_an_error_with_its_place(text: str) -> None:
    check(text)


def check(text: str) -> None:
    scenario = read(text)
    if isinstance(scenario, RulingError):
        error = scenario
        lines = text.removeprefix("\ufeff").split("\n")
        line, column = error.place
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
        assert str(error.facts["drawing"]).endswith("^")
        return
    assert_plain(scenario)
    for language in ("zh", "en"):
        written = format_scenario(scenario, language)
        again = parse_ruling(written)
        assert again == scenario
        assert sorted(c.text for c in again.comments) == sorted(c.text for c in scenario.comments)


def read(text: str) -> Scenario | RulingError:
    try:
        return parse_ruling(text)
    except RulingError as error:
        return error


def assert_plain(value: object) -> None:
    """No token of the parser is left in a value: it would drag its text along and print oddly."""
    if is_dataclass(value):
        for field in fields(value):
            assert_plain(getattr(value, field.name))
    elif isinstance(value, tuple):
        for inner in value:
            assert_plain(inner)
    elif isinstance(value, str):
        assert type(value).__module__ != "lark.lexer", value
