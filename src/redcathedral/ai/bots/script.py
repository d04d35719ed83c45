"""A bot from a Python file that is not installed."""

import functools
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

from redcathedral.ai.bots.registry import register
from redcathedral.play.bot import Bot, BotSpecError, failure_text

FACTORY: Final = "bot"


@register("script", lambda: False)  # not ready without the option file
def script(seed: int, seat: int, file: str = "", **options: str) -> Bot:
    """Make a bot with the function ``bot`` of a file, from seed, seat and the other options.

    ``script:file=recipes/ppo.py,network=ppo/network.pt`` calls ``bot(seed, seat, network=...)`` of
    that file.  The file may import modules of its folder.
    Raises BotSpecError if the file is missing or has no such function.
    """
    if not file:
        raise BotSpecError("script needs a file: write script:file=PATH")
    factory = _factory(Path(file).resolve())
    try:
        return factory(seed, seat, **options)
    except BotSpecError:
        raise
    except Exception as error:
        fix = f"{FACTORY} is called with seed, seat and the other options as text"
        raise BotSpecError(f"{file} does not make a bot: {failure_text(error)}; {fix}") from error


@functools.cache
def _factory(path: Path) -> Callable[..., Bot]:
    if not path.is_file():
        raise BotSpecError(f"there is no file {path}; name one that has a function {FACTORY}")
    name = f"{__name__}:{path}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotSpecError(f"{path} is not a Python file; its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look for their module there
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # as if Python ran the file
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotSpecError(f"{path} cannot be run: {failure_text(error)}") from error
    factory: object = getattr(module, FACTORY, None)
    if not callable(factory):
        raise BotSpecError(f"{path} has no function {FACTORY}(seed, seat)")
    return factory
