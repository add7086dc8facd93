"""The firm's invoices: time entries, costs, and a total that is on no other invoice."""

from collections.abc import Iterator

from corpus.synthetic.calendar import MONTHS, money
from corpus.synthetic.cast import Matter
from corpus.synthetic.draft import Draft
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Drafted, QueryClass, Told
from corpus.synthetic.wording import Values, bank, fixed, say

_ENTRIES = (14, 26)
_COSTS = 3
_LARGEST_COST = 150_000
"""Cents."""
_RATES = {"partner": (340, 415, 495), "associate": (165, 210, 285)}
"""Dollars an hour; the same for all of an invoice."""


def invoices(matter: Matter) -> Iterator[Drafted]:
    """One invoice for each number that the matter has."""
    for place in range(len(matter.unique.invoices)):
        yield _invoice(matter, place)


def _invoice(matter: Matter, place: int) -> Drafted:
    draws, texts = matter.draws("invoice", place), bank("invoices")
    year, month = matter.year + 1, place
    number = f"INV-{year}-{matter.unique.invoices[place]}"
    slots: Values = {
        **matter.slots,
        "number": number,
        "month": MONTHS[month],
        "date": f"{MONTHS[month + 1]} {draws.between(2, 9)}, {year}",
    }
    costs: Values = {"small": lambda draws: money(draws.between(1_500, _LARGEST_COST))}
    total = _total(matter, slots, number, matter.unique.totals[place], draws)
    draft = Draft(lambda page: f"{number}, page {page}")
    draft.add(say(texts["opening"][0], slots, draws))
    for line in _entries(MONTHS[month], matter, slots, _cents(matter.unique.totals[place]), draws):
        draft.add(line)
    for _ in range(_COSTS):
        draft.add(say(texts["costs"][0], {**slots, **costs}, draws))
    draft.add(f"{total.quote} {say(texts['remark'][0], slots, draws)}", total)
    title = f"Invoice {number}, {matter.slot('client')}"
    return draft.done(matter.document_id(f"invoice-{place + 1}"), title, matter.metadata("invoice"))


def _entries(month: str, matter: Matter, slots: Values, total: int, draws: Draws) -> Iterator[str]:
    """Lines of time, each below $10,000, as long as they and the costs stay within the total."""
    left = total - _COSTS * _LARGEST_COST
    rates = {who: draws.pick(some) for who, some in _RATES.items()}
    for day in sorted(draws.between(1, 28) for _ in range(draws.between(*_ENTRIES))):
        who = draws.pick(tuple(_RATES))
        tenths, rate = draws.between(2, 74), rates[who]
        narrative = say(draws.pick(bank("invoices")["entry"]), slots, draws)
        amount = rate * tenths * 10
        left -= amount
        if left < 0:
            return
        time = f"{tenths // 10}.{tenths % 10} hours at ${rate}"
        yield f"{month} {day}. {narrative}. {matter.slot(who)}, {time}, {money(amount)}."


def _cents(amount: str) -> int:
    return int("".join(character for character in amount if character.isdigit()))


def _total(matter: Matter, slots: Values, number: str, value: str, draws: Draws) -> Told:
    filled = {**slots, "value": value}
    return Told(
        kind="invoice_total",
        query_class=QueryClass.INVOICE_NUMBER,
        quote=say(bank("invoices")["total"][0], filled, draws),
        about=fixed(matter.slots, number=number),
        answer=f"{value}, fees and costs together.",
        key=number,
    )
