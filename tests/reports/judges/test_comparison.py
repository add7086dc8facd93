"""Several judges compared: what is settled, in which words, on which page."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from labels.outcome import Outcome
from labels.panel import Flip, Panel
from reports.estimation.multiplicity import holm
from reports.judges.comparison import Conclusion, JudgeComparison
from reports.judges.files import csv_files, json_text
from reports.judges.page import page
from reports.judges.wording import headline, next_steps, pair_sentence
from reports.rendering.markdown import markdown_of
from reports.rendering.terminal import show_page
from reports.runs.binary import mcnemar as exact

PanelOf = Callable[..., Panel]
Compare = Callable[..., JudgeComparison]
Row = tuple[str, Sequence[str | None], int, Mapping[str, int]]

HOSTILE = "=cmd|'/c calc'!A1 [bold red]x[/] | **b** <script>alert(1)</script>\x1b[31mred \u202eevil"


@pytest.fixture
def better(panel_of: PanelOf) -> Panel:
    """The first judge is right in 24 of the 26 citations on which the two differ."""
    return panel_of(
        ("supported", ("supported", "supported"), 200, {"supported": 40}),
        ("supported", ("supported", "unsupported"), 14, {"supported": 13, "unsupported": 1}),
        ("unsupported", ("unsupported", "supported"), 12, {"unsupported": 11, "supported": 1}),
    )


@pytest.fixture
def three(panel_of: PanelOf) -> Panel:
    """Three judges, a part without labels, a judge that misses some, undecided, bugs."""
    rows: tuple[Row, ...] = (
        ("supported", ("supported", "supported", "supported"), 900, {"supported": 30, "bug": 1}),
        ("supported", ("supported", "partial", "supported"), 80, {"supported": 9, "partial": 3}),
        ("supported", ("supported", "unsupported", None), 50, {"supported": 4, "unlabelled": 1}),
        ("supported", ("supported", "supported", "unsupported"), 7, {}),
        ("partial", ("partial", "partial", "unsupported"), 30, {"partial": 20, "cannot_judge": 2}),
        ("unsupported", ("unsupported", "supported", "partial"), 25, {"unsupported": 25}),
    )
    return panel_of(*rows)


def shown(made: JudgeComparison, *, full: bool = False) -> str:
    stream = io.StringIO()
    show_page(page(made, full=full), stream)
    return stream.getvalue()


def flip(number: int, **changes: Any) -> Flip:
    usual: dict[str, Any] = {
        "citation_id": f"c{number}",
        "item_id": f"{number:064x}",
        "run": "base",
        "case_id": "q1",
        "claim_id": f"claim-{number}",
        "claim": f"Claim {number}.",
        "citation": "doc:1",
        "first": Outcome.SUPPORTED,
        "second": Outcome.WRONG_DOCUMENT,
    }
    return Flip(**(usual | changes))


def test_a_better_judge_is_said_to_be_better(better: Panel, compare: Compare) -> None:
    made = compare(better)
    (pair,) = made.pairs
    assert pair.conclusion is Conclusion.FIRST
    # (13 - 1 + 11 - 1) of 226 citations
    assert pair.support.weighted.value == pytest.approx(22 / 226)
    assert headline(made) == "gpt agrees with people more often than lexical, by 9.7 points."
    text = shown(made)
    assert text.index("gpt agrees with people") < text.index("Each judge against people")


def test_turned_round_the_same_judge_wins(better: Panel, compare: Compare) -> None:
    turned = replace(
        better,
        judges=tuple(reversed(better.judges)),
        patterns=tuple(replace(p, said=tuple(reversed(p.said))) for p in better.patterns),
        items=tuple(replace(i, said=tuple(reversed(i.said))) for i in better.items),
    )
    ours, theirs = compare(better), compare(turned)
    assert theirs.pairs[0].conclusion is Conclusion.SECOND
    assert headline(theirs) == headline(ours)


def test_six_labels_where_they_differ_are_the_least(panel_of: PanelOf, compare: Compare) -> None:
    def with_labels(n: int) -> JudgeComparison:
        return compare(
            panel_of(
                ("supported", ("supported", "supported"), 50, {"supported": 50}),
                ("unsupported", ("unsupported", "supported"), n, {"unsupported": n}),
            )
        )

    five, six = with_labels(5), with_labels(6)
    assert five.pairs[0].conclusion is Conclusion.TOO_FEW
    assert "fewer than 6 settle nothing" in pair_sentence(five, five.pairs[0])
    assert six.pairs[0].conclusion is Conclusion.FIRST


def test_not_settled_says_how_many_labels_would_do(panel_of: PanelOf, compare: Compare) -> None:
    made = compare(
        panel_of(
            ("supported", ("supported", "supported"), 400, {"supported": 40}),
            ("supported", ("supported", "unsupported"), 100, {"supported": 13, "unsupported": 7}),
        )
    )
    (pair,) = made.pairs
    assert pair.conclusion is Conclusion.NOT_SETTLED
    assert pair.labels_wanted is not None
    said = pair_sentence(made, pair)
    assert f"About {pair.labels_wanted} labels there would do" in said
    assert "of the 100 citations on which they differ, 20 are labelled" in said
    assert headline(made).startswith("Not settled")
    assert any("crosssource sample draw" in step for step in next_steps(made))


def test_judges_that_never_differ_are_the_same(panel_of: PanelOf, compare: Compare) -> None:
    made = compare(panel_of(("supported", ("supported", "supported"), 40, {"supported": 4})))
    assert made.pairs[0].conclusion is Conclusion.SAME
    assert "say the same of all 40 citations" in pair_sentence(made, made.pairs[0])
    assert made.pairs[0].crossing.flips == 0
    assert "They say the same of every citation" in shown(made)


def test_without_labels_the_judges_are_still_held_against_each_other(
    panel_of: PanelOf, compare: Compare
) -> None:
    made = compare(
        panel_of(
            ("supported", ("supported", "supported"), 40, {"unlabelled": 4}),
            ("supported", ("supported", "unsupported"), 10, {"unlabelled": 1}),
        )
    )
    (pair,) = made.pairs
    assert pair.conclusion is Conclusion.UNDEFINED
    assert pair.crossing.agreement == pytest.approx(0.8)
    assert pair.crossing.table == ((40, 0, 10), (0, 0, 0), (0, 0, 0))
    assert pair.crossing.kappa == pytest.approx(0)
    # 10 left supported and none came: (10 - 0)^2 / 10
    assert pair.crossing.symmetry.bowker.statistic == pytest.approx(10)
    assert "no drawn citation has a human outcome" in headline(made)
    assert "crosssource label --sample first" in " ".join(next_steps(made))


def test_the_weights_decide_and_not_the_test_that_knows_none(
    panel_of: PanelOf, compare: Compare
) -> None:
    """All false alarms of the first judge are labelled, and a tenth of the second's."""
    made = compare(
        panel_of(
            ("supported", ("supported", "supported"), 800, {"supported": 80}),
            ("supported", ("supported", "unsupported"), 400, {"supported": 40}),
            ("unsupported", ("unsupported", "supported"), 90, {"supported": 90}),
        )
    )
    (pair,) = made.pairs
    alone = pair.support.alone
    assert alone.difference is not None
    assert alone.difference.value < 0
    assert alone.p is not None
    assert alone.p < 0.001
    assert pair.support.weighted.value == pytest.approx((400 - 90) / 1290)
    assert pair.conclusion is Conclusion.FIRST


