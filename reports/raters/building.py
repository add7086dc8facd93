"""From what a person asks of a file to its figures."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from corpus.errors import InputError
from corpus.readers.source import shown
from reports.raters.estimate import Basis
from reports.raters.figures import (
    JudgeAgainstTruth,
    RatersReport,
    Watch,
    every_pair,
    together,
)
from reports.raters.joining import Held, Joined, Judge
from reports.raters.layouts import (
    Layout,
    LongColumns,
    by_rater,
    counted_by_category,
    is_long,
)
from reports.raters.ratings import MISSING, Ratings, ratings_of_table
from reports.raters.reading import Records, Said, column_names, listed, square
from reports.raters.scale import RaterScale, Wanted
from reports.raters.truth import against_truth, majority
from reports.raters.words import Vocabulary, some

MAJORITY = "majority"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, as the options say it."""

    path: Path
    raters: tuple[str, ...]
    """`--rater`, columns of records."""
    ratings: str | None
    """`--ratings`, a path to lists."""
    table: str | None
    """`--table`, a path to a square table."""
    layout: Layout | None
    """`--layout`; None: a column a rater, or what the file's columns say."""
    columns: tuple[str, ...]
    """`--columns`, those of the layout."""
    scale: Wanted
    vocabulary: Vocabulary
    truth: str | None
    """`majority` or a column."""
    judges: tuple[str, ...]
    """`COLUMN` or `FILE:COLUMN`."""
    key: str | None
    basis: Basis


def answer(asked: Question, watch: Watch = iter) -> RatersReport:
    """All figures that a question asks for.

    Args:
        watch: goes through the pairs of raters, and may show how far it is.

    Raises:
        InputError: the options do not go together, or the file does not hold what they name.
    """
    _refuse_contradictions(asked)
    if asked.table is not None:
        return _of_table(asked, asked.table, watch)
    if asked.ratings is not None:
        return _of_lists(asked, asked.ratings)
    if asked.layout is Layout.COUNTS:
        return _of_counts(asked)
    if asked.layout is Layout.LONG or _is_plainly_long(asked):
        return _of_long(asked, watch)
    return _of_records(asked, watch)


def _is_plainly_long(asked: Question) -> bool:
    said = asked.layout or asked.raters or asked.truth or asked.columns
    return not said and is_long(asked.path)


def _refuse_contradictions(asked: Question) -> None:
    ways = [asked.table is not None, asked.ratings is not None, bool(asked.raters)]
    twice = [name for name in asked.raters if asked.raters.count(name) > 1]
    if asked.layout is not None and (asked.table is not None or asked.ratings is not None):
        raise InputError("--layout is of records; leave it out with --ratings or --table.")
    if asked.columns and asked.layout in (None, Layout.WIDE):
        raise InputError(
            "--columns goes with --layout long or --layout counts; for a file with a column for "
            "each rater name them with --rater."
        )
    if asked.layout is Layout.COUNTS and (asked.raters or asked.truth is not None):
        raise InputError(
            "--layout counts says how many gave each category and not who; leave out --rater, "
            "--truth and --judge."
        )
    if sum(ways) > 1:
        raise InputError(
            "--rater, --ratings and --table are three ways to say where the ratings are; give one."
        )
    if twice:
        raise InputError(f"--rater {twice[0]} is given twice; name each rater once.")
    if asked.judges and asked.truth is None:
        raise InputError(
            "--judge needs a truth to be held against: --truth majority, or --truth COLUMN."
        )
    if asked.truth is not None and not asked.judges:
        raise InputError(
            "--truth needs a judge to hold against it: --judge COLUMN or --judge FILE:COLUMN."
        )
    if asked.truth is not None and (asked.table is not None or asked.ratings is not None):
        raise InputError("--truth and --judge work on records: name raters with --rater COLUMN.")
    named = asked.layout is Layout.LONG and not asked.raters  # by the file
    if asked.truth == MAJORITY and len(asked.raters) < 2 and not named:
        raise InputError("--truth majority needs the raters it is a majority of: --rater COLUMN.")


def _refuse_words(asked: Question) -> None:
    if asked.vocabulary.meant or asked.vocabulary.missing:
        raise InputError("--map and --missing are for ratings; a table is counted already.")


def _of_table(asked: Question, inside: str, watch: Watch) -> RatersReport:
    _refuse_words(asked)
    found = square(asked.path, inside, asked.scale.order)
    scale = RaterScale.of(found.categories, asked.scale, ordered=True)
    ratings = ratings_of_table(found.counts, scale.categories)
    return _report(asked, ("rows", "columns"), ratings, scale, watch=watch)


