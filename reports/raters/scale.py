"""The scale of some ratings: its categories in order, and what their differences mean."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from reports.raters.krippendorff import Level
from reports.raters.ratings import Ratings, ratings_of
from reports.raters.words import MOST_CATEGORIES, is_number, some

MOST_CELLS = 50_000_000
"""Items times categories: what fits into memory several times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person says of the scale."""

    level: Level | None
    """None: ordinal where an order is given, nominal otherwise."""
    order: tuple[str, ...] | None
    """None: numbers by size, texts by the alphabet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaterScale:
    """The categories in order, and what their differences mean."""

    words: tuple[str, ...]
    categories: tuple[str | float, ...]
    """The words, as numbers where all of them are."""
    level: Level
    ordered: bool

    @classmethod
    def of(cls, words: Collection[str], wanted: Wanted, *, ordered: bool = False) -> "RaterScale":
        """The scale of some words.

        Args:
            ordered: they stand in an order already.
        """
        if len(words) > MOST_CATEGORIES:
            raise InputError(
                f"The ratings have {len(words):,} different values ({some(sorted(words), 3)}): "
                f"more than {MOST_CATEGORIES:,} are no categories; name other columns."
            )
        numbers = bool(words) and all(map(is_number, words))
        placed = _placed(words, wanted, numbers=numbers, ordered=ordered)
        level = wanted.level or (Level.ORDINAL if wanted.order else Level.NOMINAL)
        in_order = ordered or numbers or wanted.order is not None
        _refuse_level(level, placed, numbers=numbers, ordered=in_order)
        return cls(
            words=placed,
            categories=tuple(map(_number, placed)) if numbers else placed,
            level=level,
            ordered=in_order,
        )

    def ratings(self, units: Sequence[Sequence[str | None]]) -> Ratings:
        """Words as codes of the scale.

        Raises:
            InputError: items times categories are more than memory holds.
        """
        if len(units) * len(self.words) > MOST_CELLS:
            raise InputError(
                f"{len(units):,} items with {len(self.words):,} different values "
                f"({some(self.words, 3)}) are too many at once; are these categories?"
            )
        as_words = ratings_of(units, self.words)
        return Ratings(categories=self.categories, codes=as_words.codes, times=as_words.times)


def _placed(
    words: Collection[str], wanted: Wanted, *, numbers: bool, ordered: bool
) -> tuple[str, ...]:
    if wanted.order is not None:
        strange = sorted(set(words) - set(wanted.order))
        if strange:
            raise InputError(
                f"{strange[0]!r} is not in --order {','.join(wanted.order)}; put it there, make it "
                "another value with --map, or none with --missing."
            )
        return wanted.order
    if ordered:
        return tuple(words)
    return tuple(sorted(words, key=float if numbers else str))


def _refuse_level(level: Level, words: tuple[str, ...], *, numbers: bool, ordered: bool) -> None:
    if level is Level.ORDINAL and not ordered and words:
        raise InputError(
            f"--level ordinal needs the order of the values, which are: {some(words)}; give it "
            "with --order, for example: --order low,middle,high"
        )
    if level in (Level.INTERVAL, Level.RATIO) and not numbers and words:
        strange = next(one for one in words if not is_number(one))
        raise InputError(
            f"--level {level} needs numbers, and {strange!r} is none; give --level nominal, or "
            "make it a number with --map."
        )
    if level is Level.RATIO and any(float(one) < 0 for one in words):
        raise InputError("--level ratio needs numbers of 0 or more; give --level interval.")


def _number(category: str) -> int | float:
    return float(category) if "." in category else int(category)
