"""Chapters of a made-up code: sections with numbers of their own, some with a period of days."""

from corpus.synthetic.calendar import counted
from corpus.synthetic.cast import CHAPTER_SHARED_BY, Matter, trade
from corpus.synthetic.draft import Draft
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Drafted, QueryClass, Told
from corpus.synthetic.wording import Values, bank, fixed, say

SECTIONS = 24
FIRST_ABSENT_SECTION = 61
_TITLES = 80
_FIRST_TITLE = 10


def chapter(matter: Matter) -> Drafted:
    """The chapter for a matter's line of business; the matter beside it has the same one."""
    number = matter.index // CHAPTER_SHARED_BY
    draws = Draws(matter.seed, "chapter", number)
    slots: Values = {
        **trade(matter.seed, matter.index),
        "site_cap": matter.slot("site").capitalize(),
        "county": "the county",
        "title": str(_FIRST_TITLE + number % _TITLES),
        "chapter": str(number // _TITLES + 1),
    }
    draft = Draft(lambda page: f"Title {slots['title']}, {slots['law']}, page {page}")
    draft.add(say(bank("statutes")["chapter"][0], slots, draws))
    texts = bank("statutes")
    deadlines = set(deadline_sections(matter))
    for place in range(1, SECTIONS + 1):
        filled: Values = {**slots, "section": section(matter.index, place)}
        if place in deadlines:
            told = _deadline(filled, draws.pick(texts["deadline"]), draws)
            draft.add(f"{told.quote} {say(texts['deadline_more'][0], slots, draws)}", told)
        else:
            draft.add(say(draws.pick(texts["rule"]), filled, draws))
    title = f"Calloway Rev. Stat. Title {slots['title']}, Chapter {slots['chapter']}"
    return draft.done(f"calloway-{slots['title']}-{slots['chapter']}", title, {"kind": "statute"})


def section(index: int, place: int) -> str:
    """The number of a section of the chapter that a matter comes under: `31-207`."""
    number = index // CHAPTER_SHARED_BY
    return f"{_FIRST_TITLE + number % _TITLES}-{100 * (number // _TITLES + 1) + place}"


def deadline_sections(matter: Matter) -> list[int]:
    """The places of the sections that set a period."""
    number = matter.index // CHAPTER_SHARED_BY
    draws = Draws(matter.seed, "deadlines", number)
    return sorted(draws.some(range(1, SECTIONS + 1), 8))


def _deadline(slots: Values, template: str, draws: Draws) -> Told:
    number = draws.between(12, 96)
    quote = say(template, {**slots, "n": counted(number)}, draws)
    cited = str(slots["section"])
    heading = quote.split(f"{cited}. ")[1].split(". ")[0]
    return Told(
        kind="statute",
        query_class=QueryClass.STATUTE_CITATION,
        quote=quote,
        about=fixed(slots, heading=heading[:1].lower() + heading[1:]),
        answer=quote,
        key=cited,
    )
