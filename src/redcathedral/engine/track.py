"""Convert between positions of markers and prestige on the score track (R1.2).

The position of a marker continues to increase after a lap, where the marker shows its "+40" side.
"""

from mypy_extensions import i64

from redcathedral.engine.components import Components


def prestige(components: Components, position: i64) -> i64:
    """Return the prestige of a marker: the number of prestige spaces up to it (R7.2)."""
    lap = components.lap
    if position <= lap:
        return components.prestige_at[position]
    laps = (position - 1) // lap
    return laps * components.prestige_count + components.prestige_at[position - laps * lap]


def prestige_space(components: Components, number: i64) -> i64:
    """Return the position of the prestige space with this number; 0 for number 0."""
    if number <= 0:
        return 0
    count = components.prestige_count
    laps = (number - 1) // count
    return laps * components.lap + components.prestige_space[number - laps * count]


def next_prestige_space(components: Components, position: i64) -> i64:
    """Return the next prestige space ahead of a position (R1.2)."""
    return prestige_space(components, prestige(components, position) + 1)


def previous_prestige_space(components: Components, position: i64) -> i64:
    """Return the next prestige space behind a position; 0 if there is none (R1.2, R3.4)."""
    number = prestige(components, position)
    here = prestige_space(components, number)
    return here if here < position else prestige_space(components, number - 1)
