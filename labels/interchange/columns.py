"""Which column of a file is which of ours: our names, their aliases, and `--map ours=theirs`."""

from collections.abc import Iterable, Mapping
from typing import Any

from corpus.errors import InputError

ALIASES: dict[str, tuple[str, ...]] = {
    "item_id": (),
    "case_id": (),
    "claim_id": (),
    "question": (),
    "answer": (),
    "claim": (),
    "citation": ("cited_id",),
    "passage": (),
    "judge_label": ("verdict", "judge"),
    "judge_reason": ("reason", "rationale"),
    "judge_evidence": (),
    "failure_type": (),
    "judge": (),
    "model": (),
    "config": (),
    "importance": (),
    "human_label": ("human", "gold", "label"),
    "human_failure_type": (),
    "human_note": (),
    "annotator": (),
    "stratum": (),
    "inclusion_probability": (),
}
"""Our columns in the order of the documentation, each with the other names it is known by."""


class MissingColumnError(InputError):
    """A file lacks a column that is needed."""


class Columns:
    """A file's columns by our names."""

    def __init__(self, theirs: Mapping[str, str], present: Iterable[str]):
        """Use `columns_of`.

        Args:
            theirs: the file's name for each of ours that it has.
            present: all the file's columns.
        """
        self._theirs = dict(theirs)
        self.present = list(present)

    def __contains__(self, ours: str) -> bool:
        return ours in self._theirs

    def name(self, ours: str) -> str:
        """The file's name for one of our columns; ours where it has none."""
        return self._theirs.get(ours, ours)

    def get(self, values: Mapping[str, Any], ours: str) -> Any:
        """The value of our column in a row; None where the file has no such column."""
        theirs = self._theirs.get(ours)
        return None if theirs is None else values.get(theirs)

    def further(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What a row holds beside our columns."""
        used = set(self._theirs.values())
        return {name: value for name, value in values.items() if name not in used}

    def require(self, *ours: str, file: str) -> None:
        """Refuse a file that lacks a column.

        Raises:
            MissingColumnError: names the column, what was looked for and what is there.
        """
        for name in ours:
            if name not in self:
                looked_for = ", ".join((name, *ALIASES[name]))
                raise MissingColumnError(
                    f"{file} has no column for {name!r} (looked for: {looked_for}; it has: "
                    f"{listed(self.present)}); say which it is with --map {name}=COLUMN."
                )


def columns_of(present: Iterable[str], mapping: Mapping[str, str], file: str) -> Columns:
    """Match a file's columns to ours.

    Args:
        present: the file's columns.
        mapping: the user's `ours=theirs`, which win over names and aliases.
        file: as errors name it.

    Raises:
        InputError: the mapping names a column that is not ours or not the file's.
    """
    present = list(present)
    for ours, theirs in mapping.items():
        if ours not in ALIASES:
            raise InputError(
                f"--map {ours}={theirs}: {ours!r} is none of our columns; they are: "
                f"{', '.join(ALIASES)}."
            )
        if theirs not in present:
            raise InputError(
                f"--map {ours}={theirs}: {file} has no column {theirs!r}; it has: "
                f"{listed(present)}."
            )
    found = dict(mapping)
    for ours, aliases in ALIASES.items():
        taken = set(found.values())
        names = [name for name in (ours, *aliases) if name in present and name not in taken]
        if ours not in found and names:
            found[ours] = names[0]
    return Columns(found, present)


def listed(names: Iterable[str]) -> str:
    """The first names of a file's columns for a sentence: on one line, and each no longer than a
    name is."""
    shown = [" ".join(name.split())[:40] for name, _ in zip(names, range(20), strict=False)]
    return ", ".join(shown)


def parse_mapping(options: Iterable[str]) -> dict[str, str]:
    """`("passage=context", …)` as a dictionary; `InputError` on one without an equals sign."""
    mapping = {}
    for option in options:
        ours, equals, theirs = option.partition("=")
        if not (equals and ours.strip() and theirs.strip()):
            raise InputError(
                f"--map {option!r} is not of the form ours=theirs, for example: "
                "--map passage=context"
            )
        mapping[ours.strip()] = theirs.strip()
    return mapping
