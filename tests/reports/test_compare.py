"""Two runs compared: what is settled, what is left out, and how it is said."""

import io
import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from corpus.errors import CrossSourceError, InputError
from corpus.workspace import Workspace
from labels.scores import AnswerClass, CaseScores, Fault, Ratio, Score, Weights
from labels.store import database
from labels.verdict import Judge
from reports.compare import headline, open_points, page, warnings
from reports.compare_json import json_text
from reports.rendering.markdown import markdown_of
from reports.rendering.terminal import show_page
from reports.runs.commands import compare as command
from reports.runs.comparison import Comparison, compare
from reports.runs.difference import Compared, Conclusion, Difference
from reports.runs.figures import run_figures
from reports.runs.wording import p_text, points, signed

Share = tuple[float, float]

UNASKED = Ratio.of(0, 0, n=0, undefined="It was not asked.")


def share(hits: float, units: float) -> Ratio:
    return Ratio.of(hits, units, n=int(units), undefined="It was not asked.")


def scored(
    case_id: str,
    precision: Share = (0, 0),
    *,
    answer_class: AnswerClass | None = AnswerClass.SOUND,
    run: str = "baseline",
    **changes: Any,
) -> CaseScores:
    """One question; every score but citation precision is undefined."""
    usual: dict[str, Any] = {
        "config": run,
        "judge": "lexical",
        "weights": Weights(),
        "refusal_right": True,
        "ratios": dict.fromkeys(Score, UNASKED) | {Score.CITATION_PRECISION: share(*precision)},
        "faults": dict.fromkeys(Fault, UNASKED),
        "duplicate_citations": 0,
        "stray_verdicts": 0,
    }
    return CaseScores(run=run, case_id=case_id, answer_class=answer_class, **(usual | changes))


def a_run(precisions: Iterable[Share], **changes: Any) -> list[CaseScores]:
    return [
        scored(f"q{number:02}", precision, **changes) for number, precision in enumerate(precisions)
    ]


@pytest.fixture
def better() -> Comparison:
    """20 questions: the second run has one citation of two more right in 15 of them."""
    first = a_run([(1, 2)] * 15 + [(2, 2)] * 5)
    second = a_run([(2, 2)] * 20, run="strict")
    return compare(("baseline", "strict"), first, second, seed=1)


def difference(comparison: Comparison, figure: Compared | Score) -> Difference:
    (found,) = (one for one in comparison.differences if one.figure is figure)
    return found


def test_a_settled_difference(better: Comparison) -> None:
    found = difference(better, Score.CITATION_PRECISION)
    # Pooled: 25/40 = .625 and 40/40; 15 of 20 questions differ.
    assert (found.first, found.second, found.value) == (0.625, 1.0, 0.375)
    assert (found.questions, found.differing, found.left_out) == (20, 15, 0)
    # Of 10,000 random swaps of 15 one-sided questions hardly one is as extreme (2 x .5^15); Holm
    # over three tests: this one and the two binary ones.
    assert found.p == pytest.approx(1 / 10_001)
    assert found.adjusted == pytest.approx(3 / 10_001)
    assert found.finding is Conclusion.SETTLED
    assert found.low is not None
    assert found.low > 0


def test_the_answer_in_plain_words(better: Comparison) -> None:
    assert headline(better).startswith(
        "strict is better than baseline in citation precision by 37.5 points ("
    )
    assert open_points(better) == (
        "Too few questions differ (fewer than 6) for any result to settle answers without a fault "
        "and refusing where it should.",
        "Not to be compared, as no question has it in both runs: citation validity, lenient "
        "precision, citation recall, faithfulness, relevance, correctness, completeness, overall "
        "and quote match.",
    )


def test_the_better_run_is_named_whichever_comes_first(better: Comparison) -> None:
    first = a_run([(2, 2)] * 20, run="strict")
    second = a_run([(1, 2)] * 15 + [(2, 2)] * 5)
    turned = compare(("strict", "baseline"), first, second, seed=1)
    one, other = (difference(both, Score.CITATION_PRECISION) for both in (better, turned))
    assert other.value == -(one.value or 0)
    assert "strict is better than baseline" in headline(turned)
    assert "points (" in headline(turned)
    assert "−" not in headline(turned)


