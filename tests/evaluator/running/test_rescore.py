"""The reference case: consecutive markers made claims of punctuation; mended, and nothing else.

In the reference evaluation all three `unsupported_claim` counts were that artefact.
"""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Category, Choice, HarnessBug
from labels.store import calibration, database, queue
from labels.store.queue import Decision
from tests.evaluator.running import model_double
from tests.evaluator.running.conftest import rows
from tests.messages_server import MessagesServer

Run = Callable[..., Any]
FAULT = '\n[parsing]\nconsecutive_markers = "a_claim_each"\n'


@pytest.fixture
def faulty(golden_study: Workspace, model: MessagesServer) -> Workspace:
    """A study whose parser has its fix turned off."""
    settings = golden_study.settings.read_text()
    golden_study.settings.write_text(settings + FAULT)
    return golden_study


def mend(study: Workspace) -> None:
    study.settings.write_text(study.settings.read_text().replace(FAULT, ""))


def made(run: Run, study: Workspace, judge: str = "lexical") -> None:
    run(
        "run", "--config", "baseline", "--claims", "rules", "--judge", judge,
        "--workspace", study.root,
    )  # fmt: skip


def judged(study: Workspace, run: str) -> set[tuple[Any, ...]]:
    """Every citation of a run with its verdict, but for names and times."""
    return set(
        rows(
            study,
            "SELECT c.case_id, c.claim_id, i.claim, c.cited, i.passage, v.support, v.category, "
            "v.evidence, v.reason, v.raw FROM citation c JOIN item i ON i.id = c.item_id "
            f"LEFT JOIN verdict v ON v.citation_uid = c.uid WHERE c.run = '{run}'",
        )
    )


def scored(study: Workspace, run: str) -> dict[str, Any]:
    """The scores of a run that hold, by case, but for the run's name."""
    found = {}
    for case_id, text in rows(
        study, f"SELECT case_id, scores FROM case_score WHERE run = '{run}' ORDER BY seq"
    ):
        found[case_id] = json.loads(text) | {"run": ""}
    return found


def audited(run: Run, study: Workspace, name: str) -> dict[str, int]:
    document = json.loads(run("audit", "--run", name, "--json", "--workspace", study.root).out)
    return {one["name"]: one["found"] for one in document["detectors"]}


