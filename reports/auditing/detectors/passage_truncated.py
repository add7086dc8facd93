"""A passage that was cut off before it reached the judge.

Known by a sign of it at the end, by the corpus (the stored passage goes on), or by a length that
many passages of a run share exactly while they end inside a sentence.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import CitedClaim, Study

_SIGN = re.compile(
    r"(?:\[(?:\.\.\.|…|truncated|cut|more|snip(?:ped)?|continued)\]|\(truncated\)|<truncated>)\s*$",
    re.IGNORECASE,
)
_ELLIPSIS = re.compile(r"\s?(?:\.\.\.|…)\s*$")
"""An author's too: it is a sign only where many passages of a run end so."""
_ENDED = re.compile(r"[.!?:;\"'”’)\]*_]\s*$")
FEWEST = 5
"""So many distinct passages with the same end, or of the same greatest length, are no chance."""


def _find(study: Study) -> Iterator[Spotted]:
    caps, dotted = _caps(study.citations), _dotted(study.citations)
    for one in study.citations:
        end = f"it ends {one.passage[-40:]!r}"
        if _SIGN.search(one.passage):
            yield of_citation(one, "a sign of it at the end", end)
        elif _goes_on(one, study):
            yield of_citation(one, "the corpus has more of it", f"{end}, the stored one goes on")
        elif one.run in dotted and _ELLIPSIS.search(one.passage):
            yield of_citation(one, "an ellipsis at the end of many", end)
        elif len(one.passage) == caps.get(one.run) and not _ENDED.search(one.passage):
            yield of_citation(one, f"cut at {len(one.passage):,} characters", end)


def _goes_on(one: CitedClaim, study: Study) -> bool:
    stored, mine = study.corpus.get(one.cited, "").strip(), one.passage.strip()
    mine = _ELLIPSIS.sub("", mine)
    return bool(mine) and len(mine) < len(stored.rstrip(". …")) and stored.startswith(mine)


def _dotted(citations: tuple[CitedClaim, ...]) -> set[str]:
    """Runs of which so many distinct passages end with an ellipsis that it is no author's."""
    passages = {(one.run, one.passage) for one in citations if _ELLIPSIS.search(one.passage)}
    counts = Counter(run for run, _ in passages)
    return {run for run, n in counts.items() if n >= FEWEST}


def _caps(citations: tuple[CitedClaim, ...]) -> dict[str, int]:
    """By run: the length at which its passages were cut, where there is one."""
    texts: dict[str, set[str]] = defaultdict(set)
    for one in citations:
        texts[one.run].add(one.passage)
    caps = {}
    for run, passages in texts.items():
        longest = max(map(len, passages))
        ends = Counter(bool(_ENDED.search(text)) for text in passages if len(text) == longest > 0)
        if ends[False] >= FEWEST:
            caps[run] = longest
    return caps


DETECTOR = Detector(
    name="passage_truncated",
    looks_for="A passage that ends with a sign of cutting, is shorter than the stored one, or "
    "ends inside a sentence at a length that many share.",
    distorts="What supports the claim may stand in the part that nobody was shown.",
    example="40 passages of exactly 2,000 characters, none of which ends a sentence",
    severity=Severity.SERIOUS,
    find=_find,
)
