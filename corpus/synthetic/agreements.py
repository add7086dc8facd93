"""Agreements: the main one in two versions that differ in one value, and two others."""

from collections.abc import Iterator
from datetime import timedelta

from corpus.synthetic.calendar import counted, day_in, long_date, money
from corpus.synthetic.cast import Matter
from corpus.synthetic.draft import Draft
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Drafted, QueryClass, Told
from corpus.synthetic.wording import Values, bank, fixed, say

TWIN_CLAUSES = ("twin_cap", "twin_notice", "twin_deadline", "twin_minimum")
SUMS = ("cap", "price", "collateral")
LAY = ("lay_cure", "lay_late", "lay_exclusive", "lay_insurance", "lay_inspection", "lay_overtime")
VERSIONS = ("executed copy", "circulated draft")
SIDE_AGREEMENTS = 2
_LAY_OF_EACH = 3
_UNITS = (12, 24)

Clause = tuple[str, tuple[Told, ...]]
"""The text of a clause, and the facts in it."""


def twins(matter: Matter) -> Iterator[Drafted]:
    """The main agreement as signed and as it circulated: one clause has another value."""
    draws = matter.draws("twins")
    differing = draws.pick(TWIN_CLAUSES)
    values = _values(matter, draws)
    for number, version in enumerate(VERSIONS):
        chosen = {clause: pair[0] for clause, pair in values.items()}
        chosen[differing] = values[differing][number]
        told = _twin_fact(matter, differing, values[differing], number, version)
        yield _main(matter, chosen, told, version)


def side_agreements(matter: Matter) -> Iterator[Drafted]:
    """Two agreements on other things."""
    titles = matter.draws("side").some(bank("contracts")["side_title"], SIDE_AGREEMENTS)
    for number, title in enumerate(titles):
        yield _side_agreement(matter, number, title)


def _side_agreement(matter: Matter, number: int, title: str) -> Drafted:
    """An agreement with three sums and some other terms, the first of them with a defined term."""
    draws = matter.draws("side", number)
    slots: Values = matter.slots | {"title": title, "signed": long_date(day_in(draws, matter.year))}
    places = range(2 + number * len(SUMS), 2 + (number + 1) * len(SUMS))
    told = [
        _sum_fact(matter, kind, slots, at, draws) for at, kind in zip(places, SUMS, strict=True)
    ]
    told += [_lay_fact(kind, slots, draws) for kind in draws.some(LAY, _LAY_OF_EACH)]
    clauses: list[Clause] = [(one.quote, (one,)) for one in told]
    clauses += [(text, ()) for text in _ordinary(slots, draws)]
    draft = _opened(matter, slots, draws)
    if number == 0:
        term = _term_fact(matter, slots, draws)
        draft.add(f"Definitions. {term.quote}", term)
        clauses.append((_term_use(matter, slots, draws), ()))
    _number(draft, draws.some(clauses, len(clauses)))
    _close(draft, slots, draws)
    return draft.done(
        matter.document_id(f"side-agreement-{number + 1}"),
        f"{title} {matter.between}",
        matter.metadata("agreement"),
    )


def _main(matter: Matter, values: dict[str, str], told: Told, version: str) -> Drafted:
    """One version; the draws are those of the other, so that all else is the same."""
    draws, slots = matter.draws("main agreement"), matter.slots
    draft = _opened(matter, slots, draws)
    texts = [
        say(bank("contracts")[clause][0], {**slots, "value": values[clause]}, draws)
        for clause in TWIN_CLAUSES
    ]
    clauses: list[Clause] = [(text, (told,) if text == told.quote else ()) for text in texts]
    clauses += [(text, ()) for text in _ordinary(slots, draws)]
    _number(draft, draws.some(clauses, len(clauses)))
    _close(draft, slots, draws)
    return draft.done(
        matter.document_id(f"agreement-{version.split()[-1]}"),
        f"{matter.slot('title')} {matter.between} ({version})",
        matter.metadata("agreement"),
    )


def _opened(matter: Matter, slots: Values, draws: Draws) -> Draft:
    names = f"{matter.slot('client')} / {matter.slot('other')}"
    draft = Draft(lambda page: f"{slots['title']}, {names}, page {page}")
    draft.add(str(slots["title"]).upper())
    draft.add(say(bank("contracts")["opening"][0], slots, draws))
    for recital in bank("contracts")["recital"]:
        draft.add(say(recital, slots, draws))
    return draft


