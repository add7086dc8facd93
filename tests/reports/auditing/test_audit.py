"""`crosssource audit`: the list, what it withholds, and what a decision does to every figure."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.store import audits, database
from labels.store.counted_cases import LeftOut
from reports import left_out_words
from reports.auditing import audit as auditing
from reports.auditing import deciding

Run = Callable[..., Any]


@pytest.fixture
def audit(run: Run, audited: Workspace) -> Callable[..., dict[str, Any]]:
    """The audit as JSON: by detector's name."""

    def listed(*options: str) -> dict[str, Any]:
        ran = run("audit", "--json", *options, "--workspace", audited.root)
        document: dict[str, Any] = json.loads(ran.out)
        assert document["format"] == "crosssource-audit/1"
        return {one["name"]: one for one in document["detectors"]}

    return listed


def report(run: Run, study: Workspace) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(
        run("report", "--format", "json", "--workspace", study.root).out
    )
    return made


def test_machine_and_people_are_in_one_list_with_what_each_kind_moves(
    audit: Callable[..., dict[str, Any]],
) -> None:
    found = audit()
    assert found["claim_without_word"]["found"] == 2
    assert found["human_flag"]["found"] == 5
    assert found["claim_empty"]["found"] == 0
    figures = {(one["of"], one["figure"]): one for one in found["claim_without_word"]["figures"]}
    moved = figures["baseline · lexical", "unsupported_claim"]
    # One of the six unsupported claims among 92 verdicts is the comma.
    assert (moved["with"]["numerator"], moved["with"]["denominator"]) == (6, 92)
    assert (moved["without"]["numerator"], moved["without"]["denominator"]) == (5, 91)
    assert moved["points"] == pytest.approx(100 * (5 / 91 - 6 / 92))


@pytest.mark.parametrize("kind", ["claim_fragment", "marker_wrong_sentence", "human_flag"])
def test_without_a_kind_is_what_confirming_it_gives(
    run: Run, audited: Workspace, audit: Callable[..., dict[str, Any]], kind: str
) -> None:
    root = ("--workspace", audited.root)
    figures = {(one["of"], one["figure"]): one["without"] for one in audit()[kind]["figures"]}
    before = scores(run, audited)
    run("audit", "confirm", kind, "--reason", "x", *root)
    after = report(run, audited)
    for figure, rate in (
        ("agreement", after["agreement"]["weighted"]["rate"]),
        ("supported, as people see it", after["corrected"]["rate"]),
    ):
        if ("sample demo", figure) in figures:
            assert figures["sample demo", figure]["value"] == pytest.approx(rate)
    now = scores(run, audited)
    for (arm, score), pooled in now.items():
        moved = figures.get((f"{arm} · lexical", score))
        expected = moved or before[arm, score]
        assert pooled["value"] == pytest.approx(expected["value"]), (arm, score)


def scores(run: Run, study: Workspace) -> dict[tuple[str, str], dict[str, Any]]:
    """The pooled scores of both runs, as a comparison of them gives them."""
    compared = json.loads(
        run("compare", "baseline", "strict", "--format", "json", "--workspace", study.root).out
    )
    return {
        (compared[arm]["run"], score): compared[arm]["scores"][score]["pooled"]
        for arm in ("first", "second")
        for score in ("citation_validity", "correctness", "completeness", "overall")
    }


def test_what_would_tell_a_labeller_the_verdict_is_withheld_while_a_sample_is_open(
    run: Run, audited: Workspace, audit: Callable[..., dict[str, Any]]
) -> None:
    run("sample", "reopen", "demo", "--workspace", audited.root)
    found = audit()
    # What people said is withheld; what the content shows is told, and nothing of its verdict.
    assert found["human_flag"]["groups"] == []
    assert found["human_flag"]["found"] == 0
    assert found["claim_without_word"]["found"] == 2
    assert found["claim_without_word"]["figures"] == []
    assert found["claim_without_word"]["figures_withheld"] is True
    ran = run(
        "audit", "confirm", "human_flag", "--reason", "x", "--workspace", audited.root, expect=2
    )
    assert "withheld while demo can be labelled" in ran.err
    with database.opened(audited) as connection:
        assert audits.decisions(connection) == []


