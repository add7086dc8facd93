"""What a calibration stands on: the judge with its model and prompt, the rubric, the passages.

A calibration is a sample with its labels, for one judge. It speaks of the verdicts that it was made
of, and of new ones only as long as they come about in the same way. The grounds are kept as they
were and as they are; `reports.staleness` says what the difference means.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """All that decides a judge's verdicts and people's labels, at one time."""

    judge_id: str
    provenance: Mapping[str, str]
    """Provider, model, hashes of prompts and rubric, settings, tool; an import says nothing."""
    rubrics: tuple[str, ...]
    """Versions: those that labels were made under; then, without labels, the one of the draw."""
    chunk_words: tuple[int, ...] = ()
    """The target length of passages, of each run that says it; empty for imported runs."""
    passages: Mapping[str, str] = field(default_factory=dict)
    """For the drawn items whose passage is of the study's corpus: the hash of its text by item id.
    Empty text: the corpus has no such passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThenAndNow:
    """The grounds of a calibration, then and now."""

    then: Grounds
    now: Grounds
    judged_now: int
    """Drawn citations that the judge, as it is now, has judged."""
