"""JUnit, Markdown, JSON and terminal: the same outcome, and hostile text harmless in each."""

import io
import json
from typing import Any

import pytest
from lxml import etree

from reports.gating.document import json_text
from reports.gating.junit import junit_text
from reports.gating.outcome import Answer, Check, GateOutcome
from reports.gating.page import headline, page
from reports.rendering.markdown import markdown_of
from reports.rendering.terminal import show_page

HOSTILE = "a\x00\x1b[31m</testcase>]]>&<script>|`#\ud800￿\ufdd0‮ [x](javascript:y) b"


def check(answer: Answer, **changes: Any) -> Check:
    usual: dict[str, Any] = {
        "name": f"check.{answer}",
        "title": "agreement",
        "figure": "81.0 % (70.0 to 90.0 %)",
        "bound": "at least 80.0 %",
        "reason": "Because.",
        "todo": "" if answer is Answer.PASSED else "Do this.",
        "value": 0.81,
        "low": 0.7,
        "high": 0.9,
        "limit": 0.8,
        "n": 60,
    }
    return Check(answer=answer, **(usual | changes))


def gate(*checks: Check, **changes: Any) -> GateOutcome:
    usual: dict[str, Any] = {
        "run": "strict",
        "judge": "lexical (abcdef12)",
        "sample": "demo",
        "baseline": "baseline, frozen 2026-03-01 (12345678)",
        "level": 0.95,
        "notes": (),
    }
    return GateOutcome(checks=checks, **(usual | changes))


@pytest.fixture
def each() -> GateOutcome:
    return gate(*(check(answer) for answer in Answer))


def test_junit_has_a_case_a_check_and_an_error_for_what_is_open(each: GateOutcome) -> None:
    root = etree.fromstring(junit_text(each).encode("utf-8"))
    (suite,) = root.findall("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert suite.get("skipped") == "0"
    passed, is_open, failed = suite.findall("testcase")
    assert passed.find("failure") is None
    assert passed.find("error") is None
    assert is_open.find("error").get("type") == "not enough evidence"
    assert failed.find("failure").get("message") == (
        "agreement: 81.0 % (70.0 to 90.0 %), wanted at least 80.0 %"
    )
    assert failed.find("failure").text == "Because.\nDo this."


def test_junit_is_valid_with_any_text() -> None:
    hostile = gate(
        check(Answer.FAILED, name=HOSTILE, title=HOSTILE, reason=HOSTILE, todo=HOSTILE),
        run=HOSTILE, sample=HOSTILE, notes=(HOSTILE,),
    )  # fmt: skip
    root = etree.fromstring(junit_text(hostile).encode("utf-8"))
    (case,) = root.iter("testcase")
    assert "</testcase>]]>&<script>" in case.get("name")
    assert "␀␛[31m" in case.get("name")
    assert "⟨U+D800⟩⟨U+FFFF⟩" in case.get("name")


def test_markdown_keeps_text_from_outside_text() -> None:
    hostile = gate(check(Answer.FAILED, reason=HOSTILE, todo=HOSTILE), notes=(HOSTILE,))
    text = markdown_of(page(hostile))
    assert "<script>" not in text
    assert r"\[x\](javascript:y)" in text  # escaped: no link
    assert "\x1b" not in text
    assert "\x00" not in text


def test_json_is_whole_and_names_the_exit_code(each: GateOutcome) -> None:
    document = json.loads(json_text(each))
    assert document["answer"] == "failed"
    assert document["exit_code"] == 1
    assert [one["answer"] for one in document["checks"]] == list(Answer)
    assert json.loads(json_text(gate(check(Answer.OPEN, title=HOSTILE))))["exit_code"] == 3


def test_the_page_says_the_answer_first_and_what_to_do(each: GateOutcome) -> None:
    stream = io.StringIO()
    show_page(page(each), stream)
    text = " ".join(stream.getvalue().split())
    assert "Failed. Of 3 checks: 1 failed, 1 not enough evidence, 1 passed." in text
    assert text.index("FAILED Agreement: Because.") < text.index("NOT ENOUGH EVIDENCE Agreement")
    assert "Agreement and agreement: Do this." in text


def test_the_headlines() -> None:
    assert headline(gate(check(Answer.PASSED))) == "Passed. Of 1 check: 1 passed."
    assert headline(gate(check(Answer.OPEN))).startswith("Not enough evidence to decide.")


def test_passed_has_nothing_to_do() -> None:
    assert "What next?" not in markdown_of(page(gate(check(Answer.PASSED))))
