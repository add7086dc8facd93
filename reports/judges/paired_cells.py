"""Two judges on the same citations, as cells of a design that tells them apart.

Each stratum of the sample is cut by what both judges say: the size of each part is counted over
the frame, and the labels that fell into it are a simple random sample of it. What a label adds to
the difference of two agreements: nothing where both judges say the same, else 1 where people agree
with the first judge, -1 where with the second, 0 where with neither.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from labels.outcome import Outcome
from labels.panel import Panel
from reports.decision import Decision, State, decision_of
from reports.estimation.design import Cells
from reports.estimation.scales import Scale
from reports.runs.binary import PairedCounts

DIFFER, ALIKE = 0, 1
"""The columns of the cells: whether the two judges say the same."""

FIRST, SECOND, NEITHER = 0, 1, 2
"""The rows where they differ: whom people agree with. Between two classes there is no neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The citations of one stratum of which the first judge says one thing and the second another.

    On a coarse scale several verdicts are one class.
    """

    stratum: str
    first: int
    """The class of the first judge's verdict on the scale."""
    second: int

    @property
    def column(self) -> int:
        """`DIFFER` or `ALIKE`."""
        return ALIKE if self.first == self.second else DIFFER


@dataclass(slots=True, kw_only=True)
class _Filled:
    size: int = 0
    decisions: list[Decision] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedParts:
    """All the parts of a sample for two judges, on one scale."""

    scale: Scale
    names: tuple[str, str]
    """What the two judges are called."""
    sizes: Mapping[Part, int]
    """N of each part, over the frame."""
    decisions: Mapping[Part, tuple[Decision, ...]]
    """Of the drawn citations of each part."""

    @property
    def common(self) -> int:
        """Citations that both have judged."""
        return sum(self.sizes.values())

    @property
    def differing(self) -> int:
        """Of these, how many they do not say the same of."""
        return sum(n for part, n in self.sizes.items() if part.column == DIFFER)

    @property
    def silent(self) -> tuple[Part, ...]:
        """Parts in which they differ and nobody decided anything: nothing is known of them."""
        return tuple(
            part
            for part in self.sizes
            if part.column == DIFFER
            and not any(_counts(one) for one in self.decisions.get(part, ()))
        )

    @property
    def fair(self) -> bool:
        """Whether every label stands for equally many citations, by the strata of the draw."""
        sizes: Counter[str] = Counter()
        decided: Counter[str] = Counter()
        for part, size in self.sizes.items():
            sizes[part.stratum] += size
            decided[part.stratum] += sum(map(_counts, self.decisions.get(part, ())))
        if not all(decided[stratum] for stratum in sizes):
            return False
        weights = [Fraction(size, decided[stratum]) for stratum, size in sizes.items()]
        return len(set(weights)) == 1

    def swapped(self) -> "PairedParts":
        """The same with the judges in the other order."""
        turn = {
            part: Part(stratum=part.stratum, first=part.second, second=part.first)
            for part in self.sizes
        }
        return PairedParts(
            scale=self.scale,
            names=(self.names[1], self.names[0]),
            sizes={turn[part]: n for part, n in self.sizes.items()},
            decisions={turn[part]: found for part, found in self.decisions.items()},
        )

    def supposing(self, *, first: bool) -> "PairedParts":
        """The same as if people had decided all of the silent parts for one of the judges."""
        supposed = dict(self.decisions)
        for part in self.silent:
            said = part.first if first else part.second
            outcome = _OUTCOMES[self.scale.class_of.index(said)]
            decision = Decision(state=State.DECIDED, outcome=outcome)
            supposed[part] = (decision,) * self.sizes[part]
        return replace(self, decisions=supposed)

    def right(self) -> PairedCounts:
        """The labelled citations by who is right: each label once, whatever it stands for."""
        found = {(a, b): 0 for a in (True, False) for b in (True, False)}
        for part, decisions in self.decisions.items():
            for one in decisions:
                if one.outcome is not None:
                    said = _class(self.scale, one.outcome)
                    found[said == part.first, said == part.second] += 1
        return PairedCounts(
            both=found[True, True],
            first_only=found[True, False],
            second_only=found[False, True],
            neither=found[False, False],
        )

    def cells(self) -> Cells:
        """The counts as the estimator takes them, in an order that no name decides."""
        parts = sorted(self.sizes, key=lambda one: (one.first, one.second, one.stratum))
        q = len(self.scale)
        counts = np.zeros((len(parts), q + 1, q), dtype=np.int64)
        undecided = np.zeros((len(parts), q), dtype=np.int64)
        possible = np.zeros((len(parts), q), dtype=bool)
        for h, part in enumerate(parts):
            possible[h, part.column] = True
            for one in self.decisions.get(part, ()):
                if one.outcome is not None:
                    counts[h, self._row(part, one.outcome), part.column] += 1
                elif one.state is State.HARNESS_BUG:
                    counts[h, -1, part.column] += 1
                elif one.state.undecided:
                    undecided[h, part.column] += 1
        return Cells(
            scale=self.scale,
            names=tuple(self.name(part) for part in parts),
            families=tuple(f"{part.first}|{part.second}" for part in parts),
            sizes=np.array([self.sizes[part] for part in parts], dtype=np.int64),
            counts=counts,
            possible=possible,
            undecided=undecided,
        )

    def name(self, part: Part) -> str:
        """In words: `lexical partial, gpt-4 supported`, and the stratum where there are several."""
        classes = self.scale.classes
        said = f"{self.names[0]}: {classes[part.first]}, {self.names[1]}: {classes[part.second]}"
        return f"{said} (drawn as {part.stratum})"

    def _row(self, part: Part, outcome: Outcome) -> int:
        said = _class(self.scale, outcome)
        if said == part.first:
            return FIRST
        return SECOND if said == part.second or part.column == ALIKE else NEITHER


