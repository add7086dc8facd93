"""A judge whose verdicts depend on where in a request the citation stands.

Of requests with several citations, the first half is held against the second half: Fisher's exact
test on supported and the rest. A judge that is asked for one citation at a time is not tested.

The test takes the verdicts for independent, so each is counted once: runs share a request where one
mends the other, or where nothing of it changed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from labels.outcome import Support
from reports.auditing.detector import Detector, Rests, Severity, Spotted, noted
from reports.auditing.evidence import GivenVerdict, Study

P = 0.001
"""Below it the two halves differ by more than chance: of a thousand sound judges one is named."""
DIFFERENCE = 0.15
"""And by so much, 0 to 1: with many verdicts a mere nothing is more than chance."""


def _find(study: Study) -> Iterator[Spotted]:
    requests: dict[tuple[str, int], list[GivenVerdict]] = defaultdict(list)
    for one in study.verdicts:
        if one.support is not None and one.request is not None:
            requests[one.judge_id, one.request].append(one)
    asked = {one.seq: one for one in study.requests}
    counts: dict[str, list[list[int]]] = defaultdict(lambda: [[0, 0], [0, 0]])
    names = {one.judge_id: one.judge for one in study.verdicts}
    for (judge, seq), verdicts in requests.items():
        order = asked[seq].asked if seq in asked else ()
        first = [one for one in verdicts if one.citation.run == verdicts[0].citation.run]
        for half, one in _halves(first, order):
            counts[judge][half][one.support is not Support.SUPPORTED] += 1
    items: dict[str, set[str]] = defaultdict(set)
    for one in study.verdicts:
        items[one.judge_id].add(one.citation.item_id)
    for judge, table in counts.items():
        yield from _tested(judge, names[judge], table, items[judge])


def _halves(
    verdicts: list[GivenVerdict], order: tuple[str, ...]
) -> Iterator[tuple[int, GivenVerdict]]:
    """Each verdict with the half of its request it stood in; the middle one in none.

    A passage that was asked about several times tells no place. That is not how they were stored:
    unsupported verdicts wait for their category, and come last.
    """
    passages = [key.partition(" ")[2] for key in order]
    times = Counter(passages)
    place = {passage: at for at, passage in enumerate(passages) if times[passage] == 1}
    known = (one for one in verdicts if one.citation.cited in place)
    ranked = sorted(known, key=lambda one: place[one.citation.cited])
    half = len(ranked) // 2
    for at, one in enumerate(ranked):
        if half and (at < half or at >= len(ranked) - half):
            yield int(at >= half), one


def _tested(judge: str, name: str, table: list[list[int]], items: set[str]) -> Iterator[Spotted]:
    from scipy.stats import fisher_exact  # type: ignore[import-untyped]

    (first, first_not), (second, second_not) = table
    if not (first + first_not and second + second_not):
        return
    shares = first / (first + first_not), second / (second + second_not)
    if abs(shares[0] - shares[1]) >= DIFFERENCE and float(fisher_exact(table).pvalue) < P:
        yield noted(
            name,
            "kinder early in a request" if shares[0] > shares[1] else "kinder late in a request",
            f"supported: {shares[0]:.0%} of the first halves, {shares[1]:.0%} of the second "
            f"(n = {sum(map(sum, table)):,})",
            key=judge,
            items=items,
        )


DETECTOR = Detector(
    name="verdict_by_position",
    looks_for="Verdicts that differ with the place of a citation in its request or batch.",
    distorts="The judge reads the first citations and waves the rest through, or the ids are "
    "shifted: the verdicts are not about the citations.",
    example="supported: 91 % of the first halves of the requests, 40 % of the second",
    severity=Severity.SERIOUS,
    rests=Rests.VERDICTS,
    find=_find,
)
