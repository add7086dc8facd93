"""Scripted sessions of the apps in a pseudo-terminal, and what must be stored after each answer.

A script presses keys as a person would, reads off the screen what was acknowledged, and keeps its
own account of it: nothing is asked of the program that is being tried.
"""

import os
import random
import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, NamedTuple

import pexpect
import pyte

REPOSITORY = Path(__file__).parents[1]
COMMAND = (sys.executable, "-c", "import crosssource; crosssource.main()")
SAVE = "\x13"
"""Ctrl+S."""


class Said(NamedTuple):
    """An event, as far as a script can know it."""

    kind: str
    claim: int
    """The number of the item's claim."""
    what: str = ""
    """Choice, category and bug, those that there are; the reason where somebody adjudicates."""
    note: str = ""
    evidence: str = ""
    highlighted: bool = False


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the script types at an item, and the events that this must make, in their order."""

    typed: str
    events: tuple[Said, ...]
    told: str
    """What the screen says once it is stored; empty where the counts tell it."""


@dataclass
class Account:
    """What one person has said so far."""

    order: list[int]
    """The claims in the person's order."""
    events: list[Said] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._standing: list[Said] = []
        self.notes: dict[int, str] = {}
        self.evidence: dict[int, str] = {}
        for event in self.events:
            self._apply(event)

    def add(self, *events: Said) -> None:
        """Take events into the account."""
        for event in events:
            self.events.append(event)
            self._apply(event)

    def with_(self, events: tuple[Said, ...]) -> "Account":
        """A second account in which these have been said too."""
        return Account(self.order, [*self.events, *events])

    def _apply(self, event: Said) -> None:
        if event.kind == "note":
            self.notes[event.claim], self.evidence[event.claim] = event.note, event.evidence
        elif event.kind == "undo":
            self._standing.pop()
        else:
            self._standing.append(event)

    @property
    def last(self) -> Said | None:
        """What an undo takes back."""
        return self._standing[-1] if self._standing else None

    @property
    def counts(self) -> tuple[int, int]:
        """Items that are done, and items that are put off."""
        kinds = list({event.claim: event.kind for event in self._standing}.values())
        return len(kinds) - kinds.count("later"), kinds.count("later")

    def is_put_off(self, claim: int) -> bool:
        """Whether an item waits at the end."""
        return any(each.claim == claim and each.kind == "later" for each in self._standing)

    @property
    def next(self) -> int:
        """The item that a new start must show."""
        touched = {event.claim for event in self._standing}
        return next(claim for claim in self.order if claim not in touched)


