"""What a person and a script are told of a fetch, before it and after it."""

from collections.abc import Sequence
from typing import Any

from corpus.amount import count
from corpus.console import say
from corpus.errors import CrossSourceError, InputError, ServiceError
from corpus.fetching.held import Held
from corpus.fetching.run import Outcome, Status
from corpus.fetching.sources import Source


def source_facts(source: Source) -> dict[str, str | None]:
    """A source as a JSON object, as a file of sources holds it."""
    return {
        "citation": str(source.citation),
        "name": source.name,
        "place": source.place,
        "decided": source.decided,
        "court": source.court,
        "area": source.area,
    }


def planned(source: Source, held: Held) -> dict[str, str | None]:
    """What would become of a source: to be fetched, or the document that it is already."""
    document_id = held.find(source)
    status = Status.HELD if document_id else "to fetch"
    return source_facts(source) | {"status": str(status), "document_id": document_id}


def outcome_facts(outcome: Outcome) -> dict[str, Any]:
    """An outcome as a JSON object."""
    return source_facts(outcome.source) | {
        "status": str(outcome.status),
        "document_id": outcome.document_id,
        "address": outcome.address,
        "passages": outcome.passages,
        "words": list(outcome.words),
    }


def say_outcomes(outcomes: Sequence[Outcome]) -> None:
    """What is to be known of single sources, then the sum."""
    for outcome in outcomes:
        for words in outcome.words:
            said = "Note" if outcome.status is Status.FETCHED else outcome.status.capitalize()
            say(f"{said}: {outcome.source.label}: {words.rstrip('.')}.")
    fetched = _of(outcomes, Status.FETCHED)
    passages = sum(outcome.passages for outcome in fetched)
    held = _of(outcomes, Status.HELD)
    already = f"; {len(held)} already there" if held else ""
    say(f"{count(len(fetched), 'opinion')} fetched, {count(passages, 'passage')}{already}.")


def fault(outcomes: Sequence[Outcome], address: str) -> CrossSourceError | None:
    """The error that a fetch ends with; None where every source is in the corpus."""
    failed = _of(outcomes, Status.FAILED) + _of(outcomes, Status.NOT_TRIED)
    refused = _of(outcomes, Status.REFUSED)
    kept = "; what was fetched is in the corpus" if _of(outcomes, Status.FETCHED) else ""
    if failed:
        return ServiceError(
            f"{address} failed, and {count(len(failed), 'opinion')} of {len(outcomes)} "
            f"{'is' if len(failed) == 1 else 'are'} not fetched{kept}: run the same command again "
            "to go on."
        )
    if refused:
        remedies = dict.fromkeys(outcome.remedy for outcome in refused if outcome.remedy)
        return InputError(
            f"{count(len(refused), 'opinion')} of {len(outcomes)} "
            f"{'was' if len(refused) == 1 else 'were'} refused, for the "
            f"reason{'' if len(refused) == 1 else 's'} above{kept}: {'; '.join(remedies)}."
        )
    return None


def _of(outcomes: Sequence[Outcome], status: Status) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.status is status]