def test_a_census_of_few_settles_nothing(panel_of: PanelOf, compare: Compare) -> None:
    made = compare(
        panel_of(
            ("supported", ("supported", "supported"), 20, {"supported": 20}),
            ("supported", ("supported", "unsupported"), 6, {"supported": 6}),
            ("unsupported", ("unsupported", "supported"), 2, {"supported": 2}),
        )
    )
    # All is labelled, the difference is known, and 6 against 2 is p = .29.
    assert made.pairs[0].conclusion is Conclusion.NOT_SETTLED
    assert "more citations would" in pair_sentence(made, made.pairs[0])


def test_p_values_are_adjusted_over_all_pairs(three: Panel, compare: Compare) -> None:
    made = compare(three)
    assert len(made.pairs) == 3
    plain = [exact(pair.support.alone.counts) for pair in made.pairs]
    assert [pair.adjusted for pair in made.pairs] == pytest.approx(list(holm(plain)))


def test_one_judge_is_told_how_to_get_another(panel_of: PanelOf, compare: Compare) -> None:
    made = compare(panel_of(("supported", ("supported",), 9, {"supported": 3})))
    assert made.pairs == ()
    assert "nothing to compare" in headline(made)
    assert "crosssource judge base" in shown(made)


def test_the_terminal_fits_80_columns_and_shows_every_column(
    three: Panel, compare: Compare
) -> None:
    made = compare(three, {(0, 1): [flip(n) for n in range(9)]})
    text = shown(made)
    assert max(len(line) for line in text.splitlines()) <= 80
    for word in ("corrected", "caught", "Newcombe", "Holm", "Maxwell p", "predictive"):
        assert word in text
    assert made.pairs[0].crossing.flips == 155
    assert "gpt and lexical, 3 of 155" in text
    assert "gpt and lexical: 152 more." in text


