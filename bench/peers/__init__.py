"""Tasks of other programs, which run in a separate virtual environment."""

from typing import Final

# Environments for learners by the names of their rows: the task, and a description.  A task gets
# the number of the round and returns ``steps`` and ``seconds``.  To add an environment, add a
# module and a line here, and its requirements to requirements/peer.in.
ENVIRONMENTS: Final[dict[str, tuple[str, str]]] = {
    "connect-four": ("pettingzoo_games:connect_four", "PettingZoo connect four"),
    "chess": ("pettingzoo_games:chess", "PettingZoo chess"),
    "pgx": ("pgx_backgammon:backgammon", "Pgx backgammon, 1,024 games"),
    "catanatron": ("catanatron_gym:steps", "catanatron's Gymnasium environment"),
    "openspiel": ("openspiel_backgammon:backgammon", "OpenSpiel backgammon"),
}
