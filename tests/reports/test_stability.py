"""Stability over repeated judging: what stays the same, what flips, and the margin that follows."""

import json
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t  # type: ignore[import-untyped]

from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.outcome import Support
from labels.scores import Ratio, Score
from labels.store.repeated_verdicts import RepeatedVerdict, RunJudge
from labels.verdict import Judge
from reports.rendering.markdown import markdown_of
from reports.runs.by_question import Rates
from reports.stability.measure import Stability, measure, ordinal_alpha
from reports.stability.page import advice, headline, page, warnings
from reports.stability.repeats import Repeats, chosen
from reports.stability.spread import Spread, spreads

Run = Callable[..., Any]
S, P, U = Support.SUPPORTED, Support.PARTIAL, Support.UNSUPPORTED


def asked(name: str, times: int, **provenance: str) -> list[RunJudge]:
    """A judge that was asked several times, as the store has it."""
    first = Judge(name=name, provenance=provenance)
    again = [first.repeated(number) for number in range(1, times + 1)]
    return [RunJudge(id=one.id, name=one.name, provenance=one.provenance) for one in again]


def verdict(case_id: str, *said: Support | None) -> RepeatedVerdict:
    return RepeatedVerdict(
        item_id="ab" * 32, case_id=case_id, claim_id="c1", cited="doc:0", claim="So.", said=said
    )


def precision(hits: float, units: float) -> Rates:
    return {Score.CITATION_PRECISION: Ratio.of(hits, units, n=int(units), undefined="Not asked.")}


def stability(
    verdicts: Sequence[RepeatedVerdict], scores: Sequence[dict[str, Rates]] = ()
) -> Stability:
    times = len(verdicts[0].said)
    repeats = Repeats(judges=tuple(asked("lexical", times, rules="1")))
    return measure("baseline", repeats, verdicts, scores or [{}] * times, level=0.95)


def test_the_share_that_stays_the_same_and_what_flipped() -> None:
    steady = [verdict(f"q{n}", S, S, S) for n in range(30)]
    flipped = [verdict("q1", S, P, S), verdict("q2", U, U, S)]
    made = stability([*steady, *flipped, verdict("q3", S, None, S)])
    assert (made.citations, made.incomplete) == (33, 1)
    assert made.same.value == 30 / 32
    assert made.same.low is not None
    assert made.same.high is not None
    assert made.same.low < 30 / 32 < made.same.high
    assert made.flips == tuple(flipped)
    assert "said the same of 93.8 % of 32 citations in all 3 judgings" in headline(made)
    assert "supported → partial → supported" in markdown_of(page(made, (), level=0.95))


def test_citations_of_one_question_are_no_independent_evidence() -> None:
    apart = [verdict(f"q{n}", S, S if n % 10 else U) for n in range(100)]
    together = [verdict(f"q{n // 10}", S, S if n >= 10 else U) for n in range(100)]
    spread, clustered = stability(apart).same, stability(together).same
    assert spread.value == clustered.value == 0.9
    assert clustered.low is not None
    assert spread.low is not None
    assert clustered.low < spread.low


def test_all_the_same_is_said_with_an_interval_that_has_a_width() -> None:
    made = stability([verdict(f"q{n}", S if n % 2 else U, S if n % 2 else U) for n in range(30)])
    assert (made.same.value, made.same.high, made.alpha) == (1, 1, 1)
    assert made.same.low is not None
    assert made.same.low < 0.95
    assert made.flips == ()
    assert headline(made) == "It said the same of every one of 30 citations, 2 times."


def test_one_value_throughout_leaves_alpha_undefined() -> None:
    made = stability([verdict(f"q{n}", S, S) for n in range(30)])
    assert made.alpha is None
    assert "one and the same" in made.alpha_why


def test_without_a_whole_verdict_nothing_is_said() -> None:
    made = stability([verdict("q1", S, None)])
    assert made.same.value is None
    assert "Nothing can be said." in headline(made)


@given(
    st.lists(
        st.lists(st.sampled_from([0, 1, 2, None]), min_size=3, max_size=3), min_size=2, max_size=25
    )
)
def test_alpha_is_that_of_another_library(rows: list[list[int | None]]) -> None:
    krippendorff = pytest.importorskip("krippendorff")
    counts = np.array([[row.count(value) for value in range(3)] for row in rows])
    ours = ordinal_alpha(counts)
    table = np.array([[np.nan if v is None else v for v in row] for row in rows], dtype=float)
    pairable = [v for row in rows if sum(x is not None for x in row) > 1 for v in row]
    if len({v for v in pairable if v is not None}) < 2:
        assert ours is None
        return
    theirs = krippendorff.alpha(
        reliability_data=table.T, level_of_measurement="ordinal", value_domain=[0, 1, 2]
    )
    assert ours == pytest.approx(theirs, abs=1e-9)


