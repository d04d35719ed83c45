"""What runs in a peer's own virtual environment."""

from typing import Final

# Environments for learners by the names of their rows: the task that plays them, and what they are.
# A task is told the number of the round and returns ``steps`` and ``seconds``; another environment
# is a module here, a line here, and what it needs in requirements/peer.in.
ENVIRONMENTS: Final[dict[str, tuple[str, str]]] = {
    "connect-four": ("pettingzoo_games:connect_four", "PettingZoo connect four"),
    "chess": ("pettingzoo_games:chess", "PettingZoo chess"),
    "pgx": ("pgx_backgammon:backgammon", "Pgx backgammon, 1,024 games"),
    "catanatron": ("catanatron_gym:steps", "catanatron's Gymnasium environment"),
    "openspiel": ("openspiel_backgammon:backgammon", "OpenSpiel backgammon"),
}