def test_a_confirmed_bug_leaves_report_comparison_gate_and_judges(
    run: Run, audited: Workspace
) -> None:
    root = ("--workspace", audited.root)
    before = report(run, audited)
    comparison = json.loads(run("compare", "baseline", "strict", "--format", "json", *root).out)
    run("audit", "confirm", "claim_without_word", "--reason", "markers", "--by", "ann", *root)
    after = report(run, audited)
    assert after["sample"]["frame_size"] == before["sample"]["frame_size"] - 2
    assert after["sample"]["confirmed_bugs"] == after["sample"]["confirmed_bugs_drawn"] == 2
    assert any("2 verdicts confirmed as harness bugs" in one for one in after["warnings"])
    kinds = (one["harness_bugs"]["kinds"]["empty_claim"] for one in (before, after))
    assert list(kinds) == [2, 0]
    # Both were labelled as bugs, so no agreement moves: they left it by the label already.
    assert after["agreement"]["weighted"]["rate"] == before["agreement"]["weighted"]["rate"]
    compared = json.loads(run("compare", "baseline", "strict", "--format", "json", *root).out)
    assert compared["harness_bugs"] == [
        {"citations": 1, "verdicts": 0, "answers": 0},
        {"citations": 1, "verdicts": 0, "answers": 0},
    ]
    precision = [
        next(d for d in made["differences"] if d["figure"] == "citation_precision")["first"]
        for made in (comparison, compared)
    ]
    # Over the questions that have it in both runs.
    assert precision == pytest.approx([57 / 86, 57 / 85])
    with (audited.root / "crosssource.toml").open("a") as settings:
        settings.write("\n[gate.unresolved_citations]\nnot_retrieved = false\n")
    gate = json.loads(run("gate", "--run", "baseline", "--json", *root).out)
    assert any("1 citation confirmed as a harness bug counts" in note for note in gate["notes"])
    run("sample", "draw", "--supported", "all", "--name", "second", *root)
    drawn = run("report", "--sample", "second", "--format", "json", *root).out
    assert json.loads(drawn)["sample"]["frame_size"] == 177


def test_a_dismissed_finding_counts_on_and_a_withdrawn_one_is_open_again(
    run: Run, audited: Workspace, audit: Callable[..., dict[str, Any]]
) -> None:
    root = ("--workspace", audited.root)
    before = report(run, audited)
    run("audit", "dismiss", "claim_heading", "--reason", "it says something", *root)
    dismissed = audit()["claim_heading"]
    assert (dismissed["open"], dismissed["found"]) == (0, 1)
    assert report(run, audited)["agreement"] == before["agreement"]
    (group,) = dismissed["groups"]
    run("audit", "withdraw", group["signature"], "--reason", "read again", "--by", "bob", *root)
    assert audit()["claim_heading"]["open"] == 1
    told = run("audit", "history", "--json", *root).out.splitlines()
    assert [json.loads(line)["kind"] for line in told] == ["dismissed", "withdrawn"]
    assert json.loads(told[1])["by"] == "bob"


def test_a_withdrawn_confirmation_brings_every_figure_back(run: Run, audited: Workspace) -> None:
    root = ("--workspace", audited.root)
    before = report(run, audited)
    run("audit", "confirm", "claim_fragment", "prompt_leak", "--reason", "x", *root)
    assert report(run, audited)["sample"]["frame_size"] == before["sample"]["frame_size"] - 2
    run("audit", "withdraw", "claim_fragment", "prompt_leak", "--reason", "y", *root)
    again = report(run, audited)
    for made in (before, again):
        del made["provenance"]
    assert again == before


def test_a_single_finding_is_decided_by_its_item(
    run: Run, audited: Workspace, audit: Callable[..., dict[str, Any]]
) -> None:
    root = ("--workspace", audited.root)
    empty = next(g for g in audit()["human_flag"]["groups"] if g["what"] == "empty claim")
    assert empty["open"] == 2
    item = empty["findings"][0]["items"][0]
    run("audit", "confirm", empty["signature"], "--item", item[:10], "--reason", "x", *root)
    left = next(g for g in audit()["human_flag"]["groups"] if g["what"] == "empty claim")
    assert (left["open"], left["confirmed"]) == (1, 1)
    assert report(run, audited)["sample"]["confirmed_bugs"] == 1
    ran = run("audit", "dismiss", "human_flag", "--item", "ffff", "--reason", "x", *root, expect=2)
    assert "none of these findings is on an item" in ran.err


