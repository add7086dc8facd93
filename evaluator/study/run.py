"""The shipped answers as the citations of a run, with the passages of the study's corpus."""

from collections.abc import Callable, Iterator

from evaluator.study import shipped
from labels.interchange.verdict_rows import CitedPassage
from labels.item import Citation, Item


def citations(
    config: str, lookup: Callable[[str], CitedPassage | None]
) -> Iterator[tuple[Citation, shipped.Truth]]:
    """The citations of one configuration's answers, each with its planted truth.

    Args:
        config: `baseline` or `strict`; the run has the same name.
        lookup: gives a cited passage by its id.
    """
    truths = {
        (truth.config, truth.case_id, truth.claim_id, truth.citation): truth
        for truth in shipped.truth()
    }
    for answer in shipped.answers():
        if answer.config != config:
            continue
        for claim in answer.claims:
            for cited in claim.citations:
                passage = lookup(cited)
                assert passage is not None, cited  # pinned by tests/evaluator/test_study.py
                yield (
                    Citation(
                        run=config,
                        case_id=answer.case_id,
                        claim_id=claim.claim_id,
                        item=Item(
                            question=answer.question, claim=claim.claim, passage=passage.text
                        ),
                        answer=answer.answer,
                        cited=cited,
                        source=passage.source,
                        config=config,
                        importance=claim.importance,
                        fields={},
                    ),
                    truths[config, answer.case_id, claim.claim_id, cited],
                )
