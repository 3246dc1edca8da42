"""What running the rulings brings is kept between builds: only what has changed is run again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from headjudge.simulator.games.palworld.law import shipped_law
from headjudge.site import kept
from headjudge.site.kept import Case, Wording, simulation
from headjudge.site.records import ReplayRecord
from tests.site.test_rulings import ODD

CASES = (Case("one", ODD["odd-wrong"]), Case("two", ODD["odd-unreadable"]))
WORDING = Wording((("1.1", "文字"), ("12.2.1", "“勇敢”意味着“甲”")), shipped_law)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the rulings that are run."""
    done: list[str] = []
    run = kept._run

    def counted(cases: list[Case], *more: object) -> Iterator[tuple[str, ReplayRecord]]:
        done.extend(case.name for case in cases)
        return run(cases, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(kept, "_run", counted)
    return done


CHANGES: list[tuple[str, tuple[Case, ...], Wording, list[str]]] = [
    ("nothing", CASES, WORDING, []),
    ("a ruling", (CASES[0], CASES[1]._replace(text=ODD["odd-markup"])), WORDING, ["two"]),
    ("a further ruling", (*CASES, Case("three", ODD["odd-wrong"])), WORDING, ["three"]),
    ("a clause's words", CASES, WORDING._replace(clauses=(("1.1", "别的文字"), WORDING.clauses[1])), []),
    ("a keyword's words", CASES, WORDING._replace(clauses=(WORDING.clauses[0], ("12.2.1", "“勇敢”意味着“乙”"))), ["one", "two"]),
    ("a clause's number", CASES, WORDING._replace(clauses=(("1.2", "文字"), WORDING.clauses[1])), ["one", "two"]),
]


@pytest.mark.parametrize(("changed", "cases", "wording", "again"), CHANGES, ids=[change[0] for change in CHANGES])
def test_only_what_changed_is_run_again(
    changed: str, cases: tuple[Case, ...], wording: Wording, again: list[str], runs: list[str], tmp_path: Path
) -> None:
    first = simulation("palworld", CASES, WORDING, tmp_path)
    assert runs == ["one", "two"]
    runs.clear()
    second = simulation("palworld", cases, wording, tmp_path)
    assert runs == again
    if changed == "nothing":
        assert dict(second.replays) == dict(first.replays)


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"made_by": 1}', b"\xff\xfe", b'{"made_by": "x", "game": {}, "outlines": 3}']
)
def test_a_damaged_file_is_worked_out_anew(damage: bytes, runs: list[str], tmp_path: Path) -> None:
    simulation("palworld", CASES, WORDING, tmp_path)
    file = next(tmp_path.iterdir())
    file.write_bytes(damage)
    runs.clear()
    assert set(simulation("palworld", CASES, WORDING, tmp_path).replays) == {"one", "two"}
    assert runs == ["one", "two"]


def test_without_a_folder_nothing_is_kept(runs: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        simulation("palworld", CASES, WORDING, None)
    (tmp_path / "file").write_text("")
    simulation("palworld", CASES, WORDING, tmp_path / "file")  # no folder can be made there
    assert runs == ["one", "two"] * 3