def test_others_can_write_while_findings_are_looked_for(
    run: Run, audited: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = auditing.audit

    def meanwhile(*given: Any, **options: Any) -> auditing.Audit:
        made = found(*given, **options)
        (group,) = deciding.chosen(made, ["claim_heading"])
        by_bob = deciding.decision(group, audits.AuditKind.DISMISSED, reason="no", auditor="bob")
        with database.opened(audited) as connection, database.transaction(connection):
            audits.record(connection, by_bob)
        return made

    monkeypatch.setattr(auditing, "audit", meanwhile)
    confirm = ("audit", "confirm", "claim_heading", "claim_without_word", "--reason", "yes")
    told = run(*confirm, "--workspace", audited.root, expect=2).err
    assert "meanwhile, and nothing was kept" in told
    with database.opened(audited) as connection:
        assert [one.auditor for one in audits.decisions(connection)] == ["bob"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("confirm", "ffff0000", "--reason", "x"), "Nothing open goes by 'ffff0000'"),
        (("confirm", "claim_heading", "--reason", " "), "--reason is empty"),
        (("withdraw", "claim_heading", "--reason", "x"), "No decision that holds"),
        (("--detector", "claim_hedding"), "there is none of that name"),
        (("--run", "nope"), "nope"),
    ],
)
def test_a_slip_is_told_in_one_sentence_and_changes_nothing(
    run: Run, audited: Workspace, arguments: tuple[str, ...], said: str
) -> None:
    ran = run("audit", *arguments, "--workspace", audited.root, expect=2)
    assert said in ran.err
    with database.opened(audited) as connection:
        assert audits.decisions(connection) == []


def test_the_page_fits_a_terminal_and_names_what_to_do(run: Run, audited: Workspace) -> None:
    ran = run("audit", "--workspace", audited.root)
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "only punctuation: ','" in ran.out
    assert "crosssource audit confirm" in ran.out
    assert "claim_empty" in run("audit", "detectors", "--workspace", audited.root).out


def audits_of_open_content(run: Run, study: Workspace) -> Iterator[tuple[str, dict[str, Any]]]:
    """The audit before any decision, then after each finding from content was confirmed alone."""
    root = ("--workspace", study.root)
    shown = json.loads(run("audit", "--json", *root).out)
    yield "", shown
    for kind in shown["detectors"]:
        for group in kind["groups"]:
            run("audit", "confirm", group["signature"], "--reason", "x", *root)
            yield group["signature"], json.loads(run("audit", "--json", *root).out)
            run("audit", "withdraw", group["signature"], "--reason", "x", *root)


def test_no_figure_says_what_was_judged_of_an_open_item_whose_finding_is_confirmed(
    run: Run, audited: Workspace
) -> None:
    root = ("--workspace", audited.root)
    run("sample", "reopen", "demo", *root)
    seen = 0
    for signature, shown in audits_of_open_content(run, audited):
        seen += 1
        for kind in shown["detectors"]:
            assert kind["figures"] == [], (signature, kind["name"])
            assert kind["figures_withheld"] is any(group["open"] for group in kind["groups"])
    assert seen == 7
    page = run("audit", "--workspace", audited.root).out
    assert " %" not in page
    assert "withheld" in page.lower()


def figures_of(found: dict[str, Any]) -> set[str]:
    """What the figures that are told are of."""
    return {one["of"] for kind in found.values() for one in kind["figures"]}


def test_only_figures_of_runs_with_open_items_are_withheld(
    run: Run, audited: Workspace, audit: Callable[..., dict[str, Any]]
) -> None:
    root = ("--workspace", audited.root)
    row = {"case_id": "q", "claim_id": "c1", "question": "Who?", "claim": ".", "passage": "Ann."}
    (audited.root / "apart.jsonl").write_text(
        json.dumps(row | {"judge_label": "supported", "judge": "j"}) + "\n"
    )
    run("import", audited.root / "apart.jsonl", "--run", "apart", *root)
    every = {"apart · j", "baseline · lexical", "strict · lexical", "sample demo"}
    assert figures_of(audit()) == every
    run("sample", "reopen", "demo", *root)
    found = audit()
    assert figures_of(found) == {"apart · j"}
    assert found["claim_without_word"]["figures_withheld"] is True
    run("sample", "close", "demo", *root)
    run("sample", "draw", "--run", "strict", "--supported", "all", "--name", "second", *root)
    # The closed sample speaks of both runs: its figures move with a finding on an open item too.
    told = figures_of(audit())
    assert "apart · j" in told
    assert told.isdisjoint({"strict · lexical", "sample demo"})


