"""The HTML page in a real browser: at three widths, in the dark, on paper, by keyboard.

Skipped where no Chromium is found (`tests/chromium.py`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from labels.calibration import Calibration
from reports.rendering.html.document import html_of
from reports.report import Report
from tests.chromium import chromium
from tests.reports.html.conftest import ATTACKS

ReportOf = Callable[..., Report]

WIDTHS = (360, 800, 1400)

INJECTED = (
    "img, iframe, object, embed, base, script[src], [onload], [onerror], [onmouseover], "
    'a[href^="javascript"], svg script'
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("browser")) as launched:
        yield launched


@pytest.fixture(scope="module")
def file(hostile: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html_of(hostile), "utf-8")
    return path


@dataclass
class Opened:
    """A page with all that it complained of and asked for."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Any]:
    """Opens the page: `opened(360, color_scheme="dark", at="#items")`."""
    contexts = []

    def open_page(width: int, *, at: str = "", **options: Any) -> Opened:
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        made = Opened(page=context.new_page())
        made.page.on("console", lambda message: made.complaints.append(message.text))
        made.page.on("pageerror", lambda error: made.complaints.append(str(error)))
        made.page.on("request", lambda request: made.requests.append(request.url))
        made.page.goto(f"{file.as_uri()}{at}")
        return made

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_opens_quietly_and_fits(opened: Any, file: Path, width: int) -> None:
    made = opened(width)
    page = made.page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_role("heading", name="Can this judge be trusted?").is_visible()
    assert made.complaints == []
    assert [url for url in made.requests if not url.startswith("data:")] == [file.as_uri()]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_answer_is_on_the_first_screen(
    opened: Any, width: int, take_all: Calibration, report_of: ReportOf, tmp_path: Path
) -> None:
    plain = tmp_path / "report.html"
    plain.write_text(html_of(report_of(take_all)), "utf-8")
    page = opened(width).page
    page.goto(plain.as_uri())
    box = page.locator(".headline").bounding_box()
    assert box["y"] + box["height"] < 500


def test_hostile_text_is_shown_and_runs_nowhere(opened: Any) -> None:
    page = opened(1400).page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    text = page.locator("body").inner_text()
    for attack in ATTACKS[:7]:
        assert attack in text
    assert "⟨U+202E⟩" in text
    assert page.evaluate("window.pwned") is None
    assert page.locator(INJECTED).count() == 0
    assert page.title().startswith("Agreement report · sample <script>")
    page.locator(".finding").first.hover()
    assert page.evaluate("window.pwned") is None


def test_the_policy_of_the_page_forbids_what_was_not_shipped(opened: Any) -> None:
    made = opened(800)
    made.page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.pwned = 1';"
        "document.body.append(s);"
        "const i = document.createElement('img'); i.src = 'https://example.org/x.png';"
        "document.body.append(i);"
    )
    made.page.wait_for_timeout(100)
    assert made.page.evaluate("window.pwned") is None
    assert len([text for text in made.complaints if "Content Security Policy" in text]) == 2


def test_every_link_leads_somewhere(opened: Any) -> None:
    page = opened(800).page
    missing = page.evaluate(
        "[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))"
        ".filter(h => !h.startsWith('#') || !document.getElementById(h.slice(1)))"
    )
    assert missing == []


def test_a_link_opens_what_it_leads_to(opened: Any) -> None:
    page = opened(800).page
    assert not page.locator("#item-1").is_visible()
    page.locator(".finding .more a").first.click()
    assert page.locator("#item-1").is_visible()
    page.locator("table a").first.click()
    target = page.evaluate("location.hash")
    assert page.locator(target).is_visible()


def test_the_page_is_whole_without_its_script(opened: Any) -> None:
    page = opened(800, at="#item-1", java_script_enabled=False).page
    assert page.locator("#item-1").is_visible(), "the browser opens what a link leads to"
    assert not page.locator(".filter").is_visible()


