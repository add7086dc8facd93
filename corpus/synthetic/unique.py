"""Names, numbers and amounts that occur once: each matter has its own places in a fixed order.

Matter i has the places i·n to i·n + n - 1 of an order without repetition; what is asked for but is
nowhere has places from the end. So a number of one matter is never a number of another, and what
is absent stays absent, without a list of what was used. Kinds of money keep apart by their form:
a sum fixed by contract is a multiple of $250 above $10,000, a demand is whole dollars above
$100,000 and no such multiple, an invoice's total is above $10,000 and has cents; every other
amount in the corpus is below $10,000.
"""

from dataclasses import dataclass

from corpus.synthetic.calendar import money
from corpus.synthetic.draws import Distinct, distinct
from corpus.synthetic.wording import bank

LARGEST = 10_000
"""Matters: as many as the names and numbers last for."""
SETS_OF_ABSENT = 8
"""Matters' worth of names and numbers that are kept from every document."""

PEOPLE, COMPANIES, INVOICES, CASES, SUMS = 6, 4, 8, 2, 8
"""How many of each a matter has of its own; of demands and defined terms it has one."""


@dataclass(frozen=True, slots=True)
class Unique:
    """What one matter has and no other."""

    surnames: tuple[str, ...]
    companies: tuple[str, ...]
    invoices: tuple[str, ...]
    """The last six digits of their numbers."""
    totals: tuple[str, ...]
    """Of the invoices."""
    cases: tuple[str, ...]
    """The last five digits of their numbers."""
    sums: tuple[str, ...]
    """Fixed by contract."""
    demand: str
    term: str


class Register:
    """The orders of a seed."""

    def __init__(self, seed: int) -> None:
        names = bank("names")
        self._surnames = _Mixed(
            seed, names["person_start"], names["person_middle"], names["person_end"]
        )
        self._companies = _Mixed(
            seed, names["company_start"], names["company_middle"], names["company_end"]
        )
        self._terms = _Mixed(seed, names["term_first"], (" ",), names["term_second"])
        # Primes: neighbouring matters, and those far apart, get numbers without a pattern.
        self._invoices = distinct(899_981, seed, "invoice")
        self._totals = distinct(8_909_983, seed, "total")
        self._cases = distinct(89_989, seed, "case")
        self._sums = distinct(99_991, seed, "sum")
        self._demands = distinct(9_860_393, seed, "demand")

    def of_matter(self, index: int) -> Unique:
        """What is kept for a matter, 0 to `LARGEST` - 1."""
        if not 0 <= index < LARGEST:
            raise ValueError(f"matter {index} of {LARGEST}")
        return self._at(index)

    def absent(self, index: int) -> Unique:
        """What no document has, 0 to `SETS_OF_ABSENT` - 1."""
        if not 0 <= index < SETS_OF_ABSENT:
            raise ValueError(f"absent set {index} of {SETS_OF_ABSENT}")
        return self._at(LARGEST + index)

    def _at(self, index: int) -> Unique:
        return Unique(
            surnames=tuple(map(self._surnames.at, _places(index, PEOPLE))),
            companies=tuple(map(self._companies.at, _places(index, COMPANIES))),
            invoices=tuple(
                f"{100_000 + self._invoices.number(place)}" for place in _places(index, INVOICES)
            ),
            totals=tuple(_total(self._totals.number(place)) for place in _places(index, INVOICES)),
            cases=tuple(f"{10_000 + self._cases.number(place)}" for place in _places(index, CASES)),
            sums=tuple(
                money(100 * (10_250 + 250 * self._sums.number(place)))
                for place in _places(index, SUMS)
            ),
            demand=_demand(self._demands.number(index)),
            term=self._terms.at(index),
        )


class _Mixed:
    """Every combination of three parts, in an order of its own."""

    def __init__(
        self, seed: int, first: tuple[str, ...], second: tuple[str, ...], third: tuple[str, ...]
    ) -> None:
        self._parts = (first, second, third)
        size = len(first) * len(second) * len(third)
        self._order: Distinct = distinct(size, seed, first[0], third[0])

    def at(self, place: int) -> str:
        first, second, third = self._parts
        rest, last = divmod(self._order.number(place), len(third))
        return first[rest // len(second)] + second[rest % len(second)] + third[last]


def _places(index: int, count: int) -> range:
    return range(index * count, (index + 1) * count)


def _total(number: int) -> str:
    """$10,000.01 to $99,999.99, never whole dollars."""
    dollars, cents = divmod(number, 99)
    return money(100 * (10_000 + dollars) + cents + 1)


def _demand(number: int) -> str:
    """$100,001 to $9,999,999, never a multiple of $250."""
    block, within = divmod(number, 249)
    return money(100 * (100_000 + 250 * block + within + 1))
