"""The sample design: strata that refine the judge's verdict, and a random draw in each.

Every `unsupported` verdict, the partial ones (all unless told), a random few `supported` ones.
Within a verdict the share of each stratum is proportional to its size, because pooled exact
intervals hold for proportional allocation (Hoeffding 1956).

The draw sorts a stratum by SHA-256 of the seed and the verdict's uid and takes the first n. A uid
is made of content alone, so the same seed gives the same sample on every machine and every Python.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from labels.outcome import Support

METHOD = "sha256-order/1"
"""Named in the manifest; another way of drawing gets another name."""

MINIMUM_PER_STRATUM = 2
"""A stratum with one label has no variance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameVerdict:
    """A verdict that can be drawn."""

    uid: str
    support: Support
    fields: Mapping[str, str]
    """What strata can be made of: run, category and whatever the import held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnStratum:
    """A stratum with the verdicts drawn from it."""

    name: str
    support: Support
    size: int
    """N_h."""
    members: tuple[str, ...]
    """The uids drawn, n_h of them."""

    @property
    def inclusion_probability(self) -> float:
        """n_h / N_h."""
        return len(self.members) / self.size


def draw(
    frame: Iterable[FrameVerdict],
    *,
    supported: int | None,
    partial: int | None,
    by: Sequence[str],
    seed: int,
) -> tuple[DrawnStratum, ...]:
    """Draw a sample.

    Args:
        frame: the verdicts with a value, in any order.
        supported: how many `supported` verdicts; None means all.
        partial: how many `partial` verdicts; None means all.
        by: further fields that strata are made of.
        seed: the same seed gives the same sample.

    Raises:
        InputError: the frame is empty, a number is negative, or a field is unknown.
    """
    frame = list(frame)
    wanted = {Support.SUPPORTED: supported, Support.PARTIAL: partial, Support.UNSUPPORTED: None}
    _refuse_unusable(frame, wanted, by)
    strata: dict[tuple[Support, tuple[str, ...]], list[str]] = {}
    for verdict in frame:
        values = tuple(verdict.fields.get(name, "") for name in by)
        strata.setdefault((verdict.support, values), []).append(verdict.uid)
    drawn = []
    for support in Support:
        keys = sorted(key for key in strata if key[0] is support)
        sizes = [len(strata[key]) for key in keys]
        total = wanted[support]
        counts = sizes if total is None else allocate(sizes, total)
        for key, count in zip(keys, counts, strict=True):
            members = sorted(strata[key], key=lambda uid: _random_key(seed, uid))[:count]
            name = stratum_name(support, by, key[1])
            drawn.append(
                DrawnStratum(
                    name=name, support=support, size=len(strata[key]), members=tuple(members)
                )
            )
    return tuple(drawn)


def allocate(sizes: Sequence[int], total: int) -> list[int]:
    """Share `total` draws over strata in proportion to their sizes.

    Largest remainders decide the rounding; each stratum has at least two draws (or all it holds)
    and none more than its size. A total of 0 draws nothing.

    Raises:
        InputError: `total` cannot give every stratum its two.
    """
    population = sum(sizes)
    if total >= population:
        return list(sizes)
    if total == 0:
        return [0] * len(sizes)
    floors = [min(size, MINIMUM_PER_STRATUM) for size in sizes]
    if total < sum(floors):
        raise InputError(
            f"{total} draws cannot cover {len(sizes)} strata with {MINIMUM_PER_STRATUM} each; "
            f"draw at least {sum(floors)}, or make fewer strata with --by."
        )
    quotas = [total * size / population for size in sizes]
    counts = [max(floor, int(quota)) for floor, quota in zip(floors, quotas, strict=True)]
    while sum(counts) != total:
        step = 1 if sum(counts) < total else -1
        movable = [
            index
            for index, count in enumerate(counts)
            if floors[index] <= count + step <= sizes[index]
        ]
        best = max(movable, key=lambda index: (step * (quotas[index] - counts[index]), -index))
        counts[best] += step
    return counts


def _refuse_unusable(
    frame: Sequence[FrameVerdict], wanted: Mapping[Support, int | None], by: Sequence[str]
) -> None:
    if not frame:
        raise InputError(
            "There is no verdict to draw from; import some with crosssource import FILE."
        )
    for support, total in wanted.items():
        if total is not None and total < 0:
            raise InputError(f"--{support} {total} is negative; give 0 or more, or all.")
    known = sorted({name for verdict in frame for name in verdict.fields})
    for name in by:
        if name not in known:
            raise InputError(
                f"--by {name}: no verdict has that field; the fields are {', '.join(known)}."
            )


def _random_key(seed: int, uid: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{uid}".encode()).digest()


def stratum_name(support: Support, by: Sequence[str], values: Sequence[str]) -> str:
    """`supported`, or with further fields: `supported · run=strict`."""
    parts = [str(support), *(f"{name}={value}" for name, value in zip(by, values, strict=True))]
    return " · ".join(parts)
