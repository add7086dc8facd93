"""A claim with the running head of a page in its middle: the text was taken from the page as it is.

A running head is known by coming back: words in a row, two of them in capitals, that stand in many
passages of one document.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import Study
from reports.auditing.texts import words

ROW = 4
FEWEST = 4
"""Passages of a document in which a head comes back …"""
SHARE = 0.2
"""… and so large a part of them."""

Row = tuple[str, ...]


def _find(study: Study) -> Iterator[Spotted]:
    heads = _heads(study.corpus)
    for one in study.citations:
        known = heads.get(one.cited.rpartition(":")[0])
        if known and (head := next((row for row in _rows(one.claim) if row in known), None)):
            yield of_citation(
                one, "a running head inside it", f"the claim holds {' '.join(head)!r}"
            )


def _heads(corpus: Mapping[str, str]) -> dict[str, set[Row]]:
    """By document: the rows of words of its running heads."""
    passages: dict[str, list[str]] = defaultdict(list)
    for id_, text in corpus.items():
        passages[id_.rpartition(":")[0]].append(text)
    found = {}
    for document, texts in passages.items():
        counts = Counter(row for text in texts for row in set(_rows(text)))
        least = max(FEWEST, SHARE * len(texts))
        found[document] = {row for row, n in counts.items() if n >= least}
    return found


def _rows(text: str) -> list[Row]:
    """Its runs of four words with at least two in capitals."""
    found = words(text)
    rows = (tuple(found[at : at + ROW]) for at in range(len(found) - ROW + 1))
    return [row for row in rows if sum(_is_capital(word) for word in row) >= 2]


def _is_capital(word: str) -> bool:
    return len(word) > 2 and word.isupper()


DETECTOR = Detector(
    name="claim_page_head",
    looks_for="A claim that holds words of its document's running head.",
    distorts="The head cuts the statement in two and adds names that are no part of it: words and "
    "quotes are not found, and a judge reads a claim about a case's title.",
    example='claim: "… through the general 14 ENDREW F. v. DOUGLAS COUNTY SCHOOL DIST. curriculum"',
    severity=Severity.SERIOUS,
    find=_find,
)
