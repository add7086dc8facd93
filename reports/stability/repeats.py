"""Which judges are held against each other: one that was asked several times, or its versions."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from labels.store.repeated_verdicts import RunJudge
from labels.verdict import REPEAT, REPEAT_OF
from reports.rendering.wording import counted, listing


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """The judges, 2 or more."""

    judges: tuple[RunJudge, ...]

    @property
    def name(self) -> str:
        """Of the one that was asked first."""
        return self.judges[0].name

    @property
    def differing(self) -> tuple[str, ...]:
        """The parts of their provenance in which they are not alike, the number of the repeat
        apart; empty where the very same judge was asked."""
        keys = {key for judge in self.judges for key in judge.provenance} - {REPEAT, REPEAT_OF}
        return tuple(
            sorted(
                key for key in keys if len({judge.provenance.get(key) for judge in self.judges}) > 1
            )
        )


def chosen(run: str, judges: Sequence[RunJudge], named: Sequence[str]) -> Repeats:
    """The judges of some names with their repeats; without a name, those of the only one repeated.

    Args:
        run: the run's name, for what is said.
        judges: all that have judged it.
        named: names, or the beginnings of ids.

    Raises:
        InputError: nobody goes by a name, or nobody was asked twice.
    """
    if not judges:
        raise InputError(
            f"Nobody has judged {run!r}; have it judged several times with: "
            f"crosssource judge {run} --repeats 3"
        )
    found = _family(judges, _named(run, judges, named)) if named else _repeated(run, judges)
    if len(found) < 2:
        raise InputError(
            f"{found[0].name!r} has judged {run!r} once, which shows no spread; have it judge "
            f"again with: crosssource judge {run} --judge JUDGE --repeats 3"
        )
    return Repeats(judges=tuple(found))


def _named(run: str, judges: Sequence[RunJudge], named: Sequence[str]) -> list[RunJudge]:
    found: list[RunJudge] = []
    for word in named:
        mine = [one for one in judges if one.name == word]
        mine = mine or [one for one in judges if word and one.id.startswith(word)]
        if not mine:
            known = ", ".join(map(str, judges))
            raise InputError(f"No judge of {run!r} goes by {word!r}; its judges are: {known}.")
        found += mine
    return found


def _repeated(run: str, judges: Sequence[RunJudge]) -> list[RunJudge]:
    """Those of the only judge that was asked more than once."""
    families = {one.first: [j for j in judges if j.first == one.first] for one in judges}
    several = [family for family in families.values() if len(family) > 1]
    if len(several) == 1:
        return several[0]
    if not several:
        return [judges[0]]
    names = listing([family[0].name for family in several])
    raise InputError(
        f"{counted(len(several), 'judge')} were asked several times of {run!r} ({names}); "
        "name one with --judge."
    )


def _family(judges: Sequence[RunJudge], named: Sequence[RunJudge]) -> list[RunJudge]:
    """The named ones with every repeat of them, each once, in the order of the repeats."""
    ids = {one.id for one in named}
    return [one for one in judges if one.id in ids or one.first in ids]
