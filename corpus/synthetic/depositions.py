"""Deposition transcripts: printed pages of 25 numbered lines, each under `Page 12`.

A fact is an answer of the witness; its quote is what is printed, with the line numbers that come
between, and its place can be cited as page and line.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from corpus.document import Page
from corpus.synthetic.calendar import day_in, long_date
from corpus.synthetic.cast import Matter
from corpus.synthetic.draft import drafted
from corpus.synthetic.draws import Draws
from corpus.synthetic.fact import Drafted, QueryClass, Told
from corpus.synthetic.wording import Values, bank, fixed, say

LINES_A_PAGE = 25
WIDTH = 58
"""Characters of a line, without its number."""
EPISODES = ("episode_found", "episode_beside", "episode_night", "episode_heard")
_ROUNDS = 2
"""How often the bank of questions is gone through, each time in another order."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line before it is printed."""

    text: str
    said_at: int
    """Where the words begin, behind `Q.  `."""


@dataclass(frozen=True, slots=True)
class _Utterance:
    """What one speaker says, on one or more lines."""

    lines: tuple[_Line, ...]
    told: Told | None = None


def depositions(matter: Matter) -> Iterator[Drafted]:
    """Two officers, the foreman, the dispatcher: each tells of an odd thing that no other knows."""
    draws = matter.draws("depositions")
    objects = draws.some(bank("depositions")["object"], len(EPISODES))
    places = draws.some(bank("depositions")["place"], len(EPISODES))
    witnesses = ("client_officer", "other_officer", "foreman", "dispatcher")
    employers = ("client", "other", "client", "other")
    for number, kind in enumerate(draws.some(EPISODES, len(EPISODES))):
        slots: Values = {
            **matter.slots,
            "witness_full": matter.slot(witnesses[number]).split(" ", 1)[1],
            "employer": matter.slot(employers[number]),
            "object": objects[number],
            "place": places[number],
        }
        yield _deposition(matter, number, kind, slots)


def _deposition(matter: Matter, number: int, kind: str, slots: Values) -> Drafted:
    draws = matter.draws("deposition", number)
    witness = str(slots["witness_full"])
    date = long_date(day_in(draws, matter.year + 2))
    said = [*_opening(matter, witness, date), *_spoken("start", slots, draws)]
    exchanges = [
        one for _ in range(_ROUNDS) for one in _in_runs(bank("depositions")["exchange"], draws)
    ]
    middle = draws.between(len(exchanges) // 5, 4 * len(exchanges) // 5)
    for template in exchanges[:middle]:
        said += _exchange(template, slots, draws)
    said += _episode(kind, slots, draws)
    for template in exchanges[middle:]:
        said += _exchange(template, slots, draws)
    said += _spoken("finish", slots, draws)
    text, pages, told = _printed(said, f"Deposition of {witness}, {date}")
    title = f"Deposition of {witness}, {date}"
    identity = matter.document_id(f"deposition-{number + 1}")
    return drafted(identity, title, text, pages, matter.metadata("deposition"), told)


def _opening(matter: Matter, witness: str, date: str) -> Iterator[_Utterance]:
    """The caption and the appearances, on numbered lines like the rest."""
    for line in (
        f"SUPERIOR COURT OF {matter.slot('county_upper')}",
        f"{matter.slot('client_full')}, Plaintiff, v.",
        f"{matter.slot('other_full')}, Defendant.",
        f"No. {matter.slot('case')}",
        f"Deposition of {witness}, taken on {date}",
        f"For the plaintiff: {matter.slot('partner')}",
        f"For the defendant: {matter.slot('counsel')}",
        f"of {matter.slot('counsel_firm')}",
        f"{witness}, having been duly sworn, testified:",
    ):
        yield _utterance("", line)


def _in_runs(templates: tuple[str, ...], draws: Draws) -> list[str]:
    """Every template once: runs that stay as they are written, in an order of their own."""
    runs: list[tuple[str, ...]] = []
    start = 0
    while start < len(templates):
        end = start + draws.between(3, 8)
        runs.append(templates[start:end])
        start = end
    return [template for run in draws.some(runs, len(runs)) for template in run]


def _spoken(section: str, slots: Values, draws: Draws) -> Iterator[_Utterance]:
    """The lines of a section in their order, `speaker|words`."""
    for line in bank("depositions")[section]:
        speaker, words = line.split("|", 1)
        yield _utterance(_SPEAKERS[speaker], say(words, slots, draws))


def _exchange(line: str, slots: Values, draws: Draws) -> Iterator[_Utterance]:
    """`Q|question|A|answer`, or `MR|words`."""
    speaker, words, *answer = line.split("|", 3)
    yield _utterance(_SPEAKERS[speaker], say(words, slots, draws))
    if answer:
        yield _utterance(_SPEAKERS[answer[0]], say(answer[1], slots, draws))


def _episode(kind: str, slots: Values, draws: Draws) -> Iterator[_Utterance]:
    _, question, _, answer = bank("depositions")[kind][0].split("|", 3)
    state = draws.pick(bank("depositions")["state"])
    words = say(answer, {**slots, "state": state}, draws)
    yield _utterance(_SPEAKERS["Q"], say(question, slots, draws))
    told = Told(
        kind=kind,
        query_class=QueryClass.PARAPHRASE,
        quote=words,
        about=fixed(slots, state=state),
        answer=words,
        key=str(slots["object"]),
    )
    yield _utterance(_SPEAKERS["A"], words, told)


_SPEAKERS = {"Q": "Q.  ", "A": "A.  ", "MR": "DEFENDING COUNSEL:  "}


def _utterance(speaker: str, words: str, told: Told | None = None) -> _Utterance:
    lines: list[_Line] = []
    held, said_at = speaker, len(speaker)
    for word in words.split(" "):
        if len(held) > said_at and len(held) + 1 + len(word) > WIDTH:
            lines.append(_Line(held, said_at))
            held, said_at = word, 0
        else:
            held += word if len(held) == said_at else f" {word}"
    lines.append(_Line(held, said_at))
    return _Utterance(tuple(lines), told)


def _printed(said: list[_Utterance], head: str) -> tuple[str, list[Page], list[tuple[Told, int]]]:
    """The text, its pages, and each fact with the offset of its printed quote."""
    pieces: list[str] = []
    pages: list[Page] = []
    told: list[tuple[Told, int, int]] = []
    length = count = 0
    for utterance in said:
        start: int | None = None
        for line in utterance.lines:
            page, number = divmod(count, LINES_A_PAGE)
            if number == 0:
                pages.append(Page(label=str(page + 1), start=length + (1 if page else 0)))
                pieces.append(f"{chr(10) if page else ''}{head}   Page {page + 1}\n")
                length += len(pieces[-1])
            label = f"{number + 1:>2}   "
            start = length + len(label) + line.said_at if start is None else start
            pieces.append(f"{label}{line.text}\n")
            length += len(pieces[-1])
            count += 1
        if utterance.told is not None and start is not None:
            told.append((utterance.told, start, length - 1))
    text = "".join(pieces)
    return text, pages, [(replace(one, quote=text[start:end]), start) for one, start, end in told]
