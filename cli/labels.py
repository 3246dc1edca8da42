"""The few words that stand in answers themselves, in both languages (a look-up needs no file for them)."""

from headjudge.cli.request import Language
from headjudge.kb.phrase import counted

_LABELS: dict[str, tuple[str, str]] = {
    "bound": ("已绑定", "bound"),
    "chapter": ("章", "chapter"),
    "definitional": ("定义性", "definitional"),
    "executable": ("可执行", "executable"),
    "executed": ("已执行", "executed"),
    "formatted": ("已整理", "formatted"),
    "out_of_scope": ("不在模拟范围", "out of scope"),
    "reworded": ("绑定之后条文有改动", "reworded since they were bound"),
    "share": ("比例", "share"),
    "silent": ("没有规定", "silent"),
    "to_format": ("需要整理", "to be formatted"),
    "total": ("合计", "in all"),
    "unbound": ("可执行但未绑定", "executable, not bound"),
    "unclassified": ("未分类", "unclassified"),
    "uncovered": ("已绑定但没有裁定执行", "bound, executed by no ruling"),
    "above": ("见上", "see above"),
    "added": ("新增", "added"),
    "affected": ("受影响的裁定", "affected rulings"),
    "also": ("相关的问题", "see also"),
    "ambiguous": ("有多种读法", "ambiguous"),
    "answer_says": ("回答说“{words}”", "the answer says “{words}”"),
    "answered_before": ("此前的回答（{date}）", "answered before ({date})"),
    "answers": ("已公布的问答", "published answers"),
    "apart": ("示例、注释、词汇表", "examples, notes, glossary"),
    "below_here": ("见下", "see below"),
    "back": ("回到", "back to"),
    "below": ("  （下有 {count} 款）", "  ({count} below)"),
    "cards_named": ("涉及的卡牌", "cards"),
    "cards_count": ("{count} 张卡", "{count} card{count:|s}"),
    "check_this": ("请核对：", "check this:"),
    "cited_by": ("被引用", "cited by"),
    "cites": ("引用", "cites"),
    "clause_changed": ("  （此条款的文字已改变，须重新核对）", "  (the words of this clause have changed: check it again)"),
    "clause_says": ("写“{words}”", "has “{words}”"),
    "clauses": ("{count} 条", "{count} clause{count:|s}"),
    "clauses_joined": ("有关的条款", "clauses"),
    "contains": ("下级", "contains"),
    "dangling": ("无此条款", "no such clause"),
    "defined_by": ("定义", "defined by"),
    "defines": ("此处定义", "defines"),
    "disagreements": ("{count} 个回答可能与规则书不一致", "answers that may disagree with the rulebook: {count}"),
    "edited": ("修改", "edited"),
    "differs": ("不同", "differs"),
    "editions": ("各版本", "editions"),
    "external": ("不在本规则书中", "elsewhere"),
    "execute_it": ("另有 {count} 个裁定的经过执行了此条款", "{count} other ruling{count:|s} {count:runs|run} through it"),
    "flow": ("流程", "flow"),
    "hits": ("共 {total} 处", "{total} found"),
    "hits_at_least": ("至少 {total} 处，显示前 {shown} 处", "at least {total} found, the first {shown}"),
    "hits_first": ("共 {total} 处，显示前 {shown} 处", "{total} found, the first {shown}"),
    "imported": ("导入的原文", "imported text"),
    "in": ("依据它的条款", "what rests on it"),
    "loops": ("循环", "loops"),
    "joined_by_check": ("请核对", "to be checked"),
    "joined_by_same": ("说法一致", "says the same"),
    "joined_by_words": ("用词相近", "by its words"),
    "keywords": ("关键字", "keywords"),
    "kind": ("〔{kind}〕", "[{kind}] "),
    "merged": ("合并", "merged"),
    "more_answers": ("另有 {count} 个问答：judge answers show 词语", "{count} more: judge answers show WORDS"),
    "moved": ("移动", "moved"),
    "no_text": ("（没有文本）", "(no text)"),
    "not_simulated": (
        "（这个游戏还不能模拟：能力照原样显示）",
        "(the game cannot be simulated: abilities are shown as they are)",
    ),
    "nothing": ("（无）", "(none)"),
    "out": ("它所依据的条款", "what it rests on"),
    "own": ("自行表述，非官方原文", "own words, not the official text"),
    "quoted": ("“{words}” ", "“{words}” "),
    "problems": ("{count} 个问题", "{count} problem{count:|s}"),
    "error": ("错误", "error"),
    "warning": ("警告", "warning"),
    "note": ("提示", "note"),
    "removed": ("删除", "removed"),
    "renumbered": ("改号", "renumbered"),
    "retargeted": ("文字未变，所引编号已换条款", "same words, but a number in them is another clause now"),
    "question": ("问", "Q"),
    "reasons": ("理由", "reasons"),
    "ruling_answer": ("答", "A"),
    "rulings": ("裁定", "rulings"),
    "rulings_count": ("{count} 个裁定", "{count} ruling{count:|s}"),
    "same": ("相同", "same"),
    "simulated": ("可模拟", "can be simulated"),
    "split": ("拆分", "split"),
    "synonym_hits": ("另有 {total} 处用同义词", "{total} more by synonyms"),
    "synonyms": ("同义词", "synonyms"),
    "term": ("术语", "term"),
    "terms": ("术语", "terms"),
    "undated": ("无日期", "undated"),
    "unlinked": ("未能对应", "not joined"),
    "unregulated": ("未规定", "not regulated"),
    "used_in": ("使用处", "used in"),
    "within": ("（在 {clause}）", "(in {clause}) "),
}

_KINDS: dict[str, tuple[str, str]] = {
    "example": ("例", "e.g."),
    "note": ("※", "※"),
    "item": ("•", "•"),
    "legend": ("·", "·"),
    "row": ("·", "·"),
    "paragraph": ("¶", "¶"),
    "contents": ("目录", "contents"),
    "step": ("·", "·"),
}


def label(name: str, language: Language, **facts: object) -> str:
    """The word for `name`.

    >>> label("cites", "zh"), label("clauses", "en", count=3), label("clauses", "en", count=1)
    ('引用', '3 clauses', '1 clause')
    """
    words = _LABELS[name][language == "en"]
    return counted(words, facts).format(**facts) if facts else words


def mark(kind: str, language: Language) -> str:
    """What stands before an unnumbered clause of that kind.

    >>> mark("example", "zh"), mark("item", "en")
    ('例', '•')
    """
    return _KINDS[kind][language == "en"] if kind in _KINDS else "·"