Decisions = Mapping[str, Decision]
"""What people decided, by citation."""


def decisions_of(panel: Panel, annotator: str | None) -> Decisions:
    """What people decided of the drawn citations.

    Args:
        annotator: only this person's labels count; None for everybody's.
    """
    return {item.citation_id: decision_of(item, annotator) for item in panel.items}


def paired_parts(
    panel: Panel, first: int, second: int, scale: Scale, decisions: Decisions
) -> PairedParts:
    """Cut a panel's frame by two of its judges.

    Args:
        first: the number of a judge in the panel.
        second: of another; citations that either has no verdict on are left out.
        scale: on which verdicts are the same.
        decisions: of every drawn citation.
    """
    filled: dict[Part, _Filled] = {}
    for pattern in panel.patterns:
        a, b = pattern.said[first], pattern.said[second]
        if a is not None and b is not None:
            part = _part(scale, pattern.stratum, Outcome.of(a, None), Outcome.of(b, None))
            filled.setdefault(part, _Filled()).size += pattern.size
    for item in panel.items:
        one, other = item.said[first], item.said[second]
        if one is not None and other is not None:
            part = _part(scale, item.stratum, one, other)
            filled[part].decisions.append(decisions[item.citation_id])
    names = panel.judges[first].label, panel.judges[second].label
    return PairedParts(
        scale=scale,
        names=names,
        sizes={part: one.size for part, one in filled.items()},
        decisions={part: tuple(one.decisions) for part, one in filled.items()},
    )


def _part(scale: Scale, stratum: str, first: Outcome, second: Outcome) -> Part:
    return Part(stratum=stratum, first=_class(scale, first), second=_class(scale, second))


def _class(scale: Scale, outcome: Outcome) -> int:
    return scale.class_of[_OUTCOMES.index(outcome)]


_OUTCOMES = tuple(Outcome)


def _counts(decision: Decision) -> bool:
    return decision.state in (State.DECIDED, State.HARNESS_BUG)
