"""The effects of influence cards (R6.7), applied by ``engine.influence``, and their sentences."""

from typing import Final, Literal, NamedTuple, TypeAlias

# Add new effects at the end.  The hash of an edition depends on these numbers (``fingerprint``), so
# another order would change the hash of every edition.
SELL: Final = 0  # one of `materials` for `price` rubles
BUY: Final = 1  # one of `materials` for `price` rubles
DELIVER: Final = 2  # pay `price`, then up to `amount` deliveries
GAIN_RUBLES: Final = 3  # `amount`
SWAP: Final = 4  # pay `price`, swap two resource tiles
TRADE_PAIR: Final = 5  # two identical materials for one of another kind
TRADE_RUBLE: Final = 6  # one material and `price` rubles for one of another kind
TRADE_FOUR: Final = 7  # four identical materials for any two
ACTIVATE: Final = 8  # one face-up workshop tile of the player
GAIN_RECOGNITION: Final = 9  # `amount`
PAY_PRESTIGE: Final = 10  # `price` rubles for one prestige
DISCARD_PRESTIGE: Final = 11  # three different materials for one prestige
GAIN_COMPLETE: Final = 12  # with a completed base, middle and dome: `amount` recognition

EffectName: TypeAlias = Literal[
    "sell", "buy", "deliver", "gain-rubles", "swap", "trade-pair", "trade-ruble", "trade-four",
    "activate", "gain-recognition", "pay-prestige", "discard-prestige", "gain-recognition-complete"
]  # fmt: skip
EffectPart: TypeAlias = Literal["kinds", "price", "amount"]

_USES_NOTHING: Final = "uses nothing up and could be repeated without limit"


class Effect(NamedTuple):
    """An effect: its name, and its sentence in an edition.

    In the sentence, ``{kinds}`` stands for materials, ``{price}`` and ``{amount}`` for numbers.
    ``fixed_amount`` is the amount if the sentence does not contain ``{amount}``.  ``once_reason``
    says why the effect can only be a lightning action (R6.6); it is empty if it may be endless.
    """

    name: EffectName
    sentence: str
    fixed_amount: int = 1
    once_reason: str = ""

    def shows(self, part: EffectPart) -> bool:
        """Return whether the sentence has this part."""
        return f"{{{part}}}" in self.sentence


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
