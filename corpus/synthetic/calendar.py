"""Dates, counts and money as American legal papers print them, whatever the machine's locale."""

from datetime import date, timedelta

from corpus.synthetic.draws import Draws

# fmt: off
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on


def long_date(day: date) -> str:
    """`March 3, 2019`."""
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def day_in(draws: Draws, year: int) -> date:
    """A day of a year."""
    return date(year, 1, 1) + timedelta(days=draws.below(365))


def in_words(number: int) -> str:
    """A whole number below 100: `forty-one`."""
    if number < 20:
        return _ONES[number]
    ones = f"-{_ONES[number % 10]}" if number % 10 else ""
    return f"{_TENS[number // 10 - 2]}{ones}"


def counted(number: int) -> str:
    """A whole number below 100 as contracts write it: `forty-one (41)`."""
    return f"{in_words(number)} ({number})"


def money(cents: int) -> str:
    """`$48,211.37`; without cents where there are none, `$412,500`."""
    dollars, rest = divmod(cents, 100)
    return f"${dollars:,}.{rest:02}" if rest else f"${dollars:,}"
