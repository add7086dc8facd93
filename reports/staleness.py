"""Whether a calibration still speaks of the judge in use: what changed since, and what still holds.

A calibration is of verdicts that came about in one way. Where the judge, its model, its prompt, the
rubric or the passages are no longer the same, it says nothing of the verdicts that are given now.
People's labels are another matter: one stands as long as claim, passage and rubric are the same,
whatever judge there is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from labels.calibration import CalibrationItem
from labels.grounds import Grounds, ThenAndNow


class Kind(StrEnum):
    """What of a calibration's grounds can change."""

    JUDGE = "judge"
    """A setting, its rules, the tool's version: what of the judge is none of the following."""
    MODEL = "model"
    """The model, its snapshot, or the host that serves it."""
    PROMPT = "prompt"
    RUBRIC = "rubric"
    """The text that people read, or the one that the judge is given."""
    CHUNKING = "chunking"
    """How documents are cut, or the text of passages that were judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that is not as it was."""

    kind: Kind
    what: str
    """In words: `the judge's model`."""
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Staleness:
    """What changed under a calibration, and which labels still stand."""

    changes: tuple[Change, ...]
    """By kind, at least one."""
    labels: int
    """All there are; one person's label of one item is one."""
    standing: int
    """Those whose claim, passage and rubric are the same."""
    judge_id: str
    """Of the judge as it is now; the one sampled where it is unchanged."""
    judged_now: int
    """Drawn citations that this judge has judged."""
    provider: str
    """Of that judge; empty for an import."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What changed, each once."""
        return tuple(kind for kind in Kind if any(one.kind is kind for one in self.changes))


def staleness(grounds: ThenAndNow | None, items: Iterable[CalibrationItem]) -> Staleness | None:
    """What makes a calibration stale; None where nothing changed, or nothing is known.

    Args:
        grounds: as they were and as they are.
        items: the drawn ones, with their labels.
    """
    if grounds is None:
        return None
    then, now = grounds.then, grounds.now
    found = changes(then, now)
    if not found:
        return None
    labels = {
        (item.item_id, label.annotator): label.rubric in now.rubrics
        and then.passages.get(item.item_id) == now.passages.get(item.item_id)
        for item in items
        for label in item.labels
    }
    return Staleness(
        changes=found,
        labels=len(labels),
        standing=sum(labels.values()),
        judge_id=now.judge_id,
        judged_now=grounds.judged_now,
        provider=now.provenance.get("provider", ""),
    )


def changes(then: Grounds, now: Grounds) -> tuple[Change, ...]:
    """What differs between two sets of grounds, by kind."""
    found = [*provenance_changes(then.provenance, now.provenance), *_rubric(then, now)]
    found += _chunking(then, now)
    if not found and then.judge_id != now.judge_id:
        found.append(_change(Kind.JUDGE, "the judge", then.judge_id, now.judge_id))
    return tuple(sorted(found, key=lambda one: tuple(Kind).index(one.kind)))


def provenance_changes(then: Mapping[str, str], now: Mapping[str, str]) -> tuple[Change, ...]:
    """What differs between two versions of a judge, as their provenance tells."""
    keys = [key for key in sorted({*then, *now}) if then.get(key) != now.get(key)]
    # A hash over the other facts says nothing where one of them is named.
    telling = [key for key in keys if key != "settings_hash"] or keys
    return tuple(
        _change(
            _kind(key),
            f"the judge's {key.replace('_', ' ').removesuffix(' sha256')}",
            then.get(key, ""),
            now.get(key, ""),
        )
        for key in telling
        if not _told_by_name(key, telling)
    )


def _told_by_name(key: str, keys: list[str]) -> bool:
    """Whether the hash of a text is one of two facts that say the same of it."""
    return key.endswith("_sha256") and key.removesuffix("_sha256") in keys


_KINDS = {
    Kind.PROMPT: ("prompt",),
    Kind.RUBRIC: ("rubric",),
    Kind.MODEL: ("model", "snapshot", "host"),
}
"""By a word that the name of the fact holds."""


def _kind(key: str) -> Kind:
    for kind, words in _KINDS.items():
        if any(word in key for word in words):
            return kind
    return Kind.JUDGE


def _rubric(then: Grounds, now: Grounds) -> list[Change]:
    if set(then.rubrics) <= set(now.rubrics):
        return []
    before = ", ".join(then.rubrics)
    return [_change(Kind.RUBRIC, "the rubric that people read", before, ", ".join(now.rubrics))]


def _chunking(then: Grounds, now: Grounds) -> list[Change]:
    found = []
    if then.chunk_words != now.chunk_words:
        before, after = (
            ", ".join(f"{words:,} words" for words in one.chunk_words) for one in (then, now)
        )
        found.append(_change(Kind.CHUNKING, "the length of passages", before, after))
    same = sum(now.passages.get(item) == text for item, text in then.passages.items())
    if same < len(then.passages):
        found.append(
            Change(
                kind=Kind.CHUNKING,
                what="passages that were judged",
                before=f"{len(then.passages):,} in the corpus",
                after=f"{same:,} with the same text",
            )
        )
    return found


def _change(kind: Kind, what: str, before: str, after: str) -> Change:
    return Change(kind=kind, what=what, before=_short(before), after=_short(after))


_LONGEST = 60


def _short(text: str) -> str:
    """A hash by its first twelve digits, a long text by its beginning; `nothing` where there is
    none."""
    if len(text) == 64 and set(text) <= set("0123456789abcdef"):
        return text[:12]
    if len(text) > _LONGEST:
        return f"{text[:_LONGEST]} …"
    return text or "nothing"