def _of_lists(asked: Question, inside: str) -> RatersReport:
    units = listed(asked.path, inside, asked.vocabulary)
    asked.vocabulary.refuse_unmet()
    words = {one for unit in units for one in unit if one is not None}
    scale = RaterScale.of(words, asked.scale)
    return _report(asked, (), scale.ratings(units), scale)


def _of_counts(asked: Question) -> RatersReport:
    _refuse_words(asked)
    found = counted_by_category(asked.path, asked.columns)
    scale = RaterScale.of(found.categories, asked.scale, ordered=True)
    return _report(asked, (), scale.ratings(found.units), scale)


def _of_long(asked: Question, watch: Watch) -> RatersReport:
    columns = LongColumns.named(asked.columns)
    read = by_rater(asked.path, columns, asked.vocabulary)
    held = {asked.truth, *asked.judges}
    raters = asked.raters or tuple(name for name in read.columns if name not in held)
    if len(raters) < 2 and (asked.truth is None or asked.truth == MAJORITY):
        raise InputError(
            f"One rater agrees with nobody; {shown(asked.path)} has the raters "
            f"{some(list(read.columns))}: name two or more with --rater, or give another file."
        )
    key = asked.key or columns.item
    return _of_records(replace(asked, raters=raters, key=key), watch, read)


def _of_records(asked: Question, watch: Watch, read: Records | None = None) -> RatersReport:
    if len(asked.raters) < 2 and asked.truth is None:
        raise _too_few(asked)
    truth = () if asked.truth in (None, MAJORITY) else (str(asked.truth),)
    held = Held.read(
        Joined(
            path=asked.path,
            own=tuple(dict.fromkeys([*asked.raters, *truth])),
            judges=asked.judges,
            key=asked.key,
            vocabulary=asked.vocabulary,
            read=read,
        )
    )
    asked.vocabulary.refuse_unmet()
    scale = RaterScale.of(held.words, asked.scale)
    ratings = scale.ratings(list(zip(*(held.own[name] for name in asked.raters), strict=True)))
    if asked.truth == MAJORITY:
        true = majority(ratings).codes
    else:
        true = _codes(scale, held.own[str(asked.truth)]) if truth else np.empty(0, dtype=np.int64)
    judges = tuple(_against(asked, scale, true, name, judge) for name, judge in held.judges.items())
    return _report(asked, asked.raters, ratings, scale, watch=watch, judges=judges)


def _too_few(asked: Question) -> InputError:
    columns = f"{shown(asked.path)} has the columns {some(column_names(asked.path))}"
    if asked.raters:
        return InputError(
            f"One rater agrees with nobody; name another with --rater ({columns}), or hold a judge "
            "against a column with --truth COLUMN --judge COLUMN."
        )
    return InputError(
        f"Which columns are the raters'? {columns}; name two or more: crosssource raters "
        f"{shown(asked.path)} --rater COLUMN --rater COLUMN"
    )


def _codes(scale: RaterScale, said: Said) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.asarray(scale.ratings([[one] for one in said]).codes[:, 0])


def _against(
    asked: Question,
    scale: RaterScale,
    truth: "np.ndarray[tuple[int], np.dtype[np.int64]]",
    name: str,
    judge: Judge,
) -> JudgeAgainstTruth:
    pair = Ratings(
        categories=scale.categories,
        codes=np.stack([truth, _codes(scale, judge.said)], axis=1),
        times=np.ones(len(truth), dtype=np.int64),
    )
    return JudgeAgainstTruth(
        judge=Path(name).name,
        truth=str(asked.truth),
        unmatched=judge.unmatched,
        unknown=judge.unknown,
        unsaid=int(((pair.codes[:, 0] != MISSING) & (pair.codes[:, 1] == MISSING)).sum()),
        undecided=int((truth == MISSING).sum()),
        figures=against_truth(pair, asked.basis, ordered=scale.ordered),
    )


def _report(
    asked: Question,
    names: tuple[str, ...],
    ratings: Ratings,
    scale: RaterScale,
    *,
    watch: Watch = iter,
    judges: tuple[JudgeAgainstTruth, ...] = (),
) -> RatersReport:
    several = ratings.raters > 1
    per_item = (ratings.codes >= 0).sum(axis=1)
    basis, ordered = asked.basis, scale.ordered
    return RatersReport(
        source=shown(asked.path),
        raters=names,
        width=int(per_item.max(initial=0)),
        rows=int(ratings.times.sum()),
        categories=scale.words,
        tally=ratings.tally if several else None,
        level=scale.level,
        ordered=ordered,
        basis=basis,
        together=together(ratings, scale.level, basis, ordered=ordered) if several else None,
        pairs=every_pair(ratings, names, basis, ordered=ordered, watch=watch),
        judges=judges,
    )
