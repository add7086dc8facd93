"""A cell of a row as the type we want, or a sentence that names file, line, column and value."""

import json
from collections.abc import Sequence
from typing import Any

from corpus.errors import InputError, at_line
from corpus.readers.source import whole
from labels.interchange.scale import WordColumn

MOST_VERDICTS_A_LABEL = 1_000_000
"""What one label can stand for: more verdicts than any study has are a slip of the keyboard."""

LONGEST_FIELD = 200
"""Characters: a longer cell is text, not something to make strata of."""


def text(value: Any, file: str, line: int, column: str) -> str:
    """A cell as text: a list of texts is joined by line breaks, nothing is the empty text.

    Raises:
        InputError: it is an object, a list of other things, or holds half a character.
    """
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = "\n".join(value)
    if isinstance(value, bool):
        value = "true" if value else "false"
    if isinstance(value, int | float):
        value = str(value)
    if not isinstance(value, str):
        raise at_line(
            file,
            line,
            f"column {column!r} must be text or a list of texts, not "
            f"{json.dumps(value)[:60]}; correct it or map another column.",
        )
    return whole(value, f"{file}, line {line}", column)


def importance(value: Any, file: str, line: int) -> int | None:
    """1, 2 or 3; None where the cell is empty."""
    written = text(value, file, line, "importance").strip()
    if not written:
        return None
    if written not in ("1", "2", "3", "1.0", "2.0", "3.0"):
        raise at_line(file, line, f"importance {written[:40]!r} is not 1, 2 or 3; correct it.")
    return int(written[0])


def probability(value: Any, file: str, line: int) -> float | None:
    """An inclusion probability, one in a million to 1; None where the cell is empty."""
    written = text(value, file, line, "inclusion_probability").strip()
    if not written:
        return None
    try:
        number = float(written)
    except ValueError:
        number = -1.0
    if not 0 < number <= 1:
        raise at_line(
            file,
            line,
            f"inclusion_probability {written[:40]!r} is not above 0 and at most 1; correct it.",
        )
    if number * MOST_VERDICTS_A_LABEL < 1 - 1e-9:
        raise at_line(
            file,
            line,
            f"inclusion_probability {written[:40]!r} would make one label stand for "
            f"{1 / number:,.0f} verdicts, and {MOST_VERDICTS_A_LABEL:,} is the most; give the "
            "verdicts drawn divided by those there are in the stratum.",
        )
    return number


def field(value: Any) -> str | None:
    """A further column's cell as something strata can be made of; None where it cannot be."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str) and len(value) <= LONGEST_FIELD and value.isprintable():
        return value.strip()
    return None


def unknown_word(
    word: str,
    file: str,
    line: int,
    column: str,
    ours: WordColumn = "judge_label",
    known: Sequence[str] = (),
    *,
    malformed: bool = False,
) -> InputError:
    """The sentence for a value outside the scale, with the advice that helps in its column.

    Args:
        word: the value.
        file: as errors name it.
        line: where the row begins.
        column: the file's own name of the column.
        ours: our name of it.
        known: the words that can stand there; empty where `[verdicts]` can give meaning to others.
        malformed: whether the command has the option `--malformed`.
    """
    meant = json.dumps(word[:_SHOWN], ensure_ascii=False)
    if known:
        problem = f"{column} {meant} is none of {', '.join(known)}; correct or empty the cell"
        instead = "keep such verdicts without a category"
    elif len(word) > _SHOWN:
        problem = f"{column} {meant} … is too long for a word; map the right column with --map"
        problem += f" {ours}=COLUMN"
        instead = "import such rows as missing verdicts"
    else:
        problem = f"{column} {meant} is none of the known values; say what it means in "
        problem += f'crosssource.toml ([verdicts] {meant} = "supported", "partial", "unsupported" '
        problem += 'or "missing")'
        instead = "import such rows as missing verdicts"
    # The option is for verdicts: a label that nobody can read is never taken for no label.
    if malformed and ours in ("judge_label", "failure_type"):
        problem += f", or {instead} with --malformed missing"
    return at_line(file, line, f"{problem}.")


_SHOWN = 60
"""Characters of a value that an error shows."""
