"""A run mended after its harness was: parsed again, and judged again only where that changed it.

The mended run is a run of its own, with the same answers; the old one keeps every row. What the fix
left as it was (the same question, claim and passage, under the same cited id) takes its verdict,
and its searches, from the old run. Everything else is asked anew.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from corpus.errors import InputError
from evaluator.configuration import ModelUse
from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.model.request import ModelRequest
from evaluator.running.analysing import analyse_by_model, analyse_by_rules, analysing
from evaluator.running.asking import Asker
from evaluator.running.case import AnsweredCase, Content
from evaluator.running.judging import citations_of, run_source
from evaluator.running.material import Material
from evaluator.running.runner import finish
from evaluator.running.writer import StoreWriter
from labels.case import AtomicClaim
from labels.golden import GoldenQuestion
from labels.item import Citation
from labels.outcome import Outcome
from labels.rescoring import FROM
from labels.run import Analysed, Answered, Searched
from labels.scores import CaseScores
from labels.store import requests, runs, verdicts
from labels.store.cases import load_scores, stored_cases
from labels.store.open_samples import open_over
from labels.verdict import Judge, Verdict

Place = tuple[str, str, str]
"""Case id, cited passage and the item's hash: the same content at the same answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """What came of it."""

    run: str
    name: str
    """Of the mended run."""
    answers: int
    reparsed: int
    """Answers whose claims or citations are others now."""
    carried: int
    """Citations that took their verdict over."""
    gone: int
    """Citations of the old run that the mended one does not have."""
    changed: int
    """Citations without a verdict in the old run, judged anew."""
    before: tuple[CaseScores, ...]
    after: tuple[CaseScores, ...]
    outcomes_before: Mapping[Outcome, int]
    outcomes_after: Mapping[Outcome, int]
    missing: Mapping[str, int]
    """What is missing, by `stage: cause`."""
    unjudged: int
    """Of the changed ones, those that the judge gave no verdict on after all."""
    open_samples: tuple[str, ...]
    """Samples over the content of either run that can still be labelled: whoever labels must not
    see how the figures moved, for what the fix changed is often a single item."""


@dataclass(frozen=True, kw_only=True)
class _Old:
    """The run to be mended."""

    run: str
    cases: dict[str, tuple[Answered, Analysed | None]]
    citations: list[Citation]
    verdicts: dict[str, Verdict]
    """By the citation's uid."""
    searches: dict[tuple[str, str], Searched]
    """By case and claim id."""

    def judged(self) -> dict[Place, list[Verdict]]:
        """The verdicts with a value, by content, in the order of the claims: an answer may say the
        same twice, and a judge of it two things."""
        found: dict[Place, list[Verdict]] = {}
        for one in sorted(self.citations, key=lambda one: (len(one.claim_id), one.claim_id)):
            verdict = self.verdicts.get(one.uid)
            if verdict is not None and verdict.support is not None:
                found.setdefault(_place(one), []).append(verdict)
        return found


