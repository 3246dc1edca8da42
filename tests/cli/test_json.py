"""The JSON contracts: scripts depend on these keys."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Judge

# (arguments, keys at the top, {a list: the keys of its entries})
CONTRACTS: list[tuple[str, set[str], dict[str, set[str]]]] = [
    (
        "show 10.5.3.1",
        {"id", "number", "kind", "title", "text", "path", "children", "references", "cited_by", "terms", "rulings", "edition"},
        {"path": {"id", "number", "title"}, "references": {"text", "kind", "targets", "span"}, "cited_by": {"id", "number"}},
    ),
    (
        "chain 11.2.2",
        {"root", "nodes", "edges", "cycles"},
        {"nodes": {"id", "title", "text", "depth"}, "edges": {"source", "target", "kind", "text"}},
    ),
    ("path 11.2.1 11.2.2.4", {"nodes", "edges"}, {"nodes": {"id"}, "edges": {"source", "target", "kind", "text"}}),
    ("search 检查时点", {"query", "total", "hits"}, {"hits": {"id", "title", "snippet", "path", "score"}}),
    ("term 检查时点", {"term", "defined_by", "synonyms", "used_in"}, {"defined_by": {"id"}, "used_in": {"id"}}),
    ("games", {"games"}, {"games": {"game", "title", "editions", "clauses", "simulated"}}),
]


@pytest.mark.parametrize(("line", "keys", "entries"), CONTRACTS, ids=[line for line, *_ in CONTRACTS])
def test_keys(judge: Judge, line: str, keys: set[str], entries: dict[str, set[str]]) -> None:
    ended = judge(*line.split(), "--json")
    assert (ended.code, ended.err) == (0, "")
    data = json.loads(ended.out)
    assert keys <= set(data)
    for name, wanted in entries.items():
        assert data[name], name
        assert all(wanted <= set(entry) for entry in data[name]), name


def answer(judge: Judge, *arguments: str) -> Any:
    return json.loads(judge(*arguments, "--json").out)


def test_show_gives_whole_ids_and_spans_of_the_text(judge: Judge) -> None:
    data = answer(judge, "show", "11.2.2.2")
    assert data["id"] == "palworld@2026-07:11.2.2.2"
    assert [above["number"] for above in data["path"]] == ["第11章", "11.2", "11.2.2"]
    named = [(r["text"], data["text"][slice(*r["span"])], r["targets"]) for r in data["references"]]
    assert named == [("2.10", "2.10", ["palworld@2026-07:2.10"]), ("11.2.2.4", "11.2.2.4", ["palworld@2026-07:11.2.2.4"])]
    assert all(data["text"][slice(*term["span"])] == term["term"] for term in data["terms"])


def test_show_all_nests_what_lies_below(judge: Judge) -> None:
    data = answer(judge, "show", "10.5", "--all")
    third = data["children"][2]
    assert third["number"] == "10.5.3"
    assert [child["number"] for child in third["children"]] == ["10.5.3.1", "10.5.3.2", "10.5.3.3", "10.5.3.4"]


def test_chain_edges_end_at_its_nodes(judge: Judge) -> None:
    data = answer(judge, "chain", "9.3", "-g", "palworld")
    nodes = {node["id"]: node for node in data["nodes"]}
    assert len(nodes) == len(data["nodes"]), "a clause is listed once"
    assert nodes[data["root"]]["depth"] == 0
    assert {edge[end] for edge in data["edges"] for end in ("source", "target")} <= set(nodes)
    assert all(cycle[0] == cycle[-1] and set(cycle) <= set(nodes) for cycle in answer(judge, "chain", "10.5.3")["cycles"])


def test_what_is_empty_is_still_json(judge: Judge) -> None:
    for line, empty in (("search 不存在的话", "hits"), ("term 不存在的话", "defined_by"), ("chain palworld:1.1.1", "edges")):
        ended = judge(*line.split(), "--json")
        assert ended.code == 1
        assert json.loads(ended.out)[empty] == []


def test_the_one_box_answers_as_the_command_it_became(judge: Judge) -> None:
    for words, command in (
        (["10.5.3"], ["show", "10.5.3"]),
        (["检查时点"], ["term", "检查时点"]),
        (["返回", "检查"], ["search", "返回", "检查"]),
    ):
        assert judge(*words, "--json") == judge(*command, "--json")


def test_export_writes_every_row(judge: Judge, tmp_path: Path) -> None:
    data = answer(judge, "export", str(tmp_path / "out"))
    assert {"games", "editions", "clauses", "refs", "terms", "mentions", "spans"} <= set(data["tables"])
    for table, count in data["tables"].items():
        rows = [json.loads(line) for line in (tmp_path / "out" / f"{table}.jsonl").read_text("utf-8").splitlines()]
        assert len(rows) == count
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".jsonl"}


def test_site_reports_what_it_wrote(judge: Judge, tiny: Path, tmp_path: Path) -> None:
    data = answer(judge, "site", "build", str(tmp_path / "site"), "--db", str(tiny))
    files = [path for path in (tmp_path / "site").rglob("*") if path.is_file()]
    assert set(data) == {"pages", "seconds", "bytes"}
    assert data["pages"] == sum(path.suffix == ".html" for path in files) > 5
    refused = judge("site", "build", str(tmp_path))
    assert (refused.code, refused.out) == (2, "")
    assert str(tmp_path) in refused.err
