"""What is filed in court: complaint, answer, brief."""

from collections.abc import Iterator

from corpus.synthetic.cast import Matter
from corpus.synthetic.draft import Draft
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Drafted, QueryClass, Told
from corpus.synthetic.wording import bank, fixed, say

_KIND = "pleading"


def filings(matter: Matter, section: str) -> Iterator[Drafted]:
    """The three papers; the complaint cites a section of the statutes and demands a sum."""
    yield _complaint(matter, section)
    yield _answer(matter)
    yield _brief(matter)


def _complaint(matter: Matter, section: str) -> Drafted:
    draws = matter.draws("complaint")
    draft = _captioned(matter, "COMPLAINT FOR BREACH OF CONTRACT AND FOR A DECLARATION", draws)
    statute = say(bank("pleadings")["statute"][0], {**matter.slots, "section": section}, draws)
    _numbered(draft, [*_said(matter, "complaint", draws), statute])
    value = matter.unique.demand
    demand = Told(
        kind="demand",
        query_class=QueryClass.DOLLAR_AMOUNT,
        quote=say(bank("pleadings")["demand"][0], {**matter.slots, "value": value}, draws),
        about=fixed(matter.slots, value=value),
        answer=f"{value} is what {matter.slot('client')} demands as compensatory damages.",
        key=value,
    )
    draft.add(demand.quote, demand)
    return _done(draft, matter, "complaint", "Complaint")


def _answer(matter: Matter) -> Drafted:
    draws = matter.draws("answer")
    draft = _captioned(matter, "ANSWER, AFFIRMATIVE DEFENSES AND COUNTERCLAIM", draws)
    _numbered(draft, _said(matter, "answer", draws))
    return _done(draft, matter, "answer", "Answer and counterclaim")


def _brief(matter: Matter) -> Drafted:
    draws = matter.draws("brief")
    draft = _captioned(matter, "BRIEF ON THE CROSS-MOTIONS FOR SUMMARY JUDGMENT", draws)
    paragraphs = _said(matter, "brief", draws)
    related = _related(matter, draws)
    middle = draws.between(4, len(paragraphs) - 2)
    for text in paragraphs[:middle]:
        draft.add(text)
    draft.add(related.quote, related)
    for text in paragraphs[middle:]:
        draft.add(text)
    return _done(draft, matter, "brief", "Brief on summary judgment")


def _related(matter: Matter, draws: Draws) -> Told:
    """An earlier case between others, which this paper alone cites."""
    first, second = matter.unique.companies[2:4]
    year = matter.year - draws.between(3, 9)
    case = f"{(year - 1) % 100:02}-CV-{matter.unique.cases[1]}"
    short = f"{first} v. {second}"
    filled = {**matter.slots, "short": short, "case": case, "year": str(year)}
    quote = say(bank("pleadings")["related"][0], filled, draws)
    return Told(
        kind="related",
        query_class=QueryClass.CASE_NUMBER,
        quote=quote,
        about=fixed(matter.slots, case=case),
        answer=quote,
        key=case,
    )


def _captioned(matter: Matter, paper: str, draws: Draws) -> Draft:
    draft = Draft(lambda page: f"{paper}, page {page}")
    draft.add(say(bank("pleadings")["caption"][0], {**matter.slots, "paper": paper}, draws))
    return draft


def _said(matter: Matter, section: str, draws: Draws) -> list[str]:
    return [say(template, matter.slots, draws) for template in bank("pleadings")[section]]


def _numbered(draft: Draft, paragraphs: list[str]) -> None:
    for number, text in enumerate(paragraphs, start=1):
        draft.add(f"{number}. {text}")


def _done(draft: Draft, matter: Matter, name: str, title: str) -> Drafted:
    full = f"{title}, {matter.slot('client')} v. {matter.slot('other')}"
    return draft.done(matter.document_id(name), full, matter.metadata(_KIND))
