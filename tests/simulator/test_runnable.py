"""What the game cannot do is told of an ability before it is used."""

from typing import get_args

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import This, Zone
from headjudge.simulator import registry
from headjudge.simulator.games.palworld import acts
from headjudge.simulator.games.palworld.board import ZONE_NAMES


def test_a_move_to_a_zone_that_the_board_lacks_is_told() -> None:
    lacking = next(zone for zone in Zone if zone not in ZONE_NAMES)
    ability = fx.Instructions((fx.Move(This(), Zone.GRAVEYARD), fx.May((fx.Move(This(), lacking),))))
    (words,) = registry.not_run("palworld", ability)
    assert words


def test_every_act_of_card_text_can_be_done() -> None:
    """By an act of its own, by the script, or as the gap of a formula that an expanded ability does not have."""
    by_the_script = {fx.If, fx.May, fx.Repeat, fx.Modes, fx.Choose, fx.RevealUntil, fx.Declare, fx.Lasting, fx.Delayed}
    others = by_the_script | {fx.AlteredEvent, fx.Unmodelled, fx.Draw, fx.Use}
    assert [kind.__name__ for kind in get_args(fx.Action) if kind not in acts._ACTS and kind not in others] == ["Parameter"]