def plant_near_duplicate(study: Workspace) -> None:
    """Two cited passages with the same words under two ids, in a run of their own."""
    text = " ".join(f"word{number} stands here" for number in range(40))
    lines = [
        json.dumps({
            "case_id": "q", "claim_id": f"c{n}", "question": "Who?", "claim": f"Ann did {n}.",
            "citation": f"doc{n}:0", "passage": text, "judge_label": "supported", "judge": "j",
        })
        for n in (1, 2)
    ]  # fmt: skip
    (study.root / "twice.jsonl").write_text("\n".join(lines) + "\n")


def test_a_kind_that_voids_nothing_says_so_and_names_the_items_to_look_at(
    run: Run, audited: Workspace, audit: Callable[..., dict[str, Any]]
) -> None:
    root = ("--workspace", audited.root)
    plant_near_duplicate(audited)
    run("import", audited.root / "twice.jsonl", "--run", "twice", *root)
    only = ("--detector", "passage_near_duplicate")
    page = " ".join(run("audit", *only, *root).out.split())
    assert "it voids nothing" in page
    assert "leaves every denominator" not in page
    kind = audit(*only)["passage_near_duplicate"]
    assert kind["figures_withheld"] is False
    ((finding,),) = (group["findings"] for group in kind["groups"])
    assert len(finding["items"]) == 2
    for item in finding["items"]:
        assert item[:12] in page
        run("show", item[:12], *root)
    confirmed = run("audit", "confirm", "passage_near_duplicate", "--reason", "known", *root)
    assert "voids nothing" in confirmed.err
    assert "counts nowhere" not in confirmed.err
    assert audit(*only)["passage_near_duplicate"]["open"] == 0


def test_history_has_a_line_for_each_decision_whatever_its_reason_holds(
    run: Run, audited: Workspace
) -> None:
    root = ("--workspace", audited.root)
    reason = "one\ntwo\r\nthree\u2028four \x1b[31mred\x1b[0m"
    run("audit", "dismiss", "claim_heading", "--reason", reason, "--by", "ann", *root)
    shown = run("audit", "history", *root)
    assert len(shown.out.splitlines()) == 1
    assert "\x1b" not in shown.out
    assert "one ⏎ two ⏎ three ⏎ four ␛[31mred" in shown.out
    assert "1 decision." in shown.err
    assert json.loads(run("audit", "history", "--json", *root).out)["reason"] == reason


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("confirm", "70a", "--reason", "x"), "4 characters at least"),
        (("withdraw", "70a", "--reason", "x"), "4 characters at least"),
        (("confirm", "claim_heading", "--item", "9a3", "--reason", "x"), "4 characters at least"),
        (("confirm", "claim_heading", "--reason", ""), "It is empty; give a value.\n"),
    ],
)
def test_what_is_too_short_is_told_with_how_much_is_needed(
    run: Run, audited: Workspace, arguments: tuple[str, ...], said: str
) -> None:
    ran = run("audit", *arguments, "--workspace", audited.root, expect=2)
    assert said in ran.err


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        (
            LeftOut(citations=1, verdicts=0, answers=0),
            "1 citation confirmed as a harness bug counts",
        ),
        (
            LeftOut(citations=1, verdicts=1, answers=0),
            "1 citation and 1 verdict confirmed as harness bugs count in",
        ),
        (
            LeftOut(citations=2, verdicts=0, answers=0),
            "2 citations confirmed as harness bugs count",
        ),
    ],
)
def test_one_harness_bug_is_one_in_words(left_out: LeftOut, said: str) -> None:
    assert said in left_out_words.of_run("base", left_out)


def test_withheld_findings_are_counted_in_words(run: Run, audited: Workspace) -> None:
    root = ("--workspace", audited.root)
    run("sample", "reopen", "demo", *root)
    both = " ".join(run("audit", *root).out.split())
    assert "5 findings withheld: they rest on" in both
    assert "in demo. To see them: crosssource sample close NAME" in both