def rescored(run: Run, study: Workspace, *options: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(
        run("rescore", "baseline", "--json", *options, "--workspace", study.root).out
    )
    return document


def without_words(study: Workspace, run: str) -> list[str]:
    claims = rows(
        study,
        f"SELECT i.claim FROM citation c JOIN item i ON i.id = c.item_id WHERE c.run = '{run}'",
    )
    return [claim for (claim,) in claims if not any(map(str.isalnum, claim))]


def test_the_fault_gives_claims_of_punctuation_and_the_audit_finds_each(
    faulty: Workspace, run: Run
) -> None:
    made(run, faulty)
    planted = without_words(faulty, "baseline")
    assert planted
    found = audited(run, faulty, "baseline")
    assert found["claim_without_word"] + found["claim_empty"] == len(planted)
    # The judge fails all of them as something that nothing supports.
    outcomes = rows(
        faulty,
        "SELECT DISTINCT v.category FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        "JOIN item i ON i.id = c.item_id WHERE trim(i.claim, ' ,.;') = ''",
    )
    assert outcomes == [("unsupported_claim",)]


def test_rescore_gives_what_a_run_without_the_fault_gives_and_touches_nothing_else(
    faulty: Workspace, golden_folder: Path, run: Run, tmp_path: Path
) -> None:
    made(run, faulty)
    before = judged(faulty, "baseline")
    planted = len(without_words(faulty, "baseline"))
    mend(faulty)
    done = rescored(run, faulty)
    shutil.copytree(golden_folder, tmp_path / "sound")
    sound = Workspace(tmp_path / "sound")
    made(run, sound)
    assert judged(faulty, "baseline-rescored") == judged(sound, "baseline")
    assert scored(faulty, "baseline-rescored") == scored(sound, "baseline")
    assert judged(faulty, "baseline") == before  # the old rows are kept
    # Exactly the citations that the fault made are gone, and those that it hid were judged.
    assert done["gone"] == planted == done["changed"]
    assert done["carried"] == len(judged(sound, "baseline")) - done["changed"]
    was, now = (done["outcomes"][word]["unsupported_claim"] for word in ("before", "after"))
    assert was - now == planted
    found = audited(run, faulty, "baseline-rescored")
    assert found["claim_without_word"] == found["claim_empty"] == 0
    run("check", "--workspace", faulty.root)


def test_a_dry_run_says_what_would_be_judged_and_stores_nothing(
    faulty: Workspace, run: Run
) -> None:
    made(run, faulty)
    mend(faulty)
    before = rows(faulty, "SELECT name FROM run"), rows(faulty, "SELECT count(*) FROM verdict")
    told = run("rescore", "baseline", "--dry-run", "--workspace", faulty.root)
    after = rows(faulty, "SELECT name FROM run"), rows(faulty, "SELECT count(*) FROM verdict")
    assert before == after
    done = rescored(run, faulty)
    assert f"{done['changed']} citations would be judged, {done['carried']} carried" in told.out


def test_a_question_that_is_gone_is_told_before_anything_is_stored(
    faulty: Workspace, run: Run
) -> None:
    made(run, faulty)
    lines = faulty.golden.read_text().splitlines(keepends=True)
    faulty.golden.write_text("".join(lines[1:]))
    ran = run("rescore", "baseline", "--workspace", faulty.root, expect=2)
    assert "which golden.jsonl does not have any more" in ran.err
    assert rows(faulty, "SELECT name FROM run") == [("baseline",)]


def test_rescored_again_it_finds_everything_done(faulty: Workspace, run: Run) -> None:
    made(run, faulty)
    mend(faulty)
    first = rescored(run, faulty)
    count = rows(faulty, "SELECT count(*) FROM verdict")
    assert rescored(run, faulty) == first
    assert rows(faulty, "SELECT count(*) FROM verdict") == count


def test_a_model_is_asked_for_nothing_but_what_changed(
    faulty: Workspace, run: Run, model: MessagesServer
) -> None:
    made(run, faulty, "anthropic")
    mend(faulty)
    asked = len(model.seen.bodies)
    done = rescored(run, faulty)
    requests = [
        body["messages"][0]["content"]
        for body in model.seen.bodies[asked:]
        if "verdicts" in json.dumps(body.get("output_config", {}))
    ]
    assert done["changed"]
    assert sum(text.count("<passage ") for text in requests) == done["changed"]
    untraced = rows(
        faulty,
        "SELECT count(*) FROM verdict WHERE uid NOT IN (SELECT verdict_uid FROM verdict_request)",
    )
    assert untraced == [(0,)]


def test_claims_of_a_model_are_cut_again_only_where_it_would_be_asked_otherwise(
    faulty: Workspace, golden_folder: Path, run: Run, model: MessagesServer, tmp_path: Path
) -> None:
    run("run", "--config", "baseline", "--workspace", faulty.root)
    touched = {
        case_id
        for (case_id,) in rows(
            faulty,
            "SELECT DISTINCT c.case_id FROM citation c JOIN item i ON i.id = c.item_id "
            "WHERE trim(i.claim, ' ,.;') = ''",
        )
    }
    assert touched
    mend(faulty)
    asked = len(model.seen.bodies)
    rescored(run, faulty)
    cut = [
        body
        for body in model.seen.bodies[asked:]
        if "relevance" in json.dumps(body.get("output_config", {}))
    ]
    assert len(cut) == len(touched)
    shutil.copytree(golden_folder, tmp_path / "sound")
    sound = Workspace(tmp_path / "sound")
    run("run", "--config", "baseline", "--workspace", sound.root)
    assert judged(faulty, "baseline-rescored") == judged(sound, "baseline")
    assert scored(faulty, "baseline-rescored") == scored(sound, "baseline")


def test_a_limit_is_refused_where_the_model_that_cuts_claims_has_no_price(
    faulty: Workspace, run: Run, model: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSSOURCE_JUDGE_MODEL", "house-model")
    run(
        "run", "--config", "baseline", "--claims", "model", "--judge", "lexical",
        "--workspace", faulty.root,
    )  # fmt: skip
    mend(faulty)
    asked = len(model.seen.bodies)
    ran = run("rescore", "baseline", "--max-cost", "1", "--workspace", faulty.root, expect=2)
    assert "the price of 'house-model' is not known" in ran.err
    assert len(model.seen.bodies) == asked


def test_what_an_answer_says_twice_keeps_its_two_verdicts(
    faulty: Workspace, run: Run, model: MessagesServer
) -> None:
    question = json.loads(faulty.golden.read_text().splitlines()[0])["question"]
    passages = (faulty.corpus / "passages.jsonl").read_text().splitlines()[:2]
    (first, text), (second, _) = ((one["id"], one["text"]) for one in map(json.loads, passages))
    said = f"The rent was due in May [{first}], [{second}]."
    answer = f"{said} The tenant left [{first}]. {said}"
    model.answer = lambda body: _twice(body, question, answer, text[:30])
    made(run, faulty, "anthropic")
    mend(faulty)
    done = rescored(run, faulty)
    supports = (
        "SELECT c.claim_id, v.support FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        "JOIN item i ON i.id = c.item_id WHERE c.run = '{}' AND i.claim LIKE 'The rent%' "
        f"AND c.cited = '{first}' AND c.case_id = 'g01' ORDER BY c.rowid"
    )
    before, after = (
        [support for _, support in rows(faulty, supports.format(name))]
        for name in ("baseline", "baseline-rescored")
    )
    assert before == after == ["supported", "unsupported"]
    # Two commas between markers, each a claim of the same content.
    assert done["gone"] == len(without_words(faulty, "baseline"))
    assert done["carried"] + done["gone"] == len(judged(faulty, "baseline"))


def _twice(body: dict[str, Any], question: str, said: str, quote: str) -> str:
    """The double, which says this to a question, and judges it otherwise the second time."""
    written, text = model_double.answer(body), body["messages"][0]["content"]
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    if not schema:
        return said if question in text else written
    if "verdicts" not in schema["properties"]:
        return written
    reply = json.loads(written)
    repeated = re.findall(r'<claim id="(c\d+)">\s*The rent', text)
    for one in reply["verdicts"]:
        if one["claim_id"] in repeated:
            second = one["claim_id"] == repeated[-1]
            support = "unsupported" if second else "supported"
            one |= {"support": support, "evidence_quote": "" if second else quote}
    return json.dumps(reply)


def test_of_several_judges_one_is_named_as_the_option_has_it(
    faulty: Workspace, run: Run, model: MessagesServer
) -> None:
    made(run, faulty)
    run("judge", "baseline", "--judge", "anthropic", "--workspace", faulty.root)
    mend(faulty)
    told = run("rescore", "baseline", "--workspace", faulty.root, expect=2).err
    assert "--judge anthropic (with --judge-model), lexical or replay:FILE" in told
    run("rescore", "baseline", "--judge", "lexical", "--workspace", faulty.root)


def test_the_run_says_that_it_was_made_with_the_fault(faulty: Workspace, run: Run) -> None:
    made(run, faulty)
    ((settings,),) = rows(faulty, "SELECT settings FROM run_settings")
    assert json.loads(settings)["parsing"] == {"consecutive_markers": "a_claim_each"}
    mend(faulty)
    again = run(
        "run", "--config", "baseline", "--claims", "rules", "--judge", "lexical",
        "--workspace", faulty.root, expect=2,
    )  # fmt: skip
    assert "made with another parsing" in again.err
    rescored(run, faulty)
    told = run("compare", "baseline", "baseline-rescored", "--workspace", faulty.root)
    assert "another reading of markers" in told.err


def test_labels_follow_and_only_what_changed_comes_back(faulty: Workspace, run: Run) -> None:
    root = ("--workspace", faulty.root)
    made(run, faulty)
    run("sample", "draw", "--run", "baseline", "--supported", "20", "--name", "pilot", *root)
    with queue.open_queue(faulty, "pilot", "ann", rubric.in_force(faulty)) as mine:
        while item_id := mine.next_id():
            mine.label(item_id, _decision(mine.item(item_id).claim), 3.0)
        labelled = mine.done
    mend(faulty)
    rescored(run, faulty)
    told = run("sample", "carry", "pilot", "--run", "baseline-rescored", *root)
    gone = len(without_words(faulty, "baseline"))  # each is drawn, and no two are alike
    assert f"{labelled - gone} labels of 'pilot' followed" in told.err
    with queue.open_queue(faulty, "pilot-rescored", "ann", rubric.in_force(faulty)) as mine:
        back, done = mine.open_ids(), mine.done
        while item_id := mine.next_id():
            mine.label(item_id, Decision(choice=Choice.SUPPORTED), 2.0)
    changed = dict(
        rows(
            faulty,
            "SELECT c.item_id, v.support FROM citation c JOIN verdict v ON v.citation_uid = c.uid "
            "WHERE c.run = 'baseline-rescored' "
            "AND json_extract(c.fields, '$.rescored') = 'changed'",
        )
    )
    # Of the supported ones as large a share as in the pilot, of the others all.
    assert {item for item, said in changed.items() if said != "supported"} <= set(back)
    assert set(back) <= set(changed)
    assert done == labelled - gone
    made_of = json.loads(run("report", "--sample", "pilot-rescored", "--format", "json", *root).out)
    assert made_of["before"]["sample"] == "pilot"
    assert made_of["before"]["harness_bugs"] > 0 == made_of["counts"]["harness_bugs"]
    assert made_of["blindness"]["seal_intact"] is True
    assert made_of["agreement"]["weighted"]["rate"] is not None
    shown = run("report", "--sample", "pilot-rescored", *root).out
    assert "Before and after the fix" in shown
    run("check", *root)


def test_a_bug_that_was_confirmed_before_the_draw_is_to_be_confirmed_in_the_mended_run_too(
    faulty: Workspace, run: Run
) -> None:
    root = ("--workspace", faulty.root)
    confirm = ("audit", "confirm", "claim_without_word", "--reason", "markers", *root)
    made(run, faulty)
    run(*confirm)
    run("sample", "draw", "--supported", "20", "--name", "pilot", *root)
    # The corpus was mended and not the parser: the fault is as it was.
    run("rescore", "baseline", *root)
    carry = ("sample", "carry", "pilot", "--run", "baseline-rescored", *root)
    told = run(*carry, expect=2).err
    assert "was a confirmed harness bug when the sample 'pilot' was drawn" in told
    assert "crosssource audit --run baseline-rescored" in told
    run(*confirm, "--run", "baseline-rescored")
    assert "'pilot-rescored' has" in run(*carry).err


def _decision(claim: str) -> Decision:
    if not any(map(str.isalnum, claim)):
        return Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug.EMPTY_CLAIM)
    if len(claim) % 3:
        return Decision(choice=Choice.SUPPORTED)
    return Decision(choice=Choice.UNSUPPORTED, category=Category.UNSUPPORTED_CLAIM)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rescore", "nope"), "nope"),
        (("rescore", "baseline", "--judge", "replay:missing.jsonl"), "missing.jsonl"),
        (("rescore", "baseline", "--name", "strict/../x"), "name"),
        (("sample", "carry", "pilot", "--run", "baseline"), "mends no run of the sample"),
    ],
)
def test_a_slip_is_told_in_one_sentence(
    faulty: Workspace, run: Run, arguments: tuple[str, ...], said: str
) -> None:
    made(run, faulty)
    run("sample", "draw", "--supported", "5", "--name", "pilot", "--workspace", faulty.root)
    assert said in run(*arguments, "--workspace", faulty.root, expect=2).err
    assert rows(faulty, "SELECT count(*) FROM run") == [(1,)]


