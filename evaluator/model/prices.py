"""What calls cost, in US dollars: a dated list of prices, and estimates before a cent is spent.

A model that is not on the list has no price: None, never 0, so that a total that leaves something
out says so. Prices: https://platform.claude.com/docs/en/about-claude/pricing.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from corpus.errors import InputError
from evaluator.model.reply import ModelReply, Usage
from evaluator.model.request import ModelRequest

AS_OF = "2026-10-24"
"""When the prices below were last held against the service's own list."""
CHARACTERS_PER_TOKEN = 3.5
"""English prose has more, numbers and citations fewer: an estimate on the dear side."""
BATCH_FACTOR = 0.5
_SNAPSHOT = re.compile(r"(?:[-@](?:\d{8}|latest))?")
"""What may follow a listed name: a dated snapshot. Anything else is another model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Dollars for a million tokens."""

    input: float
    output: float
    cache_write: float
    """Kept for five minutes, the only kind that is asked for here."""
    cache_read: float
    long_from: int | None = None
    """A prompt of more tokens than this costs `long_factor` times as much, answer included."""
    long_factor: float = 1.0

    def of(self, usage: Usage, *, batch: bool = False) -> float:
        """Dollars for one answer."""
        dollars = (
            usage.input * self.input
            + usage.output * self.output
            + usage.cache_creation * self.cache_write
            + usage.cache_read * self.cache_read
        ) / 1e6
        long = self.long_from is not None and usage.prompt > self.long_from
        return dollars * (self.long_factor if long else 1.0) * (BATCH_FACTOR if batch else 1.0)


def _listed(
    read: float, answer: float, cached: float = 0.1, long_from: int | None = None, long: float = 1.0
) -> Price:
    """A price for reading and answering; what the cache costs are multiples of the first."""
    return Price(
        input=read,
        output=answer,
        cache_write=1.25 * read,
        cache_read=cached * read,
        long_from=long_from,
        long_factor=long,
    )


LISTED: dict[str, Price] = {
    "claude-fable-5-1": _listed(10, 50, 0.025),
    "claude-mythos-5-1": _listed(10, 50, 0.025),
    "claude-fable-5": _listed(10, 50),
    "claude-mythos-5": _listed(10, 50),
    "claude-opus-5-5": _listed(4, 20, 0.05),
    "claude-opus-5": _listed(5, 25),
    "claude-opus-4-8": _listed(5, 25),
    "claude-opus-4-7": _listed(5, 25),
    "claude-opus-4-6": _listed(5, 25),
    "claude-opus-4-5": _listed(5, 25),
    "claude-opus-4-1": _listed(15, 75),
    "claude-sonnet-5-5": _listed(2, 10, 0.05),
    "claude-sonnet-5": _listed(2, 10),
    "claude-sonnet-4-6": _listed(3, 15),
    "claude-sonnet-4-5": _listed(3, 15),
    "claude-haiku-5-5": _listed(0.1, 0.5, long_from=100_000, long=5.0),
    "claude-haiku-4-5": _listed(1, 5),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What calls will cost, as far as one can say before they are made."""

    calls: int
    input_tokens: int
    """Characters / 3.5: an estimate, not a count. Nothing is taken off for cached prefixes."""
    output_tokens: int
    """As expected by the caller; `max_tokens` where nothing is expected."""
    cost: float | None
    """Dollars; None where a model has no price."""
    at_most: float | None
    """Dollars, were every answer `max_tokens` long; retries not counted."""
    unpriced: tuple[str, ...]
    """Models without a price, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceList:
    """Prices by model name."""

    prices: Mapping[str, Price]

    @classmethod
    def with_own(cls, own: Mapping[str, Mapping[str, Any]] | None = None) -> "PriceList":
        """The listed prices, and a person's own before them.

        Args:
            own: by model name: `input` and `output`, dollars for a million tokens; `cache_write`
                (1.25 x input unless given) and `cache_read` (0.1 x input unless given).

        Raises:
            InputError: a price that is none.
        """
        return cls(prices={**LISTED, **{m: _own_price(m, row) for m, row in (own or {}).items()}})

    def price(self, model: str) -> Price | None:
        """The price of a model or of a dated snapshot of it; None where it is not listed."""
        for name in sorted(self.prices, key=len, reverse=True):
            if model.startswith(name) and _SNAPSHOT.fullmatch(model, len(name)):
                return self.prices[name]
        return None

    def cost(self, model: str, usage: Usage | None, *, batch: bool = False) -> float | None:
        """Dollars for one answer; None where the model has no price or nothing was counted."""
        price = self.price(model)
        return None if price is None or usage is None else price.of(usage, batch=batch)

    def spent(self, reply: ModelReply) -> float | None:
        """Dollars for a reply and for those before it that could not be used; None as in `cost`.

        The model that was asked for sets the price where the server names one without."""
        costs = [
            self.cost(name, answer.usage, batch=answer.batch)
            for answer in reply.answers
            for name in (answer.model if self.price(answer.model) else answer.sent["model"],)
        ]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    def estimate(
        self, requests: Iterable[ModelRequest], *, expected: int | None = None, batch: bool = False
    ) -> Estimate:
        """What requests will cost.

        Args:
            requests: each counted as one call.
            expected: tokens of a usual answer; None expects `max_tokens`.
            batch: at the price of the batch service.
        """
        usual, longest = Usage(), Usage()
        costs: list[tuple[float, float]] = []
        unpriced: set[str] = set()
        calls = 0
        for request in requests:
            calls += 1
            read = tokens(request)
            wanted = request.max_tokens if expected is None else min(expected, request.max_tokens)
            one, most = (Usage(input=read, output=n) for n in (wanted, request.max_tokens))
            usual, longest = usual + one, longest + most
            if (price := self.price(request.model)) is None:
                unpriced.add(request.model)
            else:
                costs.append((price.of(one, batch=batch), price.of(most, batch=batch)))
        return Estimate(
            calls=calls,
            input_tokens=usual.input,
            output_tokens=usual.output,
            cost=None if unpriced else sum(cost for cost, _ in costs),
            at_most=None if unpriced else sum(most for _, most in costs),
            unpriced=tuple(sorted(unpriced)),
        )


def tokens(request: ModelRequest) -> int:
    """Tokens of a request's texts and schema: characters / 3.5, rounded up; an estimate."""
    texts = [block.text for block in request.system] + [turn.text for turn in request.messages]
    characters = sum(map(len, texts)) + (len(str(request.schema)) if request.schema else 0)
    return math.ceil(characters / CHARACTERS_PER_TOKEN)


def _own_price(model: str, row: Mapping[str, Any]) -> Price:
    try:
        given = {name: float(value) for name, value in dict(row).items()}
        read = given.pop("input")
        price = Price(
            input=read,
            output=given.pop("output"),
            cache_write=given.pop("cache_write", 1.25 * read),
            cache_read=given.pop("cache_read", 0.1 * read),
        )
        dollars = (price.input, price.output, price.cache_write, price.cache_read)
        if not given and all(0 <= amount < math.inf for amount in dollars):
            return price
    except (KeyError, TypeError, ValueError):
        pass
    raise InputError(
        f"The price of “{model}” needs input and output (and may have cache_write and cache_read) "
        f"in dollars for a million tokens, not {row!r}."
    )
