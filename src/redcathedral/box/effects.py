"""What the actions of influence cards can do (R6.7): the vocabulary of effects.

A card is a row of an edition over these; what each of them does is ``engine.influence``.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

# New ones go to the end: the hash of an edition has these numbers (``fingerprint``), so in another
# order every edition would be another one.
SELL: Final = 0  # one of `materials` for `price` rubles
BUY: Final = 1  # one of `materials` for `price` rubles
DELIVER: Final = 2  # pay `price`, then up to `amount` deliveries
GAIN_RUBLES: Final = 3  # `amount`
SWAP: Final = 4  # pay `price`, swap two resource tiles
TRADE_PAIR: Final = 5  # two identical materials for one of another kind
TRADE_RUBLE: Final = 6  # one material and `price` rubles for one of another kind
TRADE_FOUR: Final = 7  # four identical materials for any two
ACTIVATE: Final = 8  # one of the own face-up workshop tiles
GAIN_RECOGNITION: Final = 9  # `amount`
PAY_PRESTIGE: Final = 10  # `price` rubles for one prestige
DISCARD_PRESTIGE: Final = 11  # three different materials for one prestige
GAIN_COMPLETE: Final = 12  # with a completed base, middle and dome: `amount` recognition

EffectName: TypeAlias = Literal[
    "sell",
    "buy",
    "deliver",
    "gain-rubles",
    "swap",
    "trade-pair",
    "trade-ruble",
    "trade-four",
    "activate",
    "gain-recognition",
    "pay-prestige",
    "discard-prestige",
    "gain-recognition-complete",
]

_USES_NOTHING: Final = "uses nothing up and would repeat for ever"


class Effect(NamedTuple):
    """An effect: its name, and its sentence in an edition.

    ``{kinds}`` stands for materials, ``{price}`` and ``{amount}`` for numbers; ``fixed`` is the
    amount of an effect whose sentence has no place for it.  ``once`` says why this program plays
    it as a lightning action only (R6.6); empty where it may be endless.
    """

    name: EffectName
    sentence: str
    fixed_amount: int = 1
    once_reason: str = ""


EFFECTS: Final = (
    Effect("sell", "sell 1 of {kinds} for {price}R"),
    Effect("buy", "buy 1 of {kinds} for {price}R"),
    Effect(
        "deliver",
        "deliver {amount} for {price}R",
        once_reason="the deliveries close by themselves when they are used up",
    ),
    Effect("gain-rubles", "gain {amount}R", once_reason=f"a gain {_USES_NOTHING}"),
    Effect("swap", "swap 2 tiles for {price}R", once_reason="a swap closes by itself"),
    Effect("trade-pair", "trade 2 same for 1 other"),
    Effect("trade-ruble", "trade 1 and {price}R for 1 other"),
    Effect("trade-four", "trade 4 same for 2 any", fixed_amount=2),
    Effect("activate", "activate 1 tile", once_reason=f"activating a tile {_USES_NOTHING}"),
    Effect("gain-recognition", "gain {amount}+", once_reason=f"a gain {_USES_NOTHING}"),
    Effect("pay-prestige", "pay {price}R for 1*"),
    Effect("discard-prestige", "give 3 different for 1*"),
    Effect(
        "gain-recognition-complete",
        "gain {amount}+ with base, middle and dome",
        once_reason=f"a gain {_USES_NOTHING}",
    ),
)