def test_figures_of_what_comes_back_are_withheld_until_every_sample_is_closed(
    faulty: Workspace, run: Run
) -> None:
    root = ("--workspace", faulty.root)
    made(run, faulty)
    run("sample", "draw", "--run", "baseline", "--supported", "20", "--name", "pilot", *root)
    mend(faulty)
    told = run("rescore", "baseline", *root).out
    assert "judged anew" in told  # how many, and not how
    assert "pilot can be labelled" in told
    assert not any(word in told for word in ("before  ", "supported", "unsupported", " %"))
    again = rescored(run, faulty)
    assert (again["outcomes"], again["scores"]) == (None, None)
    assert again["open_samples"] == ["pilot"]
    assert again["changed"] > 0
    run("sample", "carry", "pilot", "--run", "baseline-rescored", *root)
    run("sample", "close", "pilot", *root)
    assert rescored(run, faulty)["open_samples"] == ["pilot-rescored"]
    run("sample", "close", "pilot-rescored", *root)
    shown = rescored(run, faulty)
    assert shown["open_samples"] == []
    assert shown["outcomes"]["before"] != shown["outcomes"]["after"]


def test_strata_of_a_carried_sample_are_told_without_verdicts_while_it_is_open(
    faulty: Workspace, run: Run
) -> None:
    root = ("--workspace", faulty.root)
    made(run, faulty)
    run("run", "--config", "strict", "--claims", "rules", "--judge", "lexical", *root)
    # The sample speaks of two runs, of which one is mended.
    run("sample", "draw", "--supported", "20", "--name", "pilot", *root)
    mend(faulty)
    rescored(run, faulty)
    run("sample", "carry", "pilot", "--run", "baseline-rescored", *root)
    name = "pilot-rescored"

    def strata() -> list[dict[str, Any]]:
        document = json.loads(run("sample", "show", name, "--json", *root).out)
        found: list[dict[str, Any]] = document["strata"]
        return found

    told = strata()
    assert [one["name"] for one in told] == ["left as it was", "changed by the fix"]
    assert "supported" not in run("sample", "show", name, *root).out
    run("sample", "close", name, *root)
    assert len(strata()) == 2  # what is left of the open forerunner's would tell as much
    run("sample", "close", "pilot", *root)
    every = strata()
    assert any(one["name"].startswith("unsupported") for one in every)
    for amount in ("size", "drawn"):
        assert sum(one[amount] for one in every) == sum(one[amount] for one in told)