def test_the_margin_by_hand() -> None:
    # Of 10 citations 8, 7 and 9 are right: the standard deviation of .8, .7, .9 is .1.
    scores = [{"q": precision(hits, 10)} for hits in (8, 7, 9)]
    (found,) = spreads(scores, [Score.CITATION_PRECISION])
    assert found.values == (0.8, 0.7, 0.9)
    assert found.deviation == pytest.approx(0.1)
    assert found.largest == pytest.approx(0.2)
    assert found.margin == pytest.approx(t.ppf(0.975, 2) * sqrt(2) * 0.1, abs=0.001)


def test_the_margin_keeps_what_it_promises() -> None:
    """The difference of two further judgings stays within it in 95 % of the cases."""
    generator = np.random.default_rng(1)
    draws = generator.normal(0.8, 0.02, size=(4000, 7))
    kept = []
    for row in draws:
        (found,) = (Spread(score=Score.OVERALL, values=tuple(row[:5]), questions=25),)
        assert found.margin is not None
        kept.append(abs(row[5] - row[6]) <= found.margin)
    assert np.mean(kept) == pytest.approx(0.95, abs=0.015)


def test_questions_without_the_score_in_some_repeat_are_left_out() -> None:
    scores = [
        {"q1": precision(1, 2), "q2": precision(2, 2)},
        {"q1": precision(2, 2), "q2": precision(0, 0)},
    ]
    (found,) = spreads(scores, [Score.CITATION_PRECISION])
    assert (found.questions, found.values) == (1, (0.5, 1.0))
    (undefined,) = spreads(scores, [Score.FAITHFULNESS])
    assert undefined.values == ()
    assert undefined.margin is None
    assert undefined.why


def test_what_to_set_is_said() -> None:
    verdicts = [verdict(f"q{n}", S, U if n else S) for n in range(30)]
    noisy = [{"q": precision(80, 100)}, {"q": precision(79, 100)}, {"q": precision(80, 100)}]
    metrics = (Score.CITATION_PRECISION,)
    made = stability(verdicts, noisy)
    assert made.margin(metrics) is not None
    assert advice(made, metrics).startswith("Set [gate.regression] margin to ")
    wild = [{"q": precision(8, 10)}, {"q": precision(2, 10)}]
    assert advice(stability(verdicts, wild), metrics).startswith("Too noisy")
    quiet = stability(verdicts, [{"q": precision(8, 10)}] * 2)
    assert "needs no margin of its own" in advice(quiet, metrics)
    assert "No margin can be recommended" in advice(stability(verdicts), metrics)


def test_versions_are_told_from_repeats() -> None:
    judges = (*asked("gpt", 1, prompt="a"), *asked("gpt", 1, prompt="b"))
    made = measure("baseline", Repeats(judges=judges), [verdict("q1", S, U)], [{}, {}], level=0.95)
    assert any("versions, not repeats: they differ in prompt" in text for text in warnings(made))
    assert Repeats(judges=tuple(asked("gpt", 3, prompt="a"))).differing == ()


def recorded_in(name: str, *files: str) -> list[RunJudge]:
    """One judge's verdicts that came in files; an imported file has no hash."""
    kept = [{"provider": "replay", "file_sha256": file} if file else {} for file in files]
    judges = [Judge(name=name, provenance=provenance) for provenance in kept]
    return [RunJudge(id=one.id, name=one.name, provenance=one.provenance) for one in judges]


def test_recorded_files_are_called_recorded_and_no_versions() -> None:
    judges = (*recorded_in("gpt", "", "ab", "cd"), *asked("gpt", 1, prompt="a"))
    of_files = Repeats(judges=judges[:3])
    assert (of_files.differing, of_files.recorded) == ((), 3)
    made = measure("r", of_files, [verdict("q1", S, U, S)], [{}] * 3, level=0.95)
    said = " ".join(warnings(made))
    assert "Recorded in files and taken for repeats: 3 of these 3 judgings." in said
    assert "versions" not in said
    assert (Repeats(judges=judges).differing, Repeats(judges=judges).recorded) == ((), 3)
    twice = Judge(name="gpt", provenance={"provider": "replay", "file_sha256": "ab"}).repeated(2)
    again = RunJudge(id=twice.id, name=twice.name, provenance=twice.provenance)
    assert Repeats(judges=(judges[1], again)).recorded == 0


def test_the_only_judge_that_was_recorded_several_times_is_found() -> None:
    first, once = recorded_in("gpt", "", "ab"), recorded_in("claude", "ef")
    judges = [*once, *first, *asked("lexical", 1)]
    assert chosen("r", judges, []).judges == tuple(first)
    with pytest.raises(InputError, match=r"2 judges were asked several times of 'r' \(.*\)"):
        chosen("r", [*judges, *recorded_in("claude", "gh")], [])
    with pytest.raises(InputError, match="Each judge of 'r' has judged it once .claude"):
        chosen("r", [*once, *asked("lexical", 1)], [])


