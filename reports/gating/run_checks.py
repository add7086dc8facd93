"""The checks of the candidate by itself: citations that lead nowhere, critical claims."""

from corpus.settings import CriticalUnsupported, UnresolvedCitations
from labels.outcome import Support
from reports.gating.candidate import Candidate, JudgedClaim
from reports.gating.outcome import MAKE_WHOLE, Answer, Check
from reports.rendering.wording import counted

NAMED = 5
"""So many examples are named in a reason."""


def unresolved(policy: UnresolvedCitations, candidate: Candidate) -> Check:
    """Citations that lead nowhere."""
    listed = candidate.unresolved or ()
    found = [one for one in listed if policy.not_retrieved or not one.exists]
    gaps = candidate.unread + candidate.unanswered
    answer, todo = Answer.PASSED, ""
    names = ", ".join(f"{one.cited} ({one.case_id})" for one in found[:NAMED])
    strange = sum(not one.exists for one in found)
    reason = (
        f"{counted(strange, 'cited id')} that no passage has, {len(found) - strange:,} of passages "
        f"that were not retrieved{': ' + names if names else ''}."
    )
    if len(found) > policy.at_most:
        answer, todo = Answer.FAILED, "Mend the answers that cite them, or the prompt."
    elif candidate.unresolved is None:
        answer, reason = Answer.OPEN, "An imported run does not tell which ids were resolved."
        todo = "Leave this check out for imported runs, or run with: crosssource run"
    elif gaps:
        answer = Answer.OPEN
        reason += f" {counted(gaps, 'question')} without an answer or without its claims."
        todo = MAKE_WHOLE
    return _counted_check(
        "unresolved_citations", "citations that lead nowhere", answer, len(found), policy.at_most,
        reason, todo, known=candidate.unresolved is not None,
    )  # fmt: skip


def critical(policy: CriticalUnsupported, candidate: Candidate) -> Check:
    """Important claims that the judge finds unsupported."""
    mine = [one for one in candidate.claims if _may_be_critical(one, policy)]
    found = [
        one for one in mine if one.support is Support.UNSUPPORTED and one.importance is not None
    ]
    # Without a verdict, or unsupported and of an importance that nobody said.
    unknown = sum(
        one.support is None or (one.importance is None and one.support is Support.UNSUPPORTED)
        for one in mine
    )
    gaps = candidate.unread + candidate.unanswered
    answer, todo = Answer.PASSED, ""
    names = "; ".join(f"{one.case_id} {one.claim_id}: {one.text}" for one in found[:NAMED])
    reason = (
        f"{len(found):,} of {counted(len(mine), 'claim')} of importance {policy.importance} or "
        f"more{': ' + names if names else ''}."
    )
    if len(found) > policy.at_most:
        answer, todo = Answer.FAILED, "Read them; then mend the answers, or the judge."
    elif not candidate.claims or gaps:
        answer = Answer.OPEN
        reason += f" {counted(gaps, 'question')} without an answer or without its claims."
        todo = MAKE_WHOLE
    elif len(found) + unknown > policy.at_most:
        answer = Answer.OPEN
        reason += (
            f" {counted(unknown, 'more claim')} may be: without a verdict, or unsupported and of "
            "an importance that the run does not say."
        )
        todo = "Have them judged (crosssource judge RUN), or import their importance."
    return _counted_check(
        "critical_unsupported", "critical claims without support", answer, len(found),
        policy.at_most, reason, todo, known=bool(candidate.claims),
    )  # fmt: skip


def _may_be_critical(claim: JudgedClaim, policy: CriticalUnsupported) -> bool:
    return claim.importance is None or claim.importance >= policy.importance


def _counted_check(
    name: str, title: str, answer: Answer, found: int, most: int, reason: str, todo: str,
    *, known: bool,
) -> Check:  # fmt: skip
    return Check(
        name=name,
        title=title,
        answer=answer,
        figure=f"{found:,}" if known else "",
        bound=f"at most {most:,}",
        reason=reason,
        todo=todo,
        value=found if known else None,
        limit=most,
        n=found if known else None,
    )
