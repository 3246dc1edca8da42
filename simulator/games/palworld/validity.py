"""10.3: where an ability is valid."""

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Zone
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.book import reminder


@reminder("10.3.5", "10.3.4", "10.3.4.1", "10.3.4.1.1")
def is_valid_in(ability: fx.Ability, zone: str) -> bool:
    """Whether an ability is valid in a zone: where its icons or its text say so (10.3.4), else in a base."""
    heading = getattr(ability, "heading", None)
    zones: tuple[Zone, ...] = heading.zones if heading is not None else ()
    if not zones:
        if zone != "base":
            cite("10.3.5")
        return zone == "base"
    cite("10.3.4", *(("10.3.4.1", "10.3.4.1.1") if zones == (Zone.HAND,) else ()))
    return any(valid.value == zone for valid in zones)
