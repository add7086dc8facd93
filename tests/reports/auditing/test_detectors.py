"""Each detector finds its kind of fault and leaves the rest alone; a new one is one file."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.audit_detectors import measured
from benchmarks.planted_faults import PLANTERS
from corpus.errors import InputError
from evaluator.study import shipped
from labels.outcome import Support
from reports.auditing import detectors
from reports.auditing.detector import Detector, Rests, Voids, findings_of
from reports.auditing.detectors import (
    claim_fragment,
    claim_heading,
    evidence_not_in_passage,
    passage_damaged,
    passage_near_duplicate,
    verdict_by_position,
    verdict_contradicts_reason,
)
from reports.auditing.evidence import AnswerText, CitedClaim, GivenVerdict, SentRequest, Study
from reports.auditing.registry import chosen_detectors, every_detector

EVERY = every_detector()
NAMES = [one.name for one in EVERY]


def test_every_detector_has_planted_faults_to_be_measured_on() -> None:
    assert sorted(PLANTERS) == sorted(NAMES)


@pytest.mark.parametrize("detector", EVERY, ids=NAMES)
def test_it_finds_its_faults_and_raises_no_false_alarm(detector: Detector, sound: Study) -> None:
    found = measured(detector, sound, range(2))
    assert found.planted >= 40
    assert found.found / found.planted >= 0.95, found.missed
    assert found.alarms / found.clean <= 0.02


def asked_together(verdicts: Iterable[GivenVerdict], passages: int) -> Study:
    """Verdicts in requests of six, which ask about so many passages."""
    given = [
        replace(
            one,
            request=at // 6,
            citation=replace(one.citation, cited=f"a:{at % 6 % passages}", claim_id=f"c{at % 6}"),
        )
        for at, one in enumerate(verdicts)
    ]
    requests = tuple(
        SentRequest(
            seq=seq, purpose="judge", model="m", latency=1, input_tokens=1, output_tokens=1,
            asked=tuple(f"c{at} a:{at % passages}" for at in range(6)),
        )
        for seq in range(len(given) // 6)
    )  # fmt: skip
    return Study(citations=(), answers=(), verdicts=tuple(given), requests=requests)


def one_judges(study: Study, said: Callable[[int], Support], n: int) -> list[GivenVerdict]:
    model = study.verdicts[0]
    return [replace(model, uid=f"v{at}", support=said(at), number=at) for at in range(n)]


def test_a_verdict_that_two_runs_share_is_one_for_the_test_of_places(sound: Study) -> None:
    def said(at: int) -> Support:
        return Support.UNSUPPORTED if at % 6 > 2 and at % 7 < 2 else Support.SUPPORTED

    once = asked_together(one_judges(sound, said, 48), passages=6)
    mended = [
        replace(one, uid=f"{one.uid}'", citation=replace(one.citation, run="mended"))
        for one in once.verdicts
    ]
    twice = replace(once, verdicts=(*once.verdicts, *mended))
    assert not list(verdict_by_position.DETECTOR.find(once))
    assert not list(verdict_by_position.DETECTOR.find(twice))


def test_claims_on_one_passage_have_no_place_by_which_they_were_stored(sound: Study) -> None:
    rng = random.Random(5)
    given = one_judges(sound, lambda _: rng.choice([*Support]), 600)
    late = [
        replace(one, number=one.number + 600 * (one.support is Support.UNSUPPORTED))
        for one in given
    ]
    assert not list(verdict_by_position.DETECTOR.find(asked_together(late, passages=1)))


def test_passages_that_are_alike_are_the_same_finding_once_another_run_cites_them(
    sound: Study,
) -> None:
    text = " ".join(f"word{number}" for number in range(40))
    first, second = (
        replace(sound.citations[0], uid=cited, cited=cited, passage=text)
        for cited in ("x:0", "y:0")
    )
    study = replace(sound, citations=(first, second), corpus={})
    (before,) = findings_of(passage_near_duplicate.DETECTOR, study)
    later = replace(first, uid="later", run="a run before all others")
    (after,) = findings_of(
        passage_near_duplicate.DETECTOR, replace(study, citations=(first, second, later))
    )
    assert (after.signature, after.subject) == (before.signature, before.subject)


@pytest.mark.parametrize("detector", EVERY, ids=NAMES)
def test_it_says_what_it_is(detector: Detector) -> None:
    for text in (detector.looks_for, detector.distorts, detector.example):
        assert len(text) > 8
    assert detector.name == detector.find.__module__.rpartition(".")[2]


def test_the_demos_own_bugs_are_all_found_and_nothing_else(evidence: Study) -> None:
    planted = {
        (one.config, one.case_id, one.claim_id, one.citation)
        for one in shipped.truth()
        if one.bug is not None
    }
    by_uid = {
        one.uid: (one.run, one.case_id, one.claim_id, one.cited) for one in evidence.citations
    }
    found = {
        by_uid[one.spotted.uid]
        for detector in EVERY
        if detector.rests is Rests.CONTENT
        for one in findings_of(detector, evidence)
    }
    assert found == planted


def test_a_new_detector_is_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sound: Study
) -> None:
    (tmp_path / "claim_shouted.py").write_text(
        "from reports.auditing.detector import Detector, Severity, of_citation\n"
        "def _find(study):\n"
        "    return [of_citation(c, 'capitals', c.claim) for c in study.citations\n"
        "            if c.claim.isupper()]\n"
        "DETECTOR = Detector(name='claim_shouted', looks_for='', distorts='', example='',\n"
        "                    severity=Severity.MINOR, find=_find)\n"
    )
    monkeypatch.setattr(detectors, "__path__", [*detectors.__path__, str(tmp_path)])
    added = next(one for one in chosen_detectors({}) if one.name == "claim_shouted")
    loud = replace(sound.citations[0], claim="THE LEASE IS VOID")
    (finding,) = findings_of(added, replace(sound, citations=(loud,)))
    assert finding.spotted.voids is Voids.CITATION
    assert "claim_shouted" not in {one.name for one in chosen_detectors({"claim_shouted": False})}


def test_settings_turn_a_detector_off_and_an_unknown_one_is_refused() -> None:
    left = {one.name for one in chosen_detectors({"claim_heading": False})}
    assert left == set(NAMES) - {"claim_heading"}
    with pytest.raises(InputError, match=r"\[audit\]: there is no detector 'claim_hedding'"):
        chosen_detectors({"claim_hedding": False})


def test_a_signature_is_the_same_for_the_same_fault_in_every_study(evidence: Study) -> None:
    detector = next(one for one in EVERY if one.name == "claim_without_word")
    spoilt = PLANTERS["claim_without_word"]
    import random

    first, second = (
        {f.signature: f.spotted.what for f in findings_of(detector, study)}
        for study in (evidence, spoilt(evidence, random.Random(3)).study)
    )
    assert first
    assert all(second[signature] == what for signature, what in first.items())


def _cited(claim: str, answer: str, at: int | None = None) -> CitedClaim:
    start = answer.find(claim) if at is None else at
    return CitedClaim(
        uid="u", run="r", case_id="q", claim_id="c", item_id="i", question="?", claim=claim,
        passage="A passage.", answer=AnswerText(id="a", text=answer),
        span=(start, start + len(claim)) if start >= 0 else None, cited="a:1",
    )  # fmt: skip


def _what(module_detector: Detector, one: CitedClaim) -> list[str]:
    study = Study(citations=(one,), answers=(), verdicts=())
    return [found.spotted.what for found in findings_of(module_detector, study)]


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        ("The lease ended in May", "The lease ended in May [a:1]."),
        ("The lease ended in May", "The lease ended in May [a:1], and rent was due [a:2]."),
        ("rent was due", "The lease ended in May [a:1], and rent was due [a:2]."),
        ("Rent was due", "- The lease ended [a:1].\n- Rent was due [a:2]"),
        ("The court ruled for Smith Co.", "The court ruled for Smith Co. [a:1]"),
        ("it was void", "The court held that it was void [a:1]."),
        ("It is the fund that the sum came from", "It is the fund that the sum came from [a:1]."),
        ("A duty that the party does not have", "No answer holds it."),
        ("It cost $11,400", "It cost $11,400, and more [a:1]."),
    ],
)
def test_a_whole_clause_is_no_fragment(claim: str, answer: str) -> None:
    assert _what(claim_fragment.DETECTOR, _cited(claim, answer)) == []


@pytest.mark.parametrize(
    ("claim", "answer", "what"),
    [
        ("The court ruled in Vance v.", "The court ruled in Vance v. Corliss [a:1].", "abbrev"),
        ("Corliss was affirmed", "The case of Vance v. Corliss was affirmed [a:1].", "abbrev"),
        ("It cost $11", "It cost $11,400 [a:1].", "inside a word"),
        ("The ten", "The tenant left [a:1].", "inside a word"),
        ("The tenant left the", "The tenant left the house [a:1].", "before its sentence"),
        ("The rule of the", "", "ends with 'the'"),
    ],
)
def test_a_cut_is_named_by_its_place(claim: str, answer: str, what: str) -> None:
    (found,) = _what(claim_fragment.DETECTOR, _cited(claim, answer))
    assert what in found


@pytest.mark.parametrize("claim", ["The lease ended", "Rent: it was due in May", "A is B"])
def test_a_short_statement_is_no_heading(claim: str) -> None:
    assert _what(claim_heading.DETECTOR, _cited(claim, f"{claim} [a:1].")) == []


@pytest.mark.parametrize(
    "text",
    [
        "Naïve café owners in Zürich paid §\u00a05 — “so it was”.",  # right characters
        "See 42 U.S.C. § 1983; 44 F.3d 12 (2d Cir. 1995); No. 16-1234, at *3 n.4.",
        "In B. v. C., T. L. O. and J. D. B. were heard by J. Smith on the 1st, 2nd and 3rd.",
        "Visit https://example.org/a1b2c3 or mail j.doe@example.org about COVID19 and iPhone.",
    ],
)
def test_a_readable_passage_is_not_damaged(text: str) -> None:
    assert passage_damaged.damage(f"{text} {'The court agreed with this. ' * 4}") == ""


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("The passage does not mention the deposit.", Support.UNSUPPORTED),
        ("The claim is fully supported by the passage.", Support.SUPPORTED),
        ("The passage supports the first part but does not mention the date.", None),
        ("The passage says the lease ended in May.", None),
        ("9 of 12 content words", None),
        ("It does not need to be stated; the claim is supported.", None),
    ],
)
def test_only_a_plain_conclusion_is_read(reason: str, said: Support | None) -> None:
    assert verdict_contradicts_reason.concluded(reason) is said


def test_a_quote_with_gaps_is_found_piece_by_piece() -> None:
    passage = "The lease ended in May. Nobody disputes it. Rent was due on the first."
    assert evidence_not_in_passage.holds(passage, "The lease ended in May. [...] Rent was due")
    assert not evidence_not_in_passage.holds(passage, "The lease ended in May ... it was void")
