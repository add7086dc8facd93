"""Which judges are held against each other: one that was asked several times, or its versions.

Recorded verdicts, imported or replayed, carry a judge's name and hardly more. Several files of one
name are taken for several askings of that judge; whether it was the very same one they do not say.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from labels.store.repeated_verdicts import RunJudge
from labels.verdict import REPEAT, REPEAT_OF
from reports.rendering.wording import counted, listing

RECORDED_IN = frozenset({"provider", "file_sha256"})
"""All that the provenance of recorded verdicts says: that they are, and in which file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """The judges, 2 or more."""

    judges: tuple[RunJudge, ...]

    @property
    def name(self) -> str:
        """Of the one that was asked first."""
        return self.judges[0].name

    @property
    def recorded(self) -> int:
        """How many of them are recorded verdicts; 0 where all of these are of one file."""
        files = {one.provenance.get("file_sha256") for one in self.judges}
        return sum(map(_is_recorded, self.judges)) if len(files) > 1 else 0

    @property
    def differing(self) -> tuple[str, ...]:
        """The parts of their provenance in which they are not alike, the number of the repeat
        apart; empty where the very same judge was asked. Of recorded ones nothing is known."""
        known = [judge.provenance for judge in self.judges if not _is_recorded(judge)]
        keys = {key for provenance in known for key in provenance} - {REPEAT, REPEAT_OF}
        return tuple(
            sorted(key for key in keys if len({provenance.get(key) for provenance in known}) > 1)
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
    """Those of the only judge that was asked more than once, or recorded more than once."""
    called = {one.id: one.name for one in judges}
    families: dict[str, list[RunJudge]] = {}
    for one in judges:
        family = called.get(one.first, one.name) if _is_recorded(one) else one.first
        families.setdefault(family, []).append(one)
    several = [family for family in families.values() if len(family) > 1]
    if len(several) == 1:
        return several[0]
    if not several and len(judges) > 1:
        raise InputError(
            f"Each judge of {run!r} has judged it once ({listing(list(map(str, judges)))}), which "
            f"shows no spread; have one judge again with: crosssource judge {run} --judge JUDGE "
            "--repeats 3"
        )
    if not several:
        return [judges[0]]
    names = listing([family[0].name for family in several])
    raise InputError(
        f"{counted(len(several), 'judge')} were asked several times of {run!r} ({names}); "
        "name one with --judge."
    )


def _is_recorded(judge: RunJudge) -> bool:
    """Whether nothing but where its verdicts were recorded is known of a judge."""
    said = judge.provenance.keys() - {REPEAT, REPEAT_OF}
    return said <= RECORDED_IN and judge.provenance.get("provider", "replay") == "replay"


def _family(judges: Sequence[RunJudge], named: Sequence[RunJudge]) -> list[RunJudge]:
    """The named ones with every repeat of them, each once, in the order of the repeats."""
    ids = {one.id for one in named}
    return [one for one in judges if one.id in ids or one.first in ids]