async def rescore(
    run: str,
    name: str,
    judge: OfflineJudge | RequestJudge,
    material: Material,
    writer: StoreWriter,
    asker: Asker | None,
) -> Rescored:
    """Mend a run.

    Args:
        run: the run that was made with the fault.
        name: of the mended one.
        judge: the same that judged the old run.
        material: the workspace as it is now: corpus, settings, golden questions.
        writer: of its store.
        asker: of the model service; None where nothing needs one.

    Raises:
        InputError: the run was imported, has no verdict of this judge, or a question of it is gone;
            or the name is taken by another run.
        ServiceError: the service failed; what came is stored, and the same command goes on.
    """
    identity = judge.identity
    old = await writer.write(lambda held: _read(held, run, identity))
    use = await writer.write(lambda held: claims_by(held, run))
    cases = [_case(name, answered, material) for answered, _ in old.cases.values()]
    await writer.write(lambda held: _declare(held, run, name, material))
    asked = await _analyse(cases, old, use, material, writer)
    if asked and use is not None and asker is not None:
        await analyse_by_model(asked, material, use, asker)
    await writer.write(lambda held: _store(held, cases))
    _mark_carried(cases, old)
    await writer.write(lambda held: _carry(held, cases, old, material, identity))
    (outcome,) = await finish([name], cases, material, judge, writer, asker)
    before = await writer.write(lambda held: load_scores(held, run, identity.id))
    done = _told(old, name, cases, tuple(before), outcome.scores, outcome.missing)
    over = await writer.write(lambda held: open_over(held, [run, name]))
    return replace(done, open_samples=tuple(over))


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What mending a run would ask for."""

    answers: int
    cut_by_model: int
    """Answers that a model would take apart anew; their citations are in none of the next."""
    carried: int
    changed: int
    """Citations that would be judged."""


async def preview(
    run: str,
    judge: OfflineJudge | RequestJudge,
    material: Material,
    writer: StoreWriter,
) -> Preview:
    """What `rescore` would ask for; nothing is asked and nothing is stored.

    Raises:
        InputError: as `rescore`.
    """
    old = await writer.write(lambda held: _read(held, run, judge.identity))
    use = await writer.write(lambda held: claims_by(held, run))
    cases = [_case(run, answered, material) for answered, _ in old.cases.values()]
    asked = await _analyse(cases, old, use, material, writer)
    anew = {case.question.id for case in asked}
    left = [case for case in cases if case.question.id not in anew]
    judged = old.judged()
    kept = [_place(one) in judged for case in left for one in citations_of(case, material)]
    return Preview(
        answers=len(cases),
        cut_by_model=len(asked),
        carried=sum(kept),
        changed=len(kept) - sum(kept),
    )


def refuse_imported(connection: sqlite3.Connection, run: str) -> None:
    """Raise `InputError` where a run is unknown, or came with an import: nothing can be parsed."""
    if runs.settings_of(connection, run) is None:
        citations = verdicts.citations_of(connection, run)  # an unknown run is told first
        raise InputError(
            f"{run!r} was imported with its {len(citations):,} citations, and has no answers to "
            "parse again; import what the mended harness gives under a name of its own: "
            "crosssource import FILE --run NAME"
        )


def _read(connection: sqlite3.Connection, run: str, judge: Judge) -> _Old:
    refuse_imported(connection, run)
    citations = verdicts.citations_of(connection, run)
    given = verdicts.stored(connection, citations, judge)
    if not given:
        raise InputError(
            f"The judge {judge.name!r}, as it is now, has no verdict in {run!r}: prompt, rubric, "
            f"model or rules are not those of then. Have the run judged first: crosssource judge "
            f"{run} --judge …"
        )
    return _Old(
        run=run,
        cases=stored_cases(connection, run),
        citations=citations,
        verdicts=given,
        searches=runs.searches_of(connection, run, judge.id),
    )


def claims_by(connection: sqlite3.Connection, run: str) -> ModelUse | None:
    """The model that took the answers apart; None: rules."""
    said = str((runs.settings_of(connection, run) or {}).get("claims", "rules"))
    return None if said == "rules" else ModelUse(model=said.partition(" ")[0])


def _declare(connection: sqlite3.Connection, run: str, name: str, material: Material) -> None:
    settings = dict(runs.settings_of(connection, run) or {})
    settings |= {"corpus": material.corpus_revision, "golden": material.golden_revision, FROM: run}
    settings.pop("parsing", None)
    if parsing := material.settings.parsing.departures:
        settings["parsing"] = parsing
    runs.declare(connection, name, settings)


def _case(name: str, answered: Answered, material: Material) -> AnsweredCase:
    question = _question(answered, material.questions)
    return AnsweredCase(run=name, question=question, answered=replace(answered, run=name))


def _question(answered: Answered, questions: Sequence[GoldenQuestion]) -> GoldenQuestion:
    for one in questions:
        if one.id == answered.case_id and one.question == answered.question:
            return one
    raise InputError(
        f"The run {answered.run!r} answers the question {answered.case_id!r}, which golden.jsonl "
        "does not have any more in these words; put it back, or answer anew: crosssource run"
    )


def _mark_carried(cases: Sequence[AnsweredCase], old: _Old) -> None:
    contents: dict[str, set[Content]] = {}
    for case_id, cited, item in old.judged():
        contents.setdefault(case_id, set()).add((cited, item))
    for case in cases:
        case.carried = frozenset(contents.get(case.question.id, ()))


async def _analyse(
    cases: Sequence[AnsweredCase],
    old: _Old,
    use: ModelUse | None,
    material: Material,
    writer: StoreWriter,
) -> list[AnsweredCase]:
    """Take the answers apart again by rules; those that a model must cut anew."""
    asked: list[AnsweredCase] = []
    for case in cases:
        before = old.cases[case.question.id][1]
        if before is None:
            continue
        if use is not None and before.request_seq is not None:
            request = analysing(case, material, use).request
            if await writer.write(partial(_asks_the_same, new=request, before=before)):
                case.analysed = replace(before, run=case.run)
            else:
                asked.append(case)
            continue
        analyse_by_rules(case, material)
        assert case.analysed is not None
        case.analysed = _weighed(case.analysed, before)
    return asked


def _store(connection: sqlite3.Connection, cases: Sequence[AnsweredCase]) -> None:
    for case in cases:
        assert case.answered is not None
        runs.record_answer(connection, case.answered)
        if case.analysed is not None:
            runs.record_analysis(connection, case.analysed)


def _asks_the_same(connection: sqlite3.Connection, new: ModelRequest, before: Analysed) -> bool:
    """Whether the model was asked with these very sentences already."""
    if before.request_seq is None:
        return False
    packet, _ = requests.packets(connection, before.request_seq)
    return bool(packet.get("messages") == new.packet["messages"])


def _weighed(new: Analysed, before: Analysed) -> Analysed:
    """The claims with the kind and the importance that were known of the same words before."""
    known = {claim.text: claim for claim in before.claims}
    claims = tuple(
        replace(claim, kind=known[claim.text].kind, importance=known[claim.text].importance)
        if claim.text in known
        else claim
        for claim in new.claims
    )
    return replace(
        new,
        claims=claims,
        relevance=before.relevance,
        contradicts_reference=before.contradicts_reference,
    )


def _carry(
    connection: sqlite3.Connection,
    cases: Sequence[AnsweredCase],
    old: _Old,
    material: Material,
    judge: Judge,
) -> None:
    """Write the verdicts and searches that hold, each with the request it came from."""
    judged = old.judged()
    verdicts.record_judge(connection, judge)
    for case in cases:
        source = run_source(connection, case.run)
        citations = list(citations_of(case, material))
        verdicts.record_citations(connection, source, citations)
        for citation in citations:
            left = judged.get(_place(citation))
            if left is None:
                continue
            held = left.pop(0) if len(left) > 1 else left[0]
            verdict = replace(held, citation=citation)
            verdicts.record(connection, source, [verdict])
            for seq in runs.requests_of(connection, held.uid):
                runs.record_verdict_request(connection, verdict.uid, seq)
        _carry_searches(connection, case, old)


def _carry_searches(connection: sqlite3.Connection, case: AnsweredCase, old: _Old) -> None:
    """A claim with the same words and citations has been searched for already."""
    before = old.cases[case.question.id][1]
    if before is None or case.analysed is None:
        return
    known = {_words(claim): claim.claim_id for claim in before.claims}
    for claim in case.analysed.claims:
        claim_id = known.get(_words(claim))
        searched = old.searches.get((case.question.id, claim_id or ""))
        if searched is not None:
            runs.record_search(connection, replace(searched, run=case.run, claim_id=claim.claim_id))


def _words(claim: AtomicClaim) -> tuple[str, tuple[str, ...]]:
    return claim.text, claim.citations


def _place(citation: Citation) -> Place:
    return citation.case_id, citation.cited, citation.item.id


def _told(
    old: _Old,
    name: str,
    cases: Sequence[AnsweredCase],
    before: tuple[CaseScores, ...],
    after: tuple[CaseScores, ...],
    missing: Mapping[str, int],
) -> Rescored:
    citations = [one for case in cases for one in case.citations]
    here, there = (Counter(map(_place, all_of)) for all_of in (citations, old.citations))
    carried = frozenset(old.judged())
    reparsed = 0
    for case in cases:
        was = old.cases[case.question.id][1]
        if was is not None and case.analysed is not None:
            reparsed += [_words(c) for c in was.claims] != [_words(c) for c in case.analysed.claims]
    given = [verdict for case in cases for verdict in case.verdicts.values()]
    return Rescored(
        run=old.run,
        name=name,
        answers=len(cases),
        reparsed=reparsed,
        carried=sum(_place(one) in carried for one in citations),
        gone=(there - here).total(),
        changed=sum(_place(one) not in carried for one in citations),
        before=before,
        after=after,
        outcomes_before=_outcomes(old.verdicts.values()),
        outcomes_after=_outcomes(given),
        missing=missing,
        unjudged=sum(n for why, n in missing.items() if why.startswith("judge: ")),
        open_samples=(),
    )


def _outcomes(given: Iterable[Verdict]) -> Mapping[Outcome, int]:
    counts = Counter(one.outcome for one in given)
    return {outcome: counts[outcome] for outcome in Outcome}