def test_equal_runs_settle_nothing() -> None:
    cases = a_run([(1, 2)] * 30)
    made = compare(("a", "b"), cases, cases, seed=1)
    assert headline(made) == "No difference between a and b is settled."
    found = difference(made, Score.CITATION_PRECISION)
    assert (found.value, found.low, found.p) == (0.0, None, 1.0)
    assert found.finding is Conclusion.TOO_FEW
    assert found.why == "None of 30 questions differ."


def test_other_counts_with_the_same_values_are_no_difference() -> None:
    made = compare(("a", "b"), a_run([(1, 1)] * 10), a_run([(3, 3)] * 10), seed=1)
    assert difference(made, Score.CITATION_PRECISION).differing == 0


def test_five_differing_questions_are_too_few_and_six_are_not() -> None:
    for differing, finding in ((5, Conclusion.TOO_FEW), (6, Conclusion.NOT_SETTLED)):
        first = a_run([(0, 1)] * differing + [(1, 1)] * 20)
        made = compare(("a", "b"), first, a_run([(1, 1)] * (differing + 20)), seed=1)
        found = difference(made, Score.CITATION_PRECISION)
        # p = 2 x .5^k, times 3 tests: .19 and .094.
        assert found.p == pytest.approx(2 * 0.5**differing)
        assert found.adjusted == pytest.approx(6 * 0.5**differing)
        assert found.finding is finding


def test_binary_figures() -> None:
    sound, fault = AnswerClass.SOUND, AnswerClass.MISGROUNDED
    refusal = AnswerClass.RIGHT_REFUSAL
    ones = [fault] * 9 + [sound] * 3 + [None, fault]
    others = [refusal] * 9 + [sound] * 2 + [fault] + [sound, None]
    first = [scored(f"q{n}", answer_class=one) for n, one in enumerate(ones)]
    second = [scored(f"q{n}", answer_class=one) for n, one in enumerate(others)]
    second[0] = replace(second[0], refusal_right=False)
    made = compare(("a", "b"), first, second, seed=1)
    found = difference(made, Compared.FAULTLESS)
    # 12 questions with a class in both: 3 of 12 and 11 of 12; 9 gained, 1 lost.
    assert found.first == 0.25
    assert found.second == pytest.approx(11 / 12)
    assert (found.questions, found.differing, found.left_out) == (12, 10, 2)
    # 2 x (1 + 10) / 1024.
    assert found.p == pytest.approx(22 / 1024)
    assert found.method == "McNemar, Newcombe"
    refused = difference(made, Compared.REFUSAL_RIGHT)
    assert refused.value == pytest.approx(-1 / 14)
    assert refused.differing == 1
    assert refused.low is not None


def test_questions_of_one_run_alone_are_counted_and_left_out() -> None:
    first = a_run([(0, 1)] * 3)
    second = [*a_run([(1, 1)] * 2), scored("extra", (0, 9)), scored("more", (0, 9))]
    made = compare(("a", "b"), first, second, seed=1)
    assert (made.common, made.first_only, made.second_only) == (2, 1, 2)
    assert made.second.questions == 2
    assert difference(made, Score.CITATION_PRECISION).second == 1.0
    assert "1 question only in a: left out of everything." in warnings(made)
    assert "2 questions only in b: left out of everything." in warnings(made)
    assert any(text.startswith("Too few questions: 2.") for text in warnings(made))


def test_a_rate_is_compared_where_both_runs_have_it() -> None:
    first = a_run([(1, 2), (0, 4), (0, 0)])
    second = a_run([(2, 2), (0, 0), (3, 3)])
    found = difference(compare(("a", "b"), first, second, seed=1), Score.CITATION_PRECISION)
    assert (found.first, found.second, found.questions, found.left_out) == (0.5, 1.0, 1, 2)