def test_whose_repeats_are_meant() -> None:
    once, thrice = asked("gpt", 1, model="a"), asked("lexical", 3)
    judges = [*once, *thrice]
    assert chosen("r", judges, []).judges == tuple(thrice)
    assert chosen("r", judges, ["lexical"]).judges == tuple(thrice)
    assert chosen("r", judges, [thrice[1].id[:12], "gpt"]).judges == (once[0], thrice[1])
    for named, words in (
        (["gpt"], "has judged 'r' once"),
        (["nobody"], "No judge of 'r' goes by 'nobody'"),
    ):
        with pytest.raises(InputError, match=words):
            chosen("r", judges, named)
    with pytest.raises(InputError, match="2 judges were asked several times"):
        chosen("r", [*asked("gpt", 2, model="a"), *thrice], [])
    with pytest.raises(InputError, match="Nobody has judged"):
        chosen("r", [], [])


@pytest.fixture
def recorded(study: Workspace, run: Run, tmp_path: Path) -> Callable[[int, set[int]], None]:
    """Have thirty verdicts of one judge recorded again, some of them another way round."""

    def rows(flipped: set[int]) -> str:
        return "".join(
            json.dumps(
                {
                    "case_id": f"q{n}",
                    "claim_id": f"c{n}",
                    "claim": f"The court {n}.",
                    "citation": f"doc:{n}",
                    "passage": f"Court {n} decides.",
                    "judge": "gpt",
                    "judge_label": "unsupported" if n in flipped else "supported",
                }
            )
            + "\n"
            for n in range(30)
        )

    def record(number: int, flipped: set[int]) -> None:
        file = tmp_path / f"recorded-{number}.jsonl"
        file.write_text(rows(flipped), "utf-8")
        command = ("judge", "first", "--judge", f"replay:{file}")
        if number == 0:
            command = ("import", file, "--run", "first")  # type: ignore[assignment]
        run(*command, "--workspace", study.root)

    record(0, set())
    return record


def test_recorded_verdicts_of_one_judge_are_its_repeats(
    study: Workspace, run: Run, recorded: Callable[[int, set[int]], None]
) -> None:
    recorded(1, {3})
    recorded(2, {3, 4, 5})
    run("judge", "first", "--judge", "lexical", "--workspace", study.root)
    ran = run("stability", "first", "--json", "--workspace", study.root)
    document = json.loads(ran.out)
    assert [one["name"] for one in document["judges"]] == ["gpt"] * 3
    assert "3 of these 3 judgings" in " ".join(document["warnings"])
    assert document["same"]["rate"] == 27 / 30
    assert sorted(one["case_id"] for one in document["flips"]) == ["q3", "q4", "q5"]
    precision = document["scores"]["citation_precision"]
    assert sorted(precision["values"]) == [0.9, 29 / 30, 1.0]
    assert precision["largest_difference"] == pytest.approx(0.1)
    assert document["margin"]["value"] == precision["margin"] > 0.1
    assert document["scores"]["faithfulness"]["why"]


def test_a_judge_without_chance_is_wholly_stable(
    study: Workspace, run: Run, recorded: Callable[[int, set[int]], None]
) -> None:
    at = ("--workspace", study.root)
    ran = run("judge", "first", "--judge", "lexical", "--repeats", "3", *at)
    assert "crosssource stability first --judge lexical" in ran.err
    document = json.loads(run("stability", "first", "--json", *at).out)
    assert [one["name"] for one in document["judges"]] == [
        "lexical", "lexical repeat 2", "lexical repeat 3",
    ]  # fmt: skip
    assert document["same"]["rate"] == 1
    assert document["flips"] == []
    assert document["differing"] == []
    assert document["margin"]["value"] == 0
    assert "It said the same of every one of 30 citations, 3 times." in " ".join(
        run("stability", "first", *at).out.split()
    )


def test_a_repeat_is_nobody_else_where_a_judge_is_looked_for(
    study: Workspace, run: Run, recorded: Callable[[int, set[int]], None]
) -> None:
    """`sample draw` and `gate` go on to mean the judge that was asked first."""
    at = ("--workspace", study.root)
    run("judge", "first", "--judge", "lexical", "--repeats", "2", *at)
    run("sample", "draw", "--judge", "lexical", "--name", "one", *at)
    shown = json.loads(run("sample", "show", "one", "--json", *at).out)
    assert shown["frame"]["judge"] == "lexical"
    refused = run("sample", "draw", "--name", "two", *at, expect=2).err
    assert "2 judges have judged first" in refused  # gpt and lexical, not three
    run("check", *at)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["nope"], "There is no run 'nope'"),
        (["first"], "has judged 'first' once, which shows no spread"),
        (["first", "--judge", "eve"], "No judge of 'first' goes by 'eve'"),
    ],
)
def test_mistakes(
    study: Workspace, run: Run, recorded: object, options: list[str], words: str
) -> None:
    assert words in run("stability", *options, "--workspace", study.root, expect=2).err