class Terminal:
    """A command in a pseudo-terminal, whose end may come at any moment."""

    def __init__(self, arguments: tuple[str, ...], columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.printed = ""
        """All that was printed, for a command that prints line by line."""
        self.is_over = False
        self.child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            dimensions=(rows, columns),
            cwd=str(REPOSITORY),
            env=os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )
        self.child.delaybeforesend = None

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def type(self, keys: str) -> None:
        """Type; into a terminal whose command has died, too."""
        with suppress(OSError):
            self.child.send(keys)

    def read(self, seconds: float = 0.02) -> bool:
        """Take in what was painted; whether anything was."""
        try:
            painted = self.child.read_nonblocking(1 << 16, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        except (pexpect.EOF, OSError):
            self.is_over = True
            return False
        self._stream.feed(painted)
        self.printed += painted.decode("utf-8", "replace")
        return True

    def until(self, is_so: Callable[[], bool], seconds: float = 20) -> bool:
        """Read until something is so; False where the command ended before.

        Raises:
            TimeoutError: the command lives, and it never was.
        """
        end = time.monotonic() + seconds
        while not is_so():
            if self.is_over:
                return False
            if time.monotonic() > end:
                raise TimeoutError(f"{self.text}\n{self.printed[-2000:]}")
            self.read()
        return True

    def still(self) -> None:
        """Read until nothing is being painted."""
        while self.read(0.03):
            pass

    def end(self) -> int | None:
        """Read to the end; the exit code, or None where it was killed."""
        while not self.is_over:
            self.read(0.1)
        self.child.wait()
        self.child.close()
        status: int | None = self.child.exitstatus
        return status


OUTCOMES: Mapping[str, str] = {
    "1": "supported",
    "2": "partial",
    "3p": "unsupported right_doc_wrong_passage",
    "3d": "unsupported wrong_document",
    "3n": "unsupported unsupported_claim",
    "j": "cannot_judge",
    "b1": "harness_bug empty_claim",
    "b2": "harness_bug claim_fragment",
    "b3": "harness_bug wrong_claim",
    "b4": "harness_bug damaged_passage",
    "b5": "harness_bug wrong_passage",
    "b6": "harness_bug prompt_leak",
}
OTHER_BUG = "harness_bug other"
_CLAIM = re.compile(r"Claim number (\d+) holds")


class OnScreen:
    """An app that has the item in panels and the counts on its top line."""

    columns, rows = 80, 24
    done = "done"
    """The word for what is done."""

    def shown(self, terminal: Terminal) -> int | None:
        """The number of the claim that is asked about; it stands in its panel and in its answer."""
        found = _CLAIM.findall(terminal.text)
        return int(found[-1]) if found else None

    def counts(self, terminal: Terminal) -> tuple[int, int] | None:
        """Done and put off."""
        told = rf"([\d,]+) of [\d,]+ {self.done}(?: · ([\d,]+) put off)?"
        found = re.search(told, terminal.text)
        return (_number(found[1]), _number(found[2])) if found else None

    def is_acknowledged(self, terminal: Terminal, answer: Answer, after: Account) -> bool:
        """Whether the screen says that the answer is stored: by what it tells, or by the counts."""
        if answer.told:
            return answer.told in terminal.text
        return self.counts(terminal) == after.counts


class Labelling(OnScreen):
    """The labelling app: every key of an item."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """A new sitting."""
        self._words_are_on = False
        self._was_on: set[int] = set()
        self._typed_text = False
        """Whether the last answer was a text: its acknowledgement still stands on the screen."""

    def choose(self, chance: random.Random, account: Account, claim: int) -> Answer:
        """Mostly labels; each of the others now and then."""
        if self._words_are_on:
            self._was_on.add(claim)
        kind = chance.choices(
            ("label", "later", "undo", "note", "evidence", "other", "words"),
            (60, 8, 10, 8, 6, 4, 4),
        )[0]
        is_new_text = not self._typed_text and claim not in account.notes
        self._typed_text = False
        if kind == "later" and not account.is_put_off(claim):
            return _counted("s", Said("later", claim))
        if kind == "undo" and account.last is not None:
            return _counted("u", Said("undo", account.last.claim))
        if kind in ("note", "evidence", "other") and is_new_text:
            return self._text(kind, f"{kind}{chance.randrange(10**6)}", claim)
        if kind == "words":
            self._words_are_on = not self._words_are_on
            on = "are highlighted" if self._words_are_on else "are plain again"
            return Answer(typed="h", events=(), told=f"The claim’s words {on}")
        key = chance.choice(list(OUTCOMES))
        return _counted(key, self._label(claim, OUTCOMES[key]))

    def _label(self, claim: int, what: str) -> Said:
        return Said("label", claim, what, highlighted=claim in self._was_on)

    def _text(self, kind: str, text: str, claim: int) -> Answer:
        """A note, evidence, or a bug that needs a note."""
        note = Said("note", claim, note=text)
        if kind == "other":
            return _counted(f"b7{text}{SAVE}", note, self._label(claim, OTHER_BUG))
        self._typed_text = True
        if kind == "note":
            return Answer(typed=f"t{text}{SAVE}", events=(note,), told="Note stored.")
        said = Said("note", claim, evidence=f"Passage {claim} says so.")
        return Answer(typed="e .\r", events=(said,), told="Marked; stored.")


class Adjudicating(OnScreen):
    """The adjudicating app."""

    done = "decided"

    def begin(self) -> None:
        """A new sitting."""

    def choose(self, chance: random.Random, account: Account, claim: int) -> Answer:
        """As somebody says, or otherwise with a reason."""
        kind = chance.choices(("as", "own", "later", "undo"), (40, 40, 8, 12))[0]
        if kind == "later" and not account.is_put_off(claim):
            return _counted("s", Said("later", claim))
        if kind == "undo" and account.last is not None:
            return _counted("u", Said("undo", account.last.claim))
        if kind == "own":
            key = chance.choice(list(OUTCOMES))
            reason = f"because{chance.randrange(10**6)}"
            return _counted(f"{key}{reason}{SAVE}", Said("decision", claim, reason))
        letter = chance.choice("AB")
        return _counted(letter, Said("decision", claim, f"as {letter} says"))


class Plain:
    """`label --plain`, in a terminal: lines in, lines out."""

    columns, rows = 200, 24
    _counts: ClassVar = re.compile(r"([\d,]+) of [\d,]+ done(?:, ([\d,]+) put off)?")

    def begin(self) -> None:
        """A new sitting."""
        self._seen = 0

    def shown(self, terminal: Terminal) -> int | None:
        """The last item that was printed, once it is asked about."""
        if not re.search(r"(quit|help): $", terminal.printed):
            return None
        found = _CLAIM.findall(terminal.printed)
        return int(found[-1]) if found else None

    def counts(self, terminal: Terminal) -> tuple[int, int] | None:
        """In the line above the item."""
        found = self._counts.findall(terminal.printed)
        return (_number(found[-1][0]), _number(found[-1][1])) if found else None

    def choose(self, chance: random.Random, account: Account, claim: int) -> Answer:
        """Lines instead of keys."""
        kind = chance.choices(("label", "later", "undo", "note", "other"), (60, 8, 12, 12, 8))[0]
        if kind == "later" and not account.is_put_off(claim):
            return _line("s", "Put off;", Said("later", claim))
        if kind == "undo" and account.last is not None:
            return _line("u", "Taken back.", Said("undo", account.last.claim))
        text = f"text{chance.randrange(10**6)}"
        if kind == "note":
            return _line(f"t\n{text}", "Note stored.", Said("note", claim, note=text))
        if kind == "other" and not account.notes.get(claim):
            label = Said("label", claim, OTHER_BUG)
            return _line(f"b 7\n{text}", "Stored: ", Said("note", claim, note=text), label)
        key = chance.choice(list(OUTCOMES))
        return _line(" ".join(key), "Stored: ", Said("label", claim, OUTCOMES[key]))

    def is_acknowledged(self, terminal: Terminal, answer: Answer, _after: Account) -> bool:
        """By what was printed since."""
        if answer.told not in terminal.printed[self._seen :]:
            return False
        self._seen = len(terminal.printed)
        return True


def _counted(typed: str, *events: Said) -> Answer:
    return Answer(typed=typed, events=events, told="")


def _line(typed: str, told: str, *events: Said) -> Answer:
    return Answer(typed=f"{typed}\n", events=events, told=told)


def _number(digits: str | None) -> int:
    return int((digits or "0").replace(",", ""))
