"""What a picture shows, before it is drawn: the figures of a table as dots, shades or bars.

A picture belongs to a table and says nothing that the table does not say, so a medium that cannot
draw leaves it out. Names may come from outside: whoever draws makes them harmless.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One figure with its interval."""

    name: str
    value: float | None
    """None: nothing is drawn but `words`."""
    low: float | None
    high: float | None
    beside: float | None = None
    """The figure to hold it against, in the picture's `beside`; None where there is none."""
    words: str = ""
    """What is said in place of a figure: `undefined`, `too few to say`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dots:
    """Figures below each other on one axis."""

    title: str
    dots: tuple[Dot, ...]
    text: str
    """The same in words, for whoever cannot see it."""
    what: str
    """What the dot is: `for the run`."""
    span: str
    """What the bar is: `95 % interval`."""
    beside: str = ""
    """What the hollow mark is: `sample only`; empty where there is none."""
    share: bool = True
    """Shares from 0 to 1, shown as percentages; otherwise coefficients up to 1."""
    line: float | None = None
    """Where a line stands that an interval is held against."""
    line_name: str = ""

    @property
    def bare(self) -> bool:
        """Whether some figure has no chance left in it, and so no bar."""
        return any(one.value is not None and one.low == one.high for one in self.dots)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatCell:
    """One pair of what people and what the judge say."""

    total: str
    """Verdicts of the run, or labels where there is no total."""
    count: str
    """Labels behind the total; empty where that is the same number."""
    shade: float
    """Share of the judge's column, 0 to 1."""
    link: str
    """The key of the items behind it; empty where there are none."""
    text: str
    """The cell in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heat:
    """A confusion matrix, people in the rows and the judge in the columns."""

    title: str
    names: tuple[str, ...]
    """Of the classes, for rows and columns alike."""
    cells: tuple[tuple[HeatCell, ...], ...]
    counted: bool
    """Whether the cells have labels beside their totals."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One share of one series: as judged, and as people would say."""

    series: str
    judged: float | None
    people: Dot


@dataclass(frozen=True, slots=True, kw_only=True)
class BarGroup:
    """The series of one class, below each other."""

    name: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Shares by class, a few series each."""

    title: str
    groups: tuple[BarGroup, ...]
    text: str
    span: str
    """What the line through a dot is: `95 % interval`."""


Picture = Dots | Heat | Bars
