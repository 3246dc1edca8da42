"""Whatever the text: lint comes back, and every problem stands at a place of the text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.kb.lint import NAMES, RULES, lint
from headjudge.kb.lint.book import Book
from headjudge.parser.rulebook import parse_rulebook

NUMBERS_AND_MARKS = "第1章 |1.1 |1.1.1 |1.2|（1.1.1）|（|）|“|”|【|】|「|  |。|，|：|①|• |例：|---> |、"
WORDS = "处理|处里|处|里|在在|检查步骤|检查阶段|消耗|消费|暗影区|正在攻击的随从|称为|是指|返回|X|以下|三种|player|the the|means"
ENDS = ("\n", "\n", "\r\n", "\u3000", "\t", "ß", "𠮷")
PIECES = st.sampled_from((*NUMBERS_AND_MARKS.split("|"), *WORDS.split("|"), *ENDS))
TEXTS = st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=80)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_any_text(text: str) -> None:
    problems = lint(parse_rulebook(text), text)
    assert list(problems) == sorted(problems, key=lambda problem: (problem.line, problem.column, problem.rule))
    lines = text.count("\n") + text.count("\r") + 1
    for problem in problems:
        assert problem.rule in NAMES
        assert (
            0 <= problem.line <= lines + text.count("\x0b") + sum(text.count(end) for end in "\x0c\x1c\x1d\x1e\x85\u2028\u2029")
        )
        assert problem.column >= 0
        assert all(isinstance(name, str) and isinstance(fact, str) for name, fact in problem.facts)


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_a_rule_finds_the_same_again_whatever_ran_before(text: str) -> None:
    rulebook = parse_rulebook(text)
    shared = Book(rulebook, text)
    for rule in reversed(RULES):
        assert list(rule(shared)) == list(rule(Book(rulebook, text)))