def test_items_can_be_filtered(opened: Any) -> None:
    page = opened(800).page
    page.get_by_label("Show only items whose line holds").fill("no such words")
    page.get_by_text("0 found").wait_for()
    assert not page.locator("details.item").first.is_visible()
    page.get_by_label("Show only items whose line holds").fill("PWNED=1")
    page.get_by_text("82 found").wait_for()
    assert page.locator("details.item").first.is_visible()


def test_the_keyboard_reaches_every_part(opened: Any) -> None:
    page = opened(1400).page
    wanted = {
        "a.skip", "section.answer a", "nav.contents a", "td a", "figure.heat a",
        "details.fold > summary", ".finding .more a", "input", "details.group > summary",
        "details.entry > summary",
    }  # fmt: skip
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('a.skip')"), "the skip link comes first"
    for _ in range(400):
        wanted -= {
            selector for selector in wanted
            if page.evaluate("s => document.activeElement.matches(s)", selector)
        }  # fmt: skip
        if not wanted:
            break
        page.keyboard.press("Tab")
    assert not wanted
    page.keyboard.press("Enter")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "focus is seen"


def test_headings_come_in_order(opened: Any) -> None:
    levels = opened(800).page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map(h => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_pictures_and_tables_are_named(opened: Any) -> None:
    page = opened(800).page
    assert page.locator("figure").count() > 5
    assert page.locator("figure > div:not([aria-label])").count() == 0
    assert page.locator("svg a:not([aria-label])").count() == 0
    assert page.locator("th:not([scope])").count() == 0


def test_dark_is_dark_and_as_readable(opened: Any) -> None:
    def colours(scheme: str) -> dict[str, float]:
        page = opened(800, color_scheme=scheme).page
        return {
            "paper": luminance(page, "html", "backgroundColor"),
            "ink": luminance(page, "p", "color"),
            "quiet": luminance(page, ".subtitle", "color"),
            "link": luminance(page, "nav a", "color"),
            "no": luminance(page, "dt.no", "color"),
            "words of a picture": luminance(page, "svg .label text", "fill"),
        }

    light, dark = colours("light"), colours("dark")
    assert light["paper"] > 0.8
    assert dark["paper"] < 0.1
    for found in (light, dark):
        for name, value in found.items():
            if name != "paper":
                assert contrast(value, found["paper"]) >= 4.5, name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_darkest_cell_can_be_read(opened: Any, scheme: Any) -> None:
    page = opened(800, color_scheme=scheme).page
    ink = luminance(page, "figure.heat .value text", "fill")
    cells = page.evaluate(
        """[...document.querySelectorAll('.same path, .differ path')].map(path => {
          const [shade, paper] = [getComputedStyle(path).fill,
            getComputedStyle(document.documentElement).backgroundColor]
            .map(c => c.match(/[0-9.]+/g).map(Number));
          const part = Number(getComputedStyle(path).opacity);
          return shade.map((v, i) => v * part + paper[i] * (1 - part));
        })"""
    )
    assert len(cells) > 9
    assert min(contrast(ink, _luminance(cell)) for cell in cells) >= 4.5


def test_it_prints(opened: Any) -> None:
    page = opened(1400, color_scheme="dark").page
    assert page.pdf(format="A4").startswith(b"%PDF-")
    page.emulate_media(media="print", color_scheme="dark")
    assert luminance(page, "html", "backgroundColor") > 0.8, "paper is white"
    assert not page.locator("nav.contents").is_visible()
    assert page.locator(".headline").is_visible()


def luminance(page: Page, selector: str, name: str) -> float:
    """Of a computed colour, 0 to 1 (WCAG 2)."""
    colour = page.locator(selector).first.evaluate(
        "(element, name) => getComputedStyle(element)[name]", name
    )
    numbers = colour[colour.index("(") + 1 : -1].split(",")
    return _luminance([float(number) for number in numbers[:3]])


def _luminance(colour: list[float]) -> float:
    parts = [value / 255 for value in colour]
    red, green, blue = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    """Of two luminances, 1 to 21 (WCAG 2)."""
    low, high = sorted((one, other))
    return (high + 0.05) / (low + 0.05)
