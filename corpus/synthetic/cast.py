"""Who and what a matter is about: parties, people, line of business, and the words for them."""

from dataclasses import dataclass
from functools import cached_property

from corpus.synthetic.calendar import MONTHS, WEEKDAYS, day_in, long_date, money
from corpus.synthetic.draws import Draws
from corpus.synthetic.unique import Register, Unique
from corpus.synthetic.wording import Value, bank

FIRST_YEAR, LAST_YEAR = 2008, 2023
CHAPTER_SHARED_BY = 2
"""Neighbouring matters in one line of business, and under one chapter of the statutes."""


@dataclass(frozen=True)
class Matter:
    """A client matter; the same seed and index make the same one, however many others there are."""

    seed: int
    index: int
    unique: Unique
    """What no other matter has."""
    slots: dict[str, Value]
    """What templates fill in: for all documents of the matter the same, or drawn."""
    year: int

    @property
    def number(self) -> str:
        """`M-00007`: the file number, in the documents and in their metadata."""
        return matter_number(self.index)

    def document_id(self, name: str) -> str:
        """`m00007-letter-3`: the file number and what the document is."""
        return f"{self.number.lower().replace('-', '')}-{name}"

    def slot(self, name: str) -> str:
        """A value that is the same in all documents."""
        value = self.slots[name]
        if not isinstance(value, str):
            raise TypeError(f"slot {name!r} is drawn anew each time")
        return value

    def draws(self, *name: object) -> Draws:
        """The stream for a document or another purpose within the matter."""
        return Draws(self.seed, "matter", self.index, *name)

    def metadata(self, kind: str) -> dict[str, str]:
        """What a document of the matter carries beside its text."""
        return {
            "matter": self.number,
            "client": self.slot("client_full"),
            "kind": kind,
        }

    @cached_property
    def between(self) -> str:
        """`between Brackwater and Tollen`, for titles."""
        return f"between {self.slot('client')} and {self.slot('other')}"


def matter_number(index: int) -> str:
    """`M-00007` for the matter of index 7."""
    return f"M-{index:05}"


def trade(seed: int, index: int) -> dict[str, str]:
    """The line of business of a matter: what its things and troubles are called."""
    trades = bank("trades")
    pair = index // CHAPTER_SHARED_BY
    rows = trades[sorted(trades)[(pair + seed) % len(trades)]]
    return {name: value for name, _, value in (row.partition(" = ") for row in rows)}


def cast(seed: int, index: int, register: Register) -> Matter:
    """The matter of an index."""
    draws = Draws(seed, "cast", index)
    names, unique, business = bank("names"), register.of_matter(index), trade(seed, index)
    year = draws.between(FIRST_YEAR, LAST_YEAR)
    given = draws.some(names["given"], 4)
    people = [f"{first} {last}" for first, last in zip(given, unique.surnames, strict=False)]
    client, other = unique.companies[:2]
    towns, streets = draws.some(names["town"], 2), draws.some(names["street"], 3)
    county = draws.pick(names["county"])
    slots: dict[str, Value] = {
        **business,
        "client": client,
        "client_full": f"{client} {business['firm']}, {draws.pick(('LLC', 'Inc.', 'LP'))}",
        "client_address": f"{draws.between(10, 990)} {streets[0]}, {towns[0]}",
        "client_officer": people[0],
        "other": other,
        "other_full": f"{other} {draws.pick(_SUPPLIERS)}, {draws.pick(('LLC', 'Inc.', 'Corp.'))}",
        "other_address": f"{draws.between(10, 990)} {streets[1]}, {towns[1]}",
        "other_officer": people[1],
        "foreman": people[2],
        "dispatcher": people[3],
        "firm_address": "41 Lantern Court",
        "street": f"{draws.between(10, 990)} {streets[2]}",
        "town": towns[0],
        "county": county,
        "county_upper": county.upper(),
        "partner": draws.pick(names["lawyer"]),
        "associate": draws.pick(names["junior"]),
        "counsel": draws.pick(names["counsel"]),
        "counsel_firm": draws.pick(names["counsel_firm"]),
        "judge": draws.pick(names["judge"]),
        "matter": matter_number(index),
        "case": f"{(year + 2) % 100:02}-CV-{unique.cases[0]}",
        "title": business["agreement"],
        "signed": long_date(day_in(draws, year)),
        **_drawn(year, people),
    }
    return Matter(seed=seed, index=index, unique=unique, slots=slots, year=year)


_SUPPLIERS = (
    "Equipment",
    "Industries",
    "Services",
    "Works",
    "Supply",
    "Contractors",
    "Logistics",
    "Partners",
)


def _drawn(year: int, people: list[str]) -> dict[str, Value]:
    """Slots that are drawn each time; every amount among them is below $10,000."""
    return {
        "day": lambda draws: long_date(day_in(draws, year + 1)),
        "month": lambda draws: draws.pick(MONTHS),
        "weekday": lambda draws: draws.pick(WEEKDAYS),
        "n": lambda draws: str(draws.between(11, 96)),
        "exhibit": lambda draws: str(draws.between(1, 60)),
        "small": lambda draws: money(draws.between(1_500, 950_000)),
        "bates": lambda draws: f"TDR {draws.between(1_000, 9_899_999):07}",
        "witness": lambda draws: draws.pick(people),
    }
