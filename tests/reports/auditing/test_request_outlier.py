"""Requests that are far longer than is usual: what is usual is what replies of use make it."""

from dataclasses import replace

from reports.auditing.detector import findings_of
from reports.auditing.detectors.request_outlier import DETECTOR
from reports.auditing.evidence import SentRequest, Study


def study_of(*requests: SentRequest) -> Study:
    return Study(
        citations=(), answers=(), verdicts=(), requests=requests, flags=(), corpus={},
        open_items=frozenset(), open_samples=frozenset(),
    )  # fmt: skip


def test_many_short_replies_of_no_use_make_no_outlier_of_the_usual_ones() -> None:
    usual = [
        SentRequest(
            seq=n, purpose="judge", model="m", latency=1.0, input_tokens=900,
            output_tokens=270 + n,
        )
        for n in range(1, 31)
    ]  # fmt: skip
    failed = [replace(usual[0], seq=100 + n, output_tokens=2, failed=True) for n in range(60)]
    assert list(findings_of(DETECTOR, study_of(*usual, *failed))) == []
    loop = replace(usual[0], seq=500, output_tokens=7_900)
    (found,) = findings_of(DETECTOR, study_of(*usual, *failed, loop))
    assert found.spotted.where == "request 500"