def test_imported_labels_follow_and_are_counted_with_the_file_they_came_from(
    faulty: Workspace, run: Run, tmp_path: Path
) -> None:
    root = ("--workspace", faulty.root)
    made(run, faulty)
    run("sample", "draw", "--run", "baseline", "--supported", "20", "--name", "pilot", *root)
    items = rows(
        faulty,
        "SELECT i.question, i.claim, i.passage FROM blind_item b JOIN item i ON i.id = b.item_id",
    )
    names = ("question", "claim", "passage")
    lines = [
        json.dumps(dict(zip(names, item, strict=True)) | {"human_label": "supported"})
        for item in items
    ]
    (tmp_path / "people.jsonl").write_text("\n".join(lines) + "\n")
    run("import", tmp_path / "people.jsonl", "--sample", "pilot", *root)
    mend(faulty)
    rescored(run, faulty)
    told = run("sample", "carry", "pilot", "--run", "baseline-rescored", *root).err
    followed = len(items) - len(without_words(faulty, "baseline"))
    assert f"{followed} labels of 'pilot' followed" in told
    report = json.loads(run("report", "--sample", "pilot-rescored", "--format", "json", *root).out)
    assert report["before"]["carried_labels"] == followed
    assert {source.partition(" ")[0] for source in sources(faulty, "pilot")} == {"people.jsonl"}
    assert sources(faulty, "pilot-rescored") == sources(faulty, "pilot")
    # Carried once more, it is still the file's label.
    run("rescore", "baseline-rescored", *root)
    twice = ("--run", "baseline-rescored-rescored", "--name", "third")
    run("sample", "carry", "pilot-rescored", *twice, *root)
    third = json.loads(run("report", "--sample", "third", "--format", "json", *root).out)
    assert third["before"]["carried_labels"] == followed
    assert sources(faulty, "third") == sources(faulty, "pilot")


