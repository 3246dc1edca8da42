"""Texts made to be slow: each grows with `size`, and reading it must take time that grows no faster."""

import random
from collections.abc import Callable


def _deep(size: int) -> str:
    """One number of very many levels, and what would hang below it."""
    number = ".".join(["1"] * size)
    return f"第1章 概要\n{number} 深。\n{number}.1 更深。\n"


def _chain(size: int) -> str:
    """Each line one level deeper."""
    depth = int((2 * size) ** 0.5)
    return "\n".join(".".join(["1"] * level) + " 深。" for level in range(2, depth))


REPEATED: dict[str, str] = {
    "one line of words": "文字",
    "one line of dots": "1.",
    "one line of leaders": "1.1 概要 .....",
    "one line of spaces": "1 . ",
    "one line of quotes": "“见“",
    "one line of brackets": "（1.1（",
    "one line of references": "见1.1.1和1.1.2，",
    "one line of steps": "步骤①和①到③，",
    "one line of ranges": "1.1.1-1.1.2、",
    "one line of circled numbers": "①到",
    "one line of titles": "依照“标准流程”使用标准的流程；",
    "one line of pointers": "关于标准流程的规定参见上文",
    "one line of versions": "版本1.2以2-1获胜",
    "one line of definitions": "称为“词”是指",
    "one line of signs": "*_【",
    "one line of colons": "a：",
    "one line of dashes": "-—",
    "one line of pipes": "|-",
    "blank lines": "\n",
    "spaced blank lines": " \n",
    "unnumbered lines": "没有编号的行\n",
    "broken lines": "没有编号的行，而且很长，长到看起来像断开的一样\n",
    "the same number": "1.1 相同。\n",
    "the same heading": "## 1. 概要\n",
    "the same article": "第一条 守时。\n",
    "bullets": "• 项目\n",
    "deeper bullets": "• 项目\n  • 项目\n",
    "steps": "①步骤。\n",
    "letters": "a) step\ni) step\n",
    "paragraphs citing before": "前款规定适用。\n",
    "articles citing before": "第三条 前两款和前条、本条第二款适用。\n第二款。\n",
    "steps citing steps": "1.1.1 使用：\n①宣告。\n②返回①，按照步骤①。\n1.1.2 见步骤②。\n",
    "page numbers": "- 1 -\n综合规则\n正文。\n",
    "form feeds": "综合规则\f",
    "contents": "1.1 概要 ..... 3\n",
    "glossary": "术语表\n词：意思\n",
    "two-line glossary": "术语表\n\n词\n意思。\n",
    "tables": "|名称|费用|\n|---|---|\n",
    "dangling": "1.1.1 见9.9.9和步骤⑨。\n",
    "bidirectional": "\u202e1.1\u202c 右\u2067左\n",
    "carriage returns": "1.1 概要\r",
    "nested quotes": "“「『【",
}
"""A name, and what is repeated."""


def _shuffled(size: int) -> str:
    """Clauses in no order, some of them twice."""
    count = size // 12
    draw = random.Random(size)
    places = draw.sample(range(count), count) + draw.choices(range(count), k=count // 10)
    return "\n".join(f"{place // 400 + 1}.{place // 20 % 20 + 1}.{place % 20 + 1} 乱序。" for place in places)


def texts() -> dict[str, Callable[[int], str]]:
    """What makes a text of about so many characters, by name."""

    def repeated(piece: str) -> Callable[[int], str]:
        return lambda size: "第1章 标准流程\n1.1 标准的流程\n" + piece * (size // len(piece))

    return {name: repeated(piece) for name, piece in REPEATED.items()} | {
        "one deep number": _deep,
        "a deep chain": _chain,
        "shuffled numbers": _shuffled,
    }
