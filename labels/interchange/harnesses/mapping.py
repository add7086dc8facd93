"""`--map OURS=THEIRS` for results of harnesses: which of a record's fields is the claim, and so."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from corpus.errors import InputError
from labels.interchange.columns import listed
from labels.interchange.harnesses import grades, texts
from labels.interchange.harnesses.finding import Case, Finding, Rating

_PASSAGE = "passage"


def _passage(value: Any) -> str:
    return texts.joined(texts.passages(texts.unpacked(value))) or ""


def _text(value: Any) -> str:
    return (
        texts.text(texts.unpacked(value)) if isinstance(value, dict | list) else texts.text(value)
    )


_SETS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "claim": ("claim", _text),
    _PASSAGE: ("passage", _passage),
    "question": ("question", _text),
    "answer": ("answer", _text),
    "citation": ("cited", _text),
    "case_id": ("id", _text),
    "claim_id": ("part", _text),
    "config": ("config", _text),
}
"""Our column: what of a case it sets, and how a value becomes it."""

OURS = tuple(_SETS)
"""Our columns that a field can be mapped to."""
HUMAN = "human_label"
"""Our column for a field in which people's labels are."""
ANNOTATOR = "annotator"


def applied(case: Case, mapping: Mapping[str, str]) -> Case:
    """The case with the fields that the mapping names in the places it names."""
    changes: dict[str, Any] = {}
    for ours, theirs in mapping.items():
        if ours in _SETS:
            attribute, read = _SETS[ours]
            changes[attribute] = read(case.fields.get(theirs))
    return replace(case, **changes)


def ratings(finding: Finding, mapping: Mapping[str, str]) -> tuple[Rating, ...]:
    """What people said: in the field that the mapping names, else beside the verdict.

    The field that names the annotator is the name of the one person who said something; where
    several did, each has the name that the file gives.
    """
    found = finding.people
    if HUMAN in mapping:
        value = finding.case.fields.get(mapping[HUMAN])
        is_blank = value is None or (isinstance(value, str) and not value.strip())
        found = () if is_blank else (Rating(grade=grades.of(value), annotator=finding.annotator),)
    if ANNOTATOR not in mapping or len(found) != 1:
        return found
    return (replace(found[0], annotator=annotator(finding, mapping)),)


def annotator(finding: Finding, mapping: Mapping[str, str]) -> str:
    """Who said it, by the field that the mapping names, else by the file."""
    named = mapping.get(ANNOTATOR)
    return finding.annotator if named is None else _text(finding.case.fields.get(named))


def refuse_unknown(mapping: Mapping[str, str], present: Iterable[str], file: str) -> None:
    """Refuse a mapping that names what is not ours, or not in the file.

    Raises:
        InputError: it says what can be named.
    """
    present = list(present)
    for ours, theirs in mapping.items():
        if ours not in (*_SETS, HUMAN, ANNOTATOR):
            raise InputError(
                f"--map {ours}={theirs}: {ours!r} cannot be mapped in results of this format; "
                f"what can: {', '.join((*_SETS, HUMAN, ANNOTATOR))}."
            )
        if theirs not in present:
            raise InputError(
                f"--map {ours}={theirs}: {file} has no field {theirs!r}; it has: "
                f"{listed(present) or 'none'}."
            )