def _ordinary(slots: Values, draws: Draws) -> list[str]:
    """The clauses that every agreement has, and some that not every one has."""
    clauses = bank("contracts")["clause"]
    chosen = draws.some(clauses, len(clauses) - draws.between(2, 8))
    return [say(one, slots, draws) for one in (draws.pick(bank("contracts")["term"]), *chosen)]


def _number(draft: Draft, clauses: list[Clause]) -> None:
    for number, (text, told) in enumerate(clauses, start=1):
        draft.add(f"{number}. {text}", *told)


def _close(draft: Draft, slots: Values, draws: Draws) -> None:
    """Signatures, then the schedule of units and rates."""
    draft.add(say(bank("contracts")["signature"][0], slots, draws))
    draft.add("Schedule A")
    for unit in range(1, draws.between(*_UNITS)):
        filled: Values = {
            **slots,
            "unit": str(unit),
            "built": str(draws.between(1985, 2007)),
            "small_rate": money(100 * draws.between(90, 990)),
            "rate": money(100 * draws.between(35, 290)),
        }
        draft.add(say(bank("contracts")["schedule"][0], filled, draws))


def _values(matter: Matter, draws: Draws) -> dict[str, tuple[str, str]]:
    """Two values for each clause, all of them different: only one clause will need both."""
    notice, other_notice, least, other_least = map(counted, draws.some(range(15, 95), 4))
    day = day_in(draws, matter.year + 1)
    later = day + timedelta(days=draws.between(9, 60))
    return {
        "twin_cap": (matter.unique.sums[0], matter.unique.sums[1]),
        "twin_notice": (notice, other_notice),
        "twin_deadline": (long_date(day), long_date(later)),
        "twin_minimum": (least, other_least),
    }


def _twin_fact(
    matter: Matter, clause: str, values: tuple[str, str], number: int, version: str
) -> Told:
    value, rival = values[number], values[1 - number]
    # These clauses leave no choice: nothing is drawn, and the quote is what the agreement says.
    draws = matter.draws("no choice")
    quote = say(bank("contracts")[clause][0], {**matter.slots, "value": value}, draws)
    return Told(
        kind=clause,
        query_class=QueryClass.TWIN,
        quote=quote,
        about=fixed(matter.slots, value=_digits(value), rival=_digits(rival)),
        answer=f"The {version}, with {value}; the other version has {rival}.",
        key=value,
    )


def _sum_fact(matter: Matter, kind: str, slots: Values, place: int, draws: Draws) -> Told:
    value = matter.unique.sums[place]
    return Told(
        kind=kind,
        query_class=QueryClass.DOLLAR_AMOUNT,
        quote=say(bank("contracts")[kind][0], {**slots, "value": value}, draws),
        about=fixed(slots, value=value),
        answer=f"{value} is the {_SUM_IS[kind]} under the {slots['title']}.",
        key=value,
    )


_SUM_IS = {
    "cap": "limit of liability",
    "price": "price of the purchase option",
    "collateral": "face amount of the letter of credit",
}


def _lay_fact(kind: str, slots: Values, draws: Draws) -> Told:
    number = draws.between(12, 96)
    return Told(
        kind=kind,
        query_class=QueryClass.PARAPHRASE,
        quote=say(bank("contracts")[kind][0], {**slots, "n": counted(number)}, draws),
        about=fixed(slots),
        answer=f"{number} ({_LAY_IS[kind]}).",
        key=counted(number),
    )


_LAY_IS = {
    "lay_cure": "days after written notice of default",
    "lay_late": "dollars of late charge a day",
    "lay_exclusive": "miles around the site",
    "lay_insurance": "days without insurance",
    "lay_inspection": "hours of notice before an inspection",
    "lay_overtime": "percent over the ordinary rate",
}


def _term_fact(matter: Matter, slots: Values, draws: Draws) -> Told:
    term = matter.unique.term
    filled = {**slots, "term": term, "n": counted(draws.between(12, 96))}
    quote = say(bank("contracts")["term_definition"][0], filled, draws)
    return Told(
        kind="term_definition",
        query_class=QueryClass.DEFINED_TERM,
        quote=quote,
        about=fixed(slots, term=term),
        answer=quote,
        key=term,
    )


def _term_use(matter: Matter, slots: Values, draws: Draws) -> str:
    filled = {**slots, "term": matter.unique.term}
    return say(bank("contracts")["term_use"][0], filled, draws)


def _digits(value: str) -> str:
    """`forty-one (41)` as one would type it: `41`."""
    return value.partition("(")[2].rstrip(")") or value