def sources(study: Workspace, sample: str) -> set[str]:
    """Where a sample's labels came from, as its report says it."""
    with database.opened(study) as connection:
        items = calibration.load(connection, study, sample).items
    return {label.source for item in items for label in item.labels}


def test_an_imported_run_is_told_what_to_do_though_there_is_no_golden_question(
    golden_study: Workspace, run: Run, tmp_path: Path
) -> None:
    row = {"question": "Who?", "claim": "Ann did.", "passage": "Ann.", "judge_label": "supported"}
    (tmp_path / "out.jsonl").write_text(json.dumps(row | {"judge": "j"}) + "\n")
    golden_study.golden.unlink()
    run("import", tmp_path / "out.jsonl", "--run", "theirs", "--workspace", golden_study.root)
    ran = run("rescore", "theirs", "--workspace", golden_study.root, expect=2)
    assert "'theirs' was imported" in ran.err
    assert "crosssource import FILE --run NAME" in ran.err
    assert "golden" not in ran.err


def test_a_name_that_is_taken_is_told_with_the_option_there_is(faulty: Workspace, run: Run) -> None:
    made(run, faulty)
    ran = run("rescore", "baseline", "--name", "baseline", "--workspace", faulty.root, expect=2)
    assert "The run 'baseline' is there already, and mends no run" in ran.err
    assert "--name NAME" in ran.err
    assert "PREFIX" not in ran.err


