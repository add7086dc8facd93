"""The HTML page as a file: whole, the same each time, complete, and harmless before any browser."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from lxml import etree

from labels.calibration import Calibration
from reports.rendering.html.document import commands, html_of, together
from reports.rendering.html.item_texts import LONGEST
from reports.rendering.page import page
from reports.rendering.wording import coefficient, percent
from reports.report import Report
from tests.conftest import REPOSITORY
from tests.reports.html.conftest import ATTACKS

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]


def tree(html: str) -> etree._Element:
    """The page read by a parser that forgives nothing: each tag closed, each name escaped."""
    return etree.fromstring(html.encode(), etree.XMLParser(huge_tree=True))


def words(element: etree._Element) -> str:
    """All that a reader reads."""
    return " ".join("".join(element.itertext()).replace("\u00a0", " ").split())


def every_state(calibrate: Calibrate) -> Calibration:
    return calibrate(
        ("unsupported", 30, "wrong_document", "wrong_document", 20),
        ("unsupported", 30, "unsupported_claim", "bug", 2),
        ("partial", 1_234, "partial", "supported", 30),
        ("partial", 1_234, "partial", "cannot_judge", 2),
        ("supported", 1_234_567, "supported", "supported", 300),
        ("supported", 1_234_567, "supported", "partial", 3),
        ("supported", 1_234_567, "supported", "differ", 4),
        ("supported", 1_234_567, "supported", "unlabelled", 4),
    )


@pytest.fixture
def states(calibrate: Calibrate, report_of: ReportOf) -> Report:
    return report_of(every_state(calibrate))


@pytest.mark.parametrize("which", ["hostile", "states"])
def test_the_page_is_well_formed(which: str, request: pytest.FixtureRequest) -> None:
    root = tree(html_of(request.getfixturevalue(which)))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), "an id occurs twice"
    links = root.xpath("//*[local-name()='a']/@href | //*[local-name()='use']/@href")
    assert len(links) > 100
    for link in links:
        assert link.startswith("#"), link
        assert link[1:] in ids, link


def test_the_same_report_gives_the_same_bytes(states: Report) -> None:
    assert html_of(states) == html_of(states)


def test_nothing_but_the_file_is_needed(hostile: Report) -> None:
    root = tree(html_of(hostile))
    policy = root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")
    assert root.xpath("//link/@href") == ["data:,"]
    assert not root.xpath("//@src")
    assert not root.xpath("//@style")
    assert "http" not in "".join(root.xpath("//style/text()"))


def test_hostile_text_is_text(hostile: Report) -> None:
    root = tree(html_of(hostile))
    names = {etree.QName(element).localname for element in root.iter(etree.Element)}
    assert not names & {"img", "iframe", "object", "embed", "base"}
    assert len(root.xpath("//script")) == 1
    for element in root.iter(etree.Element):
        assert not [name for name in element.attrib if name.startswith("on")]
    text = words(root)
    for attack in ATTACKS[:7]:
        assert attack in text
    assert "⟨U+202E⟩desrever" in text
    assert "␛[31mred␀⟨U+FFFF⟩ ⟨U+DC80⟩" in text


def test_every_figure_of_the_report_is_on_the_page(states: Report) -> None:
    text = words(tree(html_of(states)))
    apart = ("harness_bugs",)  # said in words, as a count
    for name, pair in states.figures:
        value = pair.weighted.value
        if value is None:
            assert pair.weighted.why in text, name
        elif name not in apart:
            coefficients = ("kappa", "ac", "alpha", "mcc")
            shown = coefficient(value) if name.startswith(coefficients) else percent(value)
            assert shown in text, name
    for count in states.outcome.counts[0]:
        assert f"{count:,}" in text


def test_the_words_are_those_of_every_rendering(states: Report) -> None:
    text = words(tree(html_of(states)))
    for section in page(states, full=False, linked=True).sections:
        assert section.title in text
        for block in section.blocks:
            for note in getattr(block, "notes", ()):
                assert " ".join(note.split()) in text
            said = " ".join(getattr(block, "text", "").split())
            assert said in text


def test_each_drawn_item_is_on_the_page_once_with_all_its_texts(states: Report) -> None:
    root = tree(html_of(states))
    items = root.xpath("//details[@class='item']")
    assert len(items) == states.sample.drawn
    first = words(items[0])
    one = next(one for one in states.findings.partial_as_supported).item
    for part in (one.question, one.answer, one.claim, one.citation, one.passage,
                 one.judge_reason, one.judge_evidence, "partial (ada)"):  # fmt: skip
        assert part in first, "what the judge let through comes first"


def test_every_table_figure_with_items_leads_to_as_many(states: Report) -> None:
    root = tree(html_of(states))
    table = root.xpath("//table[starts-with(caption, 'When the judge says it')]")[0]
    row = next(row for row in table.xpath(".//tr") if words(row).startswith("supported"))
    (target,) = set(row.xpath(".//td/a/@href"))
    entry = root.xpath(f"//*[@id='{target[1:]}']/ancestor::details[1]")[0]
    assert "303 items" in words(entry.find("summary"))  # 300 supported and 3 partial
    numbers = entry.xpath(".//li")
    assert len(numbers) == 2


def test_a_cell_of_the_heat_map_leads_to_its_items(states: Report) -> None:
    root = tree(html_of(states))
    links = root.xpath("//figure[contains(@class, 'heat')]//*[local-name()='a']")
    (cell,) = {
        link.get("href")
        for link in links
        if link.get("aria-label", "").startswith("The judge says supported, people partial")
    }
    group = root.xpath(f"//*[@id='{cell[1:]}']")[0]
    assert len(group.xpath("./details")) == 3


def test_a_long_text_is_cut_and_says_so(hostile: Report) -> None:
    (note,) = tree(html_of(hostile)).xpath("//*[@class='cut']")
    assert f"after {LONGEST:,} of {5 * LONGEST:,} characters" in words(note)
    assert "crosssource show" in words(note)


def test_evidence_is_marked_in_the_passage(calibrate: Calibrate, report_of: ReportOf) -> None:
    made = calibrate(("supported", 9, "supported", "supported", 1))
    items = tuple(
        replace(one, passage="It <b>is</b> so.", judge_evidence="<b>is</b>") for one in made.items
    )
    html = html_of(report_of(replace(made, items=items)))
    assert "It <mark>&lt;b&gt;is&lt;/b&gt;</mark> so." in html


def test_a_sample_without_labels_still_gives_a_page(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    root = tree(html_of(report_of(calibrate(("supported", 9, "supported", "unlabelled", 3)))))
    assert "Nothing can be said yet" in words(root)
    assert len(root.xpath("//details[@class='item']")) == 3


def test_a_frame_without_items_still_gives_a_page(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    report = report_of(replace(calibrate(("supported", 9, "supported", "supported", 0))))
    assert "Nothing can be said yet" in words(tree(html_of(report)))


def test_one_label_leaves_nearly_everything_undefined(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    made = calibrate(
        ("supported", 9, "supported", "supported", 1),
        ("unsupported", 4, "wrong_document", "unlabelled", 1),
    )
    text = words(tree(html_of(report_of(made))))
    assert "undefined" in text
    assert "nan" not in text.lower().split()


def test_claims_lead_to_their_citations(calibrate: Calibrate, report_of: ReportOf) -> None:
    made = calibrate(
        ("supported", 8, "supported", "supported", 8),
        ("unsupported", 4, "wrong_document", "wrong_document", 4),
    )
    text = words(tree(html_of(report_of(made, unit="claim"))))
    assert "They count claims; these are the citations of those claims." in text


def test_five_thousand_items_remain_usable(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(calibrate(("supported", 90_000, "supported", "supported", 5_000)))
    html = html_of(report)
    assert html.count('class="item"') == 5_000
    assert len(html) < 5_000 * 2_000


def test_commands_are_told_from_words() -> None:
    turns = commands(
        "To settle it: crosssource sample draw --run 'a b' --judge gpt-4.1. A new one."
    )
    assert turns == [
        ["To settle it: "],
        ["crosssource", "sample", "draw", "--run", "'a", "b'", "--judge", "gpt-4.1"],
        [". A new one."],
    ]
    assert commands("See: crosssource check")[1] == ["crosssource", "check"]


def test_an_interval_breaks_before_its_bracket_alone() -> None:
    assert together("92.0 % (76.5 to 98.3 %)") == "92.0\u00a0% (76.5\u00a0to\u00a098.3\u00a0%)"
    assert together("all labelled") == "all labelled"


def test_pictures_cost_nothing_where_none_is_asked_for() -> None:
    program = (
        "import sys, reports.assemble, reports.rendering.page, reports.rendering.markdown;"
        "print([m for m in ('matplotlib', 'jinja2') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    assert ran.stdout.strip() == "[]"


def test_the_templates_are_beside_the_code_that_ships() -> None:
    folder = REPOSITORY / "reports" / "rendering" / "html" / "templates"
    names = {path.name for path in folder.iterdir()}
    assert {"page.html.jinja", "page.css", "page.js"} <= names
