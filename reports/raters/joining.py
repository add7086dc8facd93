"""The columns of several files side by side, joined by a column that both have."""

from dataclasses import dataclass
from pathlib import Path

from corpus.errors import InputError
from corpus.readers.source import shown
from reports.raters.reading import Records, Said, column_names, records
from reports.raters.words import Vocabulary, some


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Which columns of which files."""

    path: Path
    """The raters' file."""
    own: tuple[str, ...]
    """Its columns."""
    judges: tuple[str, ...]
    """`COLUMN` of the same file, or `FILE:COLUMN`."""
    key: str | None
    """The column that files are joined by; None for the one that both have."""
    vocabulary: Vocabulary
    read: Records | None = None
    """The raters' file by rater, where it has a row for each rating; None: its columns are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """What one judge said of the records of the raters' file."""

    said: Said
    unmatched: int
    """Records that the judge's file does not have."""
    unknown: int
    """Records of the judge's file that the raters' file does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The columns of all files that a question names."""

    own: dict[str, Said]
    """Of the raters' file."""
    judges: dict[str, Judge]
    """By `--judge`."""

    @property
    def words(self) -> set[str]:
        """Every category that occurs."""
        every = (*self.own.values(), *(judge.said for judge in self.judges.values()))
        return {one for said in every for one in said if one is not None}

    @classmethod
    def read(cls, wanted: Joined) -> "Held":
        """Read the raters' file once, and each judge's."""
        placed = {judge: _split(judge) for judge in wanted.judges}
        inside = [judge for judge, (path, _) in placed.items() if path is None]
        named = list(dict.fromkeys([*wanted.own, *inside]))
        files = [path for path, _ in placed.values() if path is not None]
        key = key_of(wanted, files[0]) if files else None
        if wanted.read is None:
            own = records(wanted.path, named, wanted.vocabulary, key=key)
        else:
            own = _only(wanted.read, named, wanted.path)
        judges = {
            judge: Judge(said=own.columns[column], unmatched=0, unknown=0)
            if path is None
            else _joined(own, wanted.path, path, column, str(key), wanted.vocabulary)
            for judge, (path, column) in placed.items()
        }
        return cls(own=own.columns, judges=judges)


def _only(read: Records, named: list[str], path: Path) -> Records:
    for name in named:
        if name not in read.columns:
            raise InputError(
                f"{shown(path)} has no rater {name!r}; it has: {some(list(read.columns))}."
            )
    return Records({name: read.columns[name] for name in named}, read.keys)


def _joined(
    own: Records, ours: Path, theirs: Path, column: str, key: str, vocabulary: Vocabulary
) -> Judge:
    """What another file's column says of the records of the raters' file."""
    read = records(theirs, [column], vocabulary, key=key)
    by_key = dict(zip(read.keys, read.columns[column], strict=True))
    by_key.pop(None, None)
    common = {one for one in own.keys if one is not None} & set(by_key)
    if not common:
        raise InputError(
            f"{shown(theirs)} and {shown(ours)} have no value of {key!r} in common; join them by "
            "another column with --key."
        )
    return Judge(
        said=[None if one is None else by_key.get(one) for one in own.keys],
        unmatched=sum(one not in by_key for one in own.keys),
        unknown=len(read.keys) - len(common),
    )


def _split(judge: str) -> tuple[Path | None, str]:
    file, colon, column = judge.rpartition(":")
    if not colon:
        return None, judge
    if not file or not column:
        raise InputError(f"--judge {judge!r} is not of the form COLUMN or FILE:COLUMN.")
    return Path(file), column


def key_of(wanted: Joined, other: Path) -> str:
    """The column that two files are joined by: the one that both have."""
    if wanted.key is not None:
        return wanted.key
    ours, theirs = column_names(wanted.path), column_names(other)
    shared = [name for name in ours if name in theirs and name not in wanted.own]
    if len(shared) == 1:
        return shared[0]
    found = f"both have {some(shared)}" if shared else "they have no column in common"
    raise InputError(
        f"By which column are {shown(wanted.path)} and {shown(other)} joined? {found}; say it with "
        "--key COLUMN."
    )
