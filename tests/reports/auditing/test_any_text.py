"""Whatever a study holds, no detector raises, and the same study gives the same findings."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labels.outcome import Support
from reports.auditing.detector import Detector, findings_of
from reports.auditing.evidence import (
    AnswerText,
    CitedClaim,
    GivenAnswer,
    GivenVerdict,
    SentRequest,
    Study,
)
from reports.auditing.registry import every_detector

EVERY = every_detector()
PIECES = st.sampled_from(
    [
        *("The lease ended in May", " [a:1]", ", ", "[a:2]", ". ", "\n", "## ", "- ", "v. "),
        *("44 Tam. ", "<passage>", "{question}", "…", "...", "does not", "the passage "),
        *("supports", "’", "Ã©", "\ufffd", "[a:3-1]", "[1]", " and", "the", "$11,400", "```"),
        *("|", "\x00", "é", "的", "(a) "),
    ]
)
TEXT = st.one_of(
    st.text(max_size=80),
    st.lists(PIECES, max_size=12).map("".join),
)
IDS = st.sampled_from(["", "a:0", "a:1", "b:7", "a", "a:x", ":", "a:01"])


@st.composite
def studies(draw: st.DrawFn) -> Study:
    """A few answers with citations, verdicts and requests of any text."""
    citations, answers, verdicts = [], [], []
    for number in range(draw(st.integers(0, 4))):
        text = draw(TEXT)
        claim = draw(st.one_of(TEXT, st.just(text[: len(text) // 2])))
        start = text.find(claim)
        one = CitedClaim(
            uid=f"u{number}", run="r", case_id=f"q{number // 2}", claim_id=f"c{number}",
            item_id=f"i{number % 3}", question=draw(TEXT), claim=claim, passage=draw(TEXT),
            answer=AnswerText(id=text, text=text), cited=draw(IDS),
            span=(start, start + len(claim)) if start >= 0 else None,
        )  # fmt: skip
        citations.append(one)
        answers.append(
            GivenAnswer(
                run="r", case_id=one.case_id, question=one.question, answer=one.answer,
                own=draw(st.booleans()), refused=draw(st.booleans()), stop_reason=draw(TEXT),
                instructions=draw(TEXT), unknown=(draw(IDS),), claims={"c0": (draw(IDS),)},
            )
        )  # fmt: skip
        verdicts.append(
            GivenVerdict(
                uid=f"v{number}", citation=one, judge_id="j", judge="j", category=None,
                support=draw(st.sampled_from([None, *Support])), evidence=draw(TEXT),
                reason=draw(TEXT), request=draw(st.sampled_from([None, 1])), number=number,
            )
        )  # fmt: skip
    request = SentRequest(
        seq=1, purpose="judge", model="m", latency=1.0, input_tokens=1, output_tokens=1,
        asked=("c1 a:1",), answered=tuple(draw(st.lists(TEXT, max_size=2))),
    )  # fmt: skip
    return Study(
        citations=tuple(citations), answers=tuple(answers), verdicts=tuple(verdicts),
        requests=(request,), corpus={"a:0": draw(TEXT), "a:1": draw(TEXT)},
    )  # fmt: skip


@given(studies())
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_makes_a_detector_raise(study: Study) -> None:
    for detector in EVERY:
        first, second = (_found(detector, study) for _ in range(2))
        assert first == second
        for _, what, _ in first:
            assert what.strip()


def _found(detector: Detector, study: Study) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.signature, one.spotted.what, one.subject) for one in findings_of(detector, study)]