def test_the_versions_of_one_judge_are_told_apart(better: Panel, compare: Compare) -> None:
    first, second = better.judges
    versions = replace(
        better,
        judges=(
            replace(first, name="opus", label="opus (11111111)", provenance={"prompt": "judge"}),
            replace(second, name="opus", label="opus (22222222)", provenance={"prompt": "mine"}),
        ),
    )
    text = " ".join(shown(compare(versions)).split())
    assert "opus (11111111) to opus (22222222): the judge's prompt: judge → mine" in text


def test_labelled_citations_come_first_in_the_list(better: Panel, compare: Compare) -> None:
    listed = [flip(900), flip(41), flip(901)]
    made = compare(better, {(0, 1): listed})
    (pair,) = made.pairs
    assert [one.flip.citation_id for one in pair.flips] == ["c41", "c900", "c901"]
    assert pair.flips[0].decision.outcome is Outcome.SUPPORTED
    assert pair.flips[0].drawn
    assert not pair.flips[1].drawn


def test_files_hold_everything_and_nothing_runs(better: Panel, compare: Compare) -> None:
    first, second = better.judges
    hostile = replace(
        better, judges=(replace(first, name=HOSTILE, label=HOSTILE), replace(second, label="=1+1"))
    )
    listed = [flip(n, claim=HOSTILE, claim_id="=1+1", citation="@x") for n in range(20)]
    made = compare(hostile, {(0, 1): listed})
    document = json.loads(json_text(made))
    assert document["pairs"][0]["first"] == HOSTILE
    assert len(document["pairs"][0]["flipped"]) == 20
    assert "\x1b" not in json_text(made)
    for text in csv_files(made).values():
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
            assert not any(cell.startswith(("=", "@")) for cell in row), row
    for text in (shown(made), markdown_of(page(made, full=True))):
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert "<script>" not in markdown_of(page(made, full=True))
    assert "[bold red]x[/]" in shown(made)


def test_json_names_what_is_undefined_and_why(three: Panel, compare: Compare) -> None:
    text = json_text(compare(three))
    document = json.loads(text)
    first_third = document["pairs"][1]["agreement"]
    assert first_third["weighted"]["difference"] is None
    assert "without a label" in first_third["weighted"]["why"]
    assert first_third["without_labels"] == 7
    assert first_third["bounds"]["low"] < first_third["bounds"]["high"]
    third = document["judges"][2]
    assert third["unjudged"] == 50
    assert third["agreement"]["weighted"]["rate"] is None
    assert third["agreement"]["weighted"]["why"]
    assert first_third["labelled_alone"]["biased"] is True
