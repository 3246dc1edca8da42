"""Tables that people hand in: their cells, the places of their cells, and what is no table."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.parser.table import TableError, read_table

# (text, the rows as {heading: words})
GOOD = [
    ("id\tname\n1\tA\n\n2\tB\n", [{"id": "1", "name": "A"}, {"id": "2", "name": "B"}]),
    ('id\tname\r\n1\t"A\r\n', [{"id": "1", "name": '"A'}]),  # quotes mean nothing between tabs
    ('id,name\n1,"A, ""x""\nB"\n', [{"id": "1", "name": 'A, "x"\nB'}]),
    ("id;name\n1;A\n", [{"id": "1", "name": "A"}]),
    ('\ufeffid,name\n 1 , "A" \n', [{"id": "1", "name": "A"}]),
    ("id,id\n1,2\n", [{"id": "1"}]),
    (
        '[{"id": 1, "name": "A\\n\\u4e00"}, {"id": "2", "more": ["x", "y"]}]',
        [{"id": "1", "name": "A\n一"}, {"id": "2", "more": "x|y"}],
    ),
    ('{"what": 3, "cards": [{"id": null}]}', [{"id": ""}]),
]


@pytest.mark.parametrize(("text", "rows"), GOOD)
def test_rows(text: str, rows: list[dict[str, str]]) -> None:
    assert [{heading: cell.text for heading, cell in row.cells.items()} for row in read_table(text).rows] == rows


# (text, code, line, column)
BAD = [
    ("", "table_empty", None, None),
    ("\n \n", "table_empty", None, None),
    ("[]", "table_empty", None, None),
    ('id,name\n1,"A\n2,B\n', "table_quote_open", 2, 3),
    ('[{"id": 1,\n "name": }]', "table_json_broken", 2, 10),
    ('[{"id": 1}\n {"id": 2}]', "table_json_broken", 2, 2),
    ("[1]", "table_json_no_object", 1, 2),
    ('{"cards": {}}', "table_json_no_object", 1, 13),
    ("[" * 100_000, "table_json_no_object", 1, 2),
    ('[{"id": ' + "[" * 100_000, "table_json_broken", 1, 9),
    ('[{"id": ' + "[" * 900 + "]" * 900 + "}]", "table_json_broken", 1, 9),
]


@pytest.mark.parametrize(("text", "code", "line", "column"), BAD, ids=range(len(BAD)))
def test_no_table(text: str, code: str, line: int | None, column: int | None) -> None:
    with pytest.raises(TableError) as caught:
        read_table(text, "x")
    assert (caught.value.code, caught.value.facts.get("line"), caught.value.facts.get("column")) == (code, line, column)


def test_rows_with_more_cells_than_headings_are_told() -> None:
    table = read_table("id\tname\n1\tA\tx\n2\tB\t\n")
    assert [(row.cells["id"].text, cells) for row, cells in table.crowded] == [("1", 3)]


words = st.text(alphabet="abc一二\"',;\\\t\n ①\u2028", max_size=12)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=5))
def test_every_character_of_a_cell_has_its_place(rows: list[tuple[str, str]]) -> None:
    """Whatever a cell says: each of its signs lies where the table says, in the two ways of writing that change signs."""
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([("one", "two"), *rows])
    for text in (written.getvalue(), json.dumps([{"one": one, "two": two} for one, two in rows], ensure_ascii=False)):
        told = [row.cells for row in read_table(text).rows]
        expected = [(one.strip(), two.strip()) for one, two in rows]
        if text.startswith('"'):
            expected = [pair for pair in expected if any(pair)]  # an empty line is no row
        assert [tuple(cell.text for cell in cells.values()) for cells in told] == expected
        for cells in told:
            for cell in cells.values():
                for index, sign in enumerate(cell.text):
                    assert text[cell.offset(index)] in (sign, "\\")