def speechless(model: MessagesServer) -> None:
    """From here on the judge's replies hold no verdict."""
    whole = model.answer
    model.answer = lambda body: (
        "no JSON" if "verdicts" in json.dumps(body.get("output_config", {})) else whole(body)
    )


def test_verdicts_that_did_not_come_are_counted_as_missing_and_a_sample_waits_for_them(
    faulty: Workspace, run: Run, model: MessagesServer
) -> None:
    root = ("--workspace", faulty.root)
    made(run, faulty, "anthropic")
    run("sample", "draw", "--run", "baseline", "--supported", "all", "--name", "pilot", *root)
    mend(faulty)
    whole = model.answer
    speechless(model)
    ran = run("rescore", "baseline", *root, expect=4)
    lost = len(without_words(faulty, "baseline"))
    assert f"0 judged anew, {lost} without a verdict" in ran.out
    assert "baseline-rescored is not finished. Next: crosssource rescore baseline\n" in ran.err
    assert "sample carry" not in ran.err
    document = json.loads(run("rescore", "baseline", "--json", *root, expect=4).out)
    assert document["unjudged"] == document["changed"] == lost
    carry = ("sample", "carry", "pilot", "--run", "baseline-rescored")
    refused = run(*carry, *root, expect=2).err
    assert f"{lost} citations of 'baseline-rescored' that the fix changed have no" in refused
    assert "crosssource rescore baseline. " in refused
    # Mended once more by a run that lacks them too, they are missing all the same.
    run("rescore", "baseline-rescored", *root, expect=4)
    again = ("sample", "carry", "pilot", "--run", "baseline-rescored-rescored")
    assert f"{lost} citations" in run(*again, *root, expect=2).err
    # Whoever cannot have them says so, and is told what that leaves out.
    without = run(*carry, "--without-missing", "--name", "without", *root).err
    assert f"{lost} citations that the fix changed have no verdict: in no stratum" in without
    model.answer = whole
    done = rescored(run, faulty)
    assert (done["changed"], done["unjudged"], done["missing"]) == (lost, 0, {})
    told = run(*carry, *root).err
    assert "have no verdict" not in told
    shown = json.loads(run("sample", "show", "pilot-rescored", "--json", *root).out)
    assert shown["frame"]["missing"] == 0
    assert {one["name"]: one["drawn"] for one in shown["strata"]}["changed by the fix"] == lost
    run("check", *root)


def test_a_rescore_that_was_stopped_gives_no_sample_and_is_named_where_its_run_is_compared(
    faulty: Workspace, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = ("--workspace", faulty.root)
    made(run, faulty)
    run("sample", "draw", "--run", "baseline", "--supported", "5", "--name", "pilot", *root)
    mend(faulty)

    async def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("evaluator.running.rescoring.finish", stopped)
        run("rescore", "baseline", "--name", "mended", *root, expect=130)
    finish = "crosssource rescore baseline --name mended"
    carry = ("sample", "carry", "pilot", "--run", "mended")
    assert finish in run(*carry, *root, expect=2).err
    assert finish in run("compare", "baseline", "mended", *root, expect=2).err
    run("rescore", "baseline", "--name", "mended", *root)
    run(*carry, *root)
