"""A gate as JUnit XML, one test case a check.

Not enough evidence is an `error`, not `skipped`: whoever reads only this file would take a skipped
check for a passed gate. Characters that XML cannot hold are made visible.
"""

import re

from junitparser import Attr, Error, Failure, JUnitXml, TestCase, TestSuite

from corpus.visible import visible
from reports.gating.outcome import Answer, Check, GateOutcome

SUITE = "crosssource gate"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_text(outcome: GateOutcome) -> str:
    """The XML, ending in a newline."""
    suite = TestSuite(SUITE)
    for name in ("run", "judge", "sample", "baseline"):
        suite.add_property(name, _safe(getattr(outcome, name) or ""))
    for note in outcome.notes:
        suite.add_property("note", _safe(note))
    for check in outcome.checks:
        suite.add_testcase(_case(check, outcome.run))
    return _document(suite)


def junit_without_answer(why: str) -> str:
    """The XML of a gate that came to no answer: one test case, an error, so that no server takes
    it for a pass."""
    case = TestCase("gate", classname="crosssource.gate", time=0)
    error = Error(_safe(f"No answer: {why}"), "no answer")
    error.text = _safe(why)
    case.result = [error]
    suite = TestSuite(SUITE)
    suite.add_testcase(case)
    return _document(suite)


def _document(suite: TestSuite) -> str:
    document = JUnitXml(SUITE)
    document.add_testsuite(suite)
    document.update_statistics()  # type: ignore[no-untyped-call]
    xml: bytes = document.tostring()  # type: ignore[no-untyped-call]
    return xml.decode("utf-8").rstrip("\n") + "\n"


class _Case(TestCase):
    """A test case that says which run it is of."""

    file = Attr()


def _case(check: Check, run: str) -> TestCase:
    case = _Case(_safe(check.name), classname=_safe(f"crosssource.gate.{run}"), time=0)
    words = f"{check.title}: {check.figure or 'nothing found'}, wanted {check.bound}"
    details = "\n".join(filter(None, (check.reason, check.todo)))
    if check.answer is Answer.PASSED:
        case.system_out = _safe(f"{words}\n{details}")
        return case
    kind = Failure if check.answer is Answer.FAILED else Error
    result = kind(_safe(words), str(check.answer))
    result.text = _safe(details)
    case.result = [result]
    return case


def _safe(text: str) -> str:
    return _NOT_XML.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", visible(text))