def test_the_order_of_questions_tells_nothing(better: Comparison) -> None:
    first = a_run([(1, 2)] * 15 + [(2, 2)] * 5)
    second = a_run([(2, 2)] * 20, run="strict")
    assert compare(("baseline", "strict"), first[::-1], second[5:] + second[:5], seed=1) == better


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ([], [scored("q")], "'a' has no scores yet"),
        ([scored("q"), scored("q")], [scored("q")], "'q' occurs twice"),
        ([scored("q")], [scored("z")], "no question in common"),
        ([scored("q")], [scored("q", judge="other")], "by the judge 'lexical' and 'b' by 'other'"),
        ([scored("q"), scored("r", judge="other")], [scored("q")], "several judges"),
        ([scored("q")], [scored("q", weights=Weights(validity=1))], "different weights"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    first: list[CaseScores], second: list[CaseScores], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        compare(("a", "b"), first, second, seed=1)


def test_the_figures_of_a_run() -> None:
    misses = dict.fromkeys(Score, UNASKED)
    misses[Score.CITATION_PRECISION] = Ratio(numerator=1, denominator=2, n=2, missing=3)
    lost = dict.fromkeys(Fault, UNASKED) | {Fault.WRONG_DOCUMENT: share(1, 2)}
    cases = [
        scored("q1", ratios=misses, faults=lost, stray_verdicts=1, duplicate_citations=2),
        scored("q2", (2, 2), faults=lost, answer_class=None),
    ]
    found = run_figures("a", cases, level=0.95)
    assert found.faults[Fault.WRONG_DOCUMENT] == Ratio(numerator=2, denominator=4, n=4)
    assert set(found.classes) == set(AnswerClass)
    assert (found.classes[AnswerClass.SOUND], found.unclassed) == (1, 1)
    assert (found.missing_verdicts, found.stray_verdicts, found.duplicate_citations) == (3, 1, 2)
    (precision,) = (one for one in found.scores if one.score is Score.CITATION_PRECISION)
    assert (precision.mean.value, precision.pooled.value) == (0.75, 0.75)


def test_the_page_fits_a_terminal_and_takes_nothing_for_markup() -> None:
    names = ("[red]base|line\x1b[31m", "a-run-with-a-very-long-name-of-many-words")
    first = a_run([(1, 2)] * 15 + [(2, 2)] * 5, run=names[0])
    made = compare(names, first, a_run([(2, 2)] * 20, run=names[1]), seed=1)
    stream = io.StringIO()
    show_page(page(made), stream)
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in stream.getvalue()
    assert "[red]base" in stream.getvalue()
    text = markdown_of(page(made))
    assert "\x1b" not in text
    assert r"\[red\]base\|line" in text
    assert "## Which run is better?" in text


def test_every_score_fault_and_class_has_its_row(better: Comparison) -> None:
    text = markdown_of(page(better))
    for words in (
        "false refusals",
        "no such passage",
        "never retrieved",
        "answered, though absent",
    ):
        assert words in text
    assert "crosssource report" in text


def test_the_json_has_every_figure_and_no_nan(better: Comparison) -> None:
    made = json.loads(json_text(better))
    assert made["format"] == "crosssource-comparison/1"
    assert made["questions"] == {"common": 20, "first_only": 0, "second_only": 0}
    by_name = {one["figure"]: one for one in made["differences"]}
    assert by_name["citation_precision"]["finding"] == "settled"
    assert by_name["overall"]["value"] is None
    assert by_name["overall"]["why"] == "It was not asked."
    assert set(made["first"]["scores"]) == {score.value for score in Score}
    assert set(made["first"]["faults"]) == {fault.value for fault in Fault} | {"missing_authority"}
    assert made["second"]["scores"]["citation_precision"]["pooled"]["target"] == "new questions"


def test_numbers_in_words() -> None:
    assert [points(value) for value in (0.1234, -0.1234, 0.0, 0.0001)] == [
        "12.3", "12.3", "0.0", "<0.1",
    ]  # fmt: skip
    assert [signed(value) for value in (0.05, -0.05, 0.0, -0.0001)] == [
        "+5.0",
        "−5.0",
        "0.0",
        "0.0",
    ]
    assert [p_text(p) for p in (None, 0.0001, 0.0414, 1.0)] == ["", "<.001", ".041", "1"]


Compare = Callable[..., Result]


@pytest.fixture
def store(study: Workspace) -> Workspace:
    """Two runs that one judge scored, and one that another judge scored too."""
    with database.opened(study) as connection, database.transaction(connection):
        for run, hits in (("baseline", 1), ("strict", 2)):
            _put(connection, run, a_run([(hits, 2)] * 20, run=run), Judge(name="lexical"))
        other = Judge(name="other", provenance={"model": "m"})
        _put(connection, "third", a_run([(1, 2)] * 3, run="third", judge="other"), other)
    return study


def _put(connection: sqlite3.Connection, run: str, scores: list[CaseScores], judge: Judge) -> None:
    stamped = ("2026-03-01T10:00:00.000+00:00", "ada", "0.1.0")
    connection.execute(
        "INSERT OR IGNORE INTO run (name, source, source_sha256, created_at, author, tool_version) "
        "VALUES (?, 'test', 'x', ?, ?, ?)",
        (run, *stamped),
    )
    connection.execute(
        "INSERT OR IGNORE INTO judge (id, name, provenance, created_at, author, tool_version) "
        "VALUES (?, ?, '{}', ?, ?, ?)",
        (judge.id, judge.name, *stamped),
    )
    connection.executemany(
        "INSERT INTO case_score (run, case_id, judge_id, scores, created_at, author, tool_version) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(run, one.case_id, judge.id, json.dumps(one.as_row()), *stamped) for one in scores],
    )


@pytest.fixture
def run_compare(store: Workspace) -> Compare:
    def run_command(*arguments: str) -> Result:
        return CliRunner().invoke(command, [*arguments, "--workspace", str(store.root)])

    return run_command


def test_the_command_says_which_run_is_better(run_compare: Compare) -> None:
    ran = run_compare("baseline", "strict")
    assert ran.exit_code == 0, ran.output
    assert "strict is better than baseline in citation precision by 50.0 points" in " ".join(
        ran.stdout.split()
    )


def test_the_command_writes_files_and_json_to_the_screen(
    run_compare: Compare, store: Workspace, tmp_path: Path
) -> None:
    ran = run_compare("baseline", "strict", "--format", "json", "--seed", "7")
    assert json.loads(ran.stdout)["seed"] == 7
    assert run_compare("baseline", "strict", "--format", "md,json").exit_code == 0
    folder = store.reports / "baseline-strict"
    assert {path.name for path in folder.iterdir()} == {"comparison.md", "comparison.json"}
    out = tmp_path / "elsewhere"
    assert run_compare("baseline", "strict", "--format", "json", "--out", str(out)).exit_code == 0
    assert (out / "comparison.json").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("baseline", "baseline"), "cannot be compared with itself"),
        (("baseline", "nowhere"), "There is no run 'nowhere'; the runs are: baseline, strict"),
        (("baseline", "third"), "No judge scored both"),
        (("baseline", "strict", "--judge", "gpt"), "'baseline' has no scores by 'gpt'"),
        (("baseline", "strict", "--format", "pdf"), "--format pdf: not known"),
        (("baseline", "strict", "--format", ","), "--format is empty"),
    ],
)
def test_what_the_command_refuses(
    run_compare: Compare, arguments: tuple[str, ...], words: str
) -> None:
    ran = run_compare(*arguments)
    assert isinstance(ran.exception, CrossSourceError)
    assert words in str(ran.exception)


def test_two_judges_of_both_runs_leave_it_open(store: Workspace, run_compare: Compare) -> None:
    other = Judge(name="other", provenance={"model": "m"})
    with database.opened(store) as connection, database.transaction(connection):
        for run in ("baseline", "strict"):
            _put(connection, run, a_run([(1, 2)] * 20, run=run, judge="other"), other)
    assert "2 judges scored both runs: lexical (" in str(
        run_compare("baseline", "strict").exception
    )
    assert run_compare("baseline", "strict", "--judge", "other").exit_code == 0
    assert run_compare("baseline", "strict", "--judge", other.id[:8]).exit_code == 0
