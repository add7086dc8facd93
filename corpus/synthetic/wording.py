"""The text banks, and how a template becomes a sentence.

A bank is a file of `texts/`: `== name` begins a section, every further line is one template, `#`
begins a comment. In a template `[a|b]` is a choice (which may hold choices) and `{slot}` is filled
with a value, or with what a function draws for it.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources

from corpus.synthetic.draws import Draws

Value = str | Callable[[Draws], str]
Values = Mapping[str, Value]
Bank = Mapping[str, tuple[str, ...]]

_PIECE = re.compile(r"\{(\w+)\}|\[|\]|\|")


class Slot(str):
    """The name of a value, among the pieces of a template."""

    __slots__ = ()


Piece = str | Slot | tuple["Template", ...]
"""A piece of text, a slot, or the alternatives of a choice."""
Template = tuple[Piece, ...]


@cache
def bank(name: str, package: str = "corpus.synthetic.texts") -> Bank:
    """The sections of a text bank, in the order of the file."""
    text = resources.files(package).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return parse(text)


def parse(text: str) -> Bank:
    """The sections of a bank's text."""
    sections: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("== "):
            templates = sections.setdefault(line[3:].strip(), [])
        elif line.strip() and not line.startswith("#"):
            templates.append(line.strip())
    return {name: tuple(lines) for name, lines in sections.items()}


def say(template: str, values: Values, draws: Draws) -> str:
    """A template with its choices made and its slots filled; it begins with a capital.

    Where `Inc.` ends a sentence there is one full stop.

    Raises:
        KeyError: a slot has no value.
    """
    said: list[str] = []
    _say(_compiled(template), values, draws, said)
    text = "".join(said).replace("..", ".")
    return text[:1].upper() + text[1:]


def fixed(values: Values, **more: str) -> dict[str, str]:
    """The values that are not drawn, and more: what a question about a document may name."""
    return {name: value for name, value in values.items() if isinstance(value, str)} | more


def _say(template: Template, values: Values, draws: Draws, said: list[str]) -> None:
    for piece in template:
        if isinstance(piece, tuple):
            _say(draws.pick(piece), values, draws, said)
        elif isinstance(piece, Slot):
            value = values[piece]
            said.append(value if isinstance(value, str) else value(draws))
        else:
            said.append(piece)


@cache
def _compiled(template: str) -> Template:
    """The pieces of a template; the outermost level is a choice with one alternative."""
    levels: list[list[list[Piece]]] = [[[]]]
    end = 0
    for match in _PIECE.finditer(template):
        levels[-1][-1].append(template[end : match.start()])
        end = match.end()
        if match[1]:
            levels[-1][-1].append(Slot(match[1]))
        elif match[0] == "[":
            levels.append([[]])
        elif match[0] == "|":
            levels[-1].append([])
        else:
            choice = tuple(tuple(alternative) for alternative in levels.pop())
            levels[-1][-1].append(choice)
    levels[-1][-1].append(template[end:])
    ((whole,),) = levels
    return tuple(whole)
