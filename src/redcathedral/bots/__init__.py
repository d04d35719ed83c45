"""Who decides where no person does: one bot a file."""

from redcathedral.bots import greedy as greedy
from redcathedral.bots import levels as levels
from redcathedral.bots import master as master
from redcathedral.bots import mcts as mcts
from redcathedral.bots import planner as planner
from redcathedral.bots import random as random
from redcathedral.bots.registry import make, names, register, remarks
from redcathedral.play.bot import BotSpecError

__all__ = ["BotSpecError", "make", "names", "register", "remarks"]
