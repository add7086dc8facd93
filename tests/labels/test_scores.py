"""Scores that an earlier version stored."""

import json

from labels.scores import CaseScores, Fault, Ratio, Score, Weights


def test_an_old_row_loads_and_what_it_does_not_know_is_undefined() -> None:
    ratio = Ratio.of(1, 2, n=2, undefined="")
    scores = CaseScores(
        run="r",
        case_id="q",
        config="c",
        judge="j",
        weights=Weights(),
        refusal_right=True,
        ratios=dict.fromkeys(Score, ratio),
        faults=dict.fromkeys(Fault, ratio),
        answer_class=None,
        duplicate_citations=0,
        stray_verdicts=0,
    )
    row = json.loads(json.dumps(scores.as_row()))
    assert CaseScores.from_row(row) == scores
    del row["ratios"]["quote_match"], row["faults"]["incorrect"]
    old = CaseScores.from_row(row)
    for absent in (old.ratios[Score.QUOTE_MATCH], old.faults[Fault.INCORRECT]):
        assert (absent.value, absent.n) == (None, 0)
        assert "not measured by the version that stored" in absent.why
    assert old.ratios[Score.OVERALL] == ratio
