"""The file's correspondence: the engagement letter, and letters between counsel and client."""

from collections.abc import Iterator

from corpus.synthetic.calendar import day_in, long_date
from corpus.synthetic.cast import Matter
from corpus.synthetic.draft import Draft
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Drafted, QueryClass, Told
from corpus.synthetic.wording import bank, fixed, say

LETTERS = 12
LAY = ("lay_offer", "lay_storage", "lay_apology")
_PARAGRAPHS = (5, 9)


def engagement(matter: Matter) -> Drafted:
    """The engagement letter; it names the deposit, in dollars below those of any contract."""
    draws, texts = matter.draws("engagement"), bank("engagement")
    draft = Draft(lambda page: f"{matter.slot('client_full')}, page {page}")
    draft.add(
        f"{long_date(day_in(draws, matter.year + 1))}. {matter.slot('client_full')}, "
        f"{matter.slot('client_address')}, attention of {matter.slot('client_officer')}."
    )
    sections = ("opening", "scope", "retainer", "staffing", "terms", "closing")
    filled = {**matter.slots, "value": matter.slots["small"]}
    for section in sections:
        for template in texts[section]:
            draft.add(say(template, filled, draws))
    title = f"Engagement letter, {matter.slot('client')}"
    return draft.done(matter.document_id("engagement"), title, matter.metadata("engagement letter"))


def letters(matter: Matter) -> Iterator[Drafted]:
    """Twelve letters; five of them tell something that is in none of the others."""
    draws = matter.draws("letters")
    told = dict(zip(draws.some(range(LETTERS), 5), _facts(matter, draws), strict=True))
    for number in range(LETTERS):
        yield _letter(matter, number, told.get(number))


def _letter(matter: Matter, number: int, told: Told | None) -> Drafted:
    draws, texts = matter.draws("letter", number), bank("letters")
    draft = Draft(lambda page: f"{matter.slot('client')} adv. {matter.slot('other')}, page {page}")
    date = long_date(day_in(draws, matter.year + draws.between(1, 2)))
    draft.add(
        f"{date}. Re: {matter.slot('client')} and {matter.slot('other')}, "
        f"{matter.slot('title')}. Our file {matter.number}."
    )
    draft.add(say(draws.pick(texts["greeting"]), matter.slots, draws))
    slots = {
        **matter.slots,
        "earlier_invoice": f"INV-{matter.year + 1}-{matter.unique.invoices[0]}",
    }
    body = draws.some(texts["body"], draws.between(*_PARAGRAPHS))
    place = draws.below(len(body))
    for at, template in enumerate(body):
        text = say(template, slots, draws)
        if told is not None and at == place:
            draft.add(f"{text} {told.quote}", told)
        else:
            draft.add(text)
    draft.add(say(draws.pick(texts["closing"]), matter.slots, draws))
    title = f"Letter of {date}, {matter.slot('client')} and {matter.slot('other')}"
    return draft.done(matter.document_id(f"letter-{number + 1}"), title, matter.metadata("letter"))


def _facts(matter: Matter, draws: Draws) -> list[Told]:
    lay = [_lay(matter, kind, draws) for kind in draws.some(LAY, 2)]
    return [_trial(matter, draws), *(_name(matter, place, draws) for place in (4, 5)), *lay]


def _trial(matter: Matter, draws: Draws) -> Told:
    day = long_date(day_in(draws, matter.year + 3))
    filled = {**matter.slots, "value": day}
    return Told(
        kind="trial",
        query_class=QueryClass.CASE_NUMBER,
        quote=say(bank("letters")["trial"][0], filled, draws),
        about=fixed(matter.slots),
        answer=f"Trial is set for {day} before the {matter.slot('judge')}.",
        key=matter.slot("case"),
    )


def _name(matter: Matter, place: int, draws: Draws) -> Told:
    """A person whom no other document mentions."""
    texts, surname = bank("letters"), matter.unique.surnames[place]
    person = f"{draws.pick(bank('names')['given'])} {surname}"
    filled = {
        **matter.slots,
        "person": person,
        "occupation": draws.pick(texts["occupation"]),
        "town": draws.pick(bank("names")["town"]),
        "employer": draws.pick((matter.slot("client"), matter.slot("other"))),
    }
    quote = say(texts["name"][place % len(texts["name"])], filled, draws)
    return Told(
        kind="name",
        query_class=QueryClass.RARE_NAME,
        quote=quote,
        about=fixed(matter.slots, person=person.split(" ", 1)[1], surname=surname),
        answer=quote,
        key=surname,
    )


def _lay(matter: Matter, kind: str, draws: Draws) -> Told:
    number = str(draws.between(12, 96))
    quote = say(bank("letters")[kind][0], {**matter.slots, "n": number}, draws)
    return Told(
        kind=kind,
        query_class=QueryClass.PARAPHRASE,
        quote=quote,
        about=fixed(matter.slots),
        answer=quote,
        key=number,
    )
