"""What a practice can be asked about that is nowhere in it.

Each is made from names and numbers that are kept from every document, and otherwise looks like
what is there: an invoice number of a likely year, a section in a chapter that exists, a thing that
a witness might have seen.
"""

from dataclasses import dataclass

from corpus.synthetic.cast import Matter
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import QueryClass
from corpus.synthetic.statutes import FIRST_ABSENT_SECTION, section
from corpus.synthetic.unique import SETS_OF_ABSENT, Register, Unique
from corpus.synthetic.wording import bank, fixed

CLASSES = tuple(one for one in QueryClass if one is not QueryClass.TWIN)
"""What can be absent: of twins there is always a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """A fact that no document has."""

    query_class: QueryClass
    about: dict[str, str]
    """What questions fill their slots with."""
    key: str
    """What is nowhere in the corpus."""


def absent(query_class: QueryClass, matter: Matter, register: Register, number: int) -> Absent:
    """An absent fact of a class that sounds as if it belonged to a matter.

    Args:
        query_class: any but `TWIN`.
        matter: lends its names.
        register: keeps what no document has.
        number: 0, 1, 2 …; facts of one class with other numbers are others.

    Raises:
        ValueError: there are not so many, or the class is `TWIN`.
    """
    unique = register.absent(number)
    draws = matter.draws("absent", query_class, number)
    key, more = _made_up(query_class, matter, unique, number, draws)
    return Absent(query_class=query_class, about=fixed(matter.slots, **more), key=key)


def _made_up(
    query_class: QueryClass, matter: Matter, unique: Unique, number: int, draws: Draws
) -> tuple[str, dict[str, str]]:
    match query_class:
        case QueryClass.INVOICE_NUMBER:
            invoice = f"INV-{matter.year + 1}-{unique.invoices[0]}"
            return invoice, {"number": invoice}
        case QueryClass.CASE_NUMBER:
            case = f"{(matter.year + 2) % 100:02}-CV-{unique.cases[0]}"
            return case, {"case": case}
        case QueryClass.DOLLAR_AMOUNT:
            value = draws.pick((unique.sums[0], unique.demand))
            return value, {"value": value}
        case QueryClass.STATUTE_CITATION:
            cited = section(matter.index, FIRST_ABSENT_SECTION + number)
            return cited, {"section": cited}
        case QueryClass.RARE_NAME:
            given = draws.pick(bank("names")["given"]).split(" ", 1)[1]
            return unique.surnames[0], {"person": f"{given} {unique.surnames[0]}"}
        case QueryClass.DEFINED_TERM:
            return unique.term, {"term": unique.term}
        case QueryClass.PARAPHRASE:
            return _thing(matter, number, draws)
        case QueryClass.TWIN:
            raise ValueError("of twins there is always a pair")


def _thing(matter: Matter, number: int, draws: Draws) -> tuple[str, dict[str, str]]:
    thing = bank("absent")["object"][number % SETS_OF_ABSENT]
    witness = matter.slot(draws.pick(("client_officer", "other_officer", "foreman")))
    place = draws.pick(bank("depositions")["place"])
    return thing, {"object": thing, "place": place, "witness": witness.split(" ", 1)[1]}
