"""An answer in another language than its question.

The language is that whose commonest small words come most often; where the lead is small, or the
text is short, none is named. A script that the question does not have is told by its letters.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache

from reports.auditing.detector import Detector, Severity, Spotted, of_answer
from reports.auditing.evidence import Study
from reports.auditing.texts import shown, words

_SMALL_WORDS = {
    "English": "the of and to in is that for it was on are with as be this by at from not or which",
    "German": "der die das und ist nicht von zu den mit ein eine des dem auf für sich dass als",
    "French": "le les des et est que une dans pour qui pas sur au par sont du avec ne ce cette",
    "Spanish": "el los las y es que una del por con para como no su al lo se más fue está",
    "Italian": "il che di per è non una del con della sono gli nel alla si da le come anche dei",
    "Portuguese": "os que do da em um uma para com não por mais dos das como ao foi são pelo se",
    "Dutch": "het een van en dat niet op te zijn voor met die aan is door werd wordt naar bij ook",
}
_SETS = {name: frozenset(text.split()) for name, text in _SMALL_WORDS.items()}
FEWEST_WORDS = 6
FEWEST_HITS = 3
LEAD = 1.5
"""The language named has so many times the small words of the next one."""


def _find(study: Study) -> Iterator[Spotted]:
    usual = _usual(study)
    for answer in study.answers:
        asked = language(answer.question) or usual.get(answer.run, "")
        given = language(_prose(answer.answer.text))
        if answer.refused or not given or given == (asked or given):
            continue
        detail = f"asked in {asked}: {shown(answer.answer.text)!r}"
        yield of_answer(answer, f"{asked} question, {given} answer", detail, study)


def _usual(study: Study) -> dict[str, str]:
    """The language of most questions of each run: a short question may not tell its own."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for answer in study.answers:
        found[answer.run][language(answer.question)] += 1
    for counts in found.values():
        del counts[""]
    return {run: counts.most_common(1)[0][0] for run, counts in found.items() if counts}


def _prose(text: str) -> str:
    """Without ids in brackets."""
    return " ".join(part.partition("]")[2] or part for part in text.split("["))


@lru_cache(maxsize=20_000)
def language(text: str) -> str:
    """The language of a text, or its script where that is not Latin; empty where it is open."""
    letters = Counter(
        unicodedata.name(character, "").partition(" ")[0] for character in text[:2000]
        if character.isalpha()
    )  # fmt: skip
    total = sum(letters.values())
    if total and letters["LATIN"] < total / 2:
        script, n = letters.most_common(1)[0]
        return f"{script.lower()} letters" if n >= 10 else ""
    found = [word.lower() for word in words(text)[:400]]
    hits = Counter({name: sum(word in small for word in found) for name, small in _SETS.items()})
    (first, most), (_, next_most) = hits.most_common(2)
    enough = len(found) >= FEWEST_WORDS and most >= FEWEST_HITS and most >= LEAD * next_most
    return first if enough else ""


DETECTOR = Detector(
    name="answer_other_language",
    looks_for="An answer whose language is not the question's.",
    distorts="Words of one language are not found in passages of another: a lexical judge fails "
    "it, a model may; neither says anything of the citations.",
    example='an English question answered "Der Vermieter muss die Kaution …"',
    severity=Severity.SERIOUS,
    find=_find,
)
