"""``python -m tools.perft``: count sequences of decisions, to compare rules engines."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.cli.arguments import LAST_SEED, AsJson, PlayEdition, SideOption, load_editions
from redcathedral.cli.help import seed_callback
from redcathedral.cli.messages import exit_with, progress, usage_error
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.record import HeaderError, RecordError, decision_text
from redcathedral.record.replay import read
from tools.command import command_app
from tools.perft_count import next_plies, play_ply
from tools.perft_count import perft as count


def perft(
    position: Annotated[
        Path | None,
        typer.Argument(help="A record; its last position is the start. By default a new game."),
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="Start after this number of decisions of the record.")
    ] = None,
    depth: Annotated[int, typer.Option(min=1, max=12, help="Plies to count.")] = 3,
    players: Annotated[
        int | None, typer.Option(min=2, max=4, help="Seats of a new game; 2 by default.")
    ] = None,
    solo: Annotated[bool, typer.Option("--solo", help="A new game against Ivan.")] = False,
    side: SideOption = "basic",
    seed: Annotated[
        int, typer.Option(callback=seed_callback(LAST_SEED), help="Seed of a new game's set-up.")
    ] = 1,
    edition: PlayEdition = None,
    as_json: AsJson = False,
) -> None:
    """Count sequences of decisions and chance from a position.

    Every die, card or tile is a separate ply. The output has a count for each first ply, which
    helps to find the cause if two programs have different counts.

    Example: python -m tools.perft --players 2 --seed 1 --depth 3
    """
    if position is None and at is not None:
        usage_error("--at", "a new game has no decisions; name a record")
    if solo and players is not None:
        usage_error("--players", "a solo game has one player")
    loaded_edition = (
        None if edition is None else load_editions([edition], own_id=position is None)[0]
    )
    try:
        if position is None:
            state = Game(players, solo=solo, side=side, seed=seed, edition=loaded_edition).state
        else:
            record = read(position, loaded_edition)
            state = record.walk(None if at is None else record.steps_to(at)).state
    except HeaderError as error:
        usage_error("--side", str(error))
    except RecordError as error:
        exit_with(str(error), 2)
    except ValueError as error:
        usage_error("--at", str(error))
    counts = dict(_divide(state, depth))
    total = sum(counts.values())
    if as_json:
        typer.echo(json.dumps({"depth": depth, "count": total, "divide": counts}, indent=1))
        return
    for text, number in counts.items():
        typer.echo(f"{text}: {number}")
    typer.echo(f"{total} in all, {depth} {'ply' if depth == 1 else 'plies'} deep")


def _divide(state: State, depth: int) -> Iterator[tuple[str, int]]:
    plies = next_plies(state)
    counts = (count(play_ply(state, ply), depth - 1) for ply in plies)
    for ply, number in zip(plies, progress(counts, len(plies)), strict=True):
        yield f"outcome {ply}" if state.is_chance else decision_text(ply), number


app: Final = command_app(perft)

if __name__ == "__main__":
    app(prog_name="python -m tools.perft")
