"""A case of the Caselaw Access Project (static.case.law): one document, a part for each opinion.

The text is the source's own, head matter first, then each opinion, joined by a blank line. Only
facts that the volume zip and the site layout share are taken, so that both give the same document.
The opinion texts have no page breaks, so the document has no pages; first and last page are kept
as metadata. The data are CC0.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from corpus.document import Document, Part
from corpus.errors import InputError
from corpus.readers.source import (
    NoTextError,
    SourceDocument,
    checked_text,
    kind,
    optional_text,
    usable_id,
)
from corpus.readers.strict_json import JsonObject

LICENCE = "CC0-1.0"
FIELDS = ("casebody",)
"""What a JSON object is known by."""

OTHER_HASH = "its text does not have the hash that the case file states"
"""The site corrects a text and leaves its hash, so it is told and the case is taken."""

METADATA_FILES = frozenset(
    f"{name}Metadata.json"
    for name in ("Reporters", "Reporter", "Volumes", "Volume", "Jurisdictions", "Cases")
)
"""Files of the layout that hold no case."""

_BETWEEN = "\n\n"
_FACTS = ("name", "docket_number", "first_page", "last_page")


def is_case(data: JsonObject) -> bool:
    """Whether an object is a CAP case."""
    return "casebody" in data


def case(data: JsonObject, where: str, size: int = 0) -> SourceDocument:
    """A CAP case as a document.

    Raises:
        NoTextError: neither head matter nor an opinion has text.
        InputError: a field is missing or is not what CAP has there.
    """
    if "id" not in data:
        raise InputError(f"{where}: field 'id' is missing; a CAP case has one.")
    identity = usable_id(data["id"], where, "cap-")
    pieces = list(_pieces(data["casebody"], where))
    if not pieces:
        raise NoTextError(f"{where}: the case has no text; leave it out.")
    parts, text = _joined(pieces)
    names = [_text_of(data, name, where) for name in ("name_abbreviation", "name")]
    document = Document(
        id=identity,
        title=next((name for name in names if name), identity),
        text=text,
        parts=parts,
        citation=_citation(data.get("citations"), where),
        court=_text_of(_mapping(data.get("court"), where, "court"), "name", where),
        decided=_text_of(data, "decision_date", where),
        metadata=_metadata(data, where),
    )
    return SourceDocument(
        document=document,
        source=where,
        reader="cap",
        licence=LICENCE,
        size=size,
        notes=() if _has_stated_hash(data) else (OTHER_HASH,),
    )


def _has_stated_hash(data: JsonObject) -> bool:
    """Whether the texts are those whose hash the case states; true where it states none.

    The hash is of head matter, opinions and corrections, a line end between them. What the older
    API hashed is not known, and its cases are not held against it.
    """
    analysis, body = data.get("analysis"), data["casebody"]
    stated = analysis.get("sha256") if isinstance(analysis, dict) else None
    if not stated or "data" in body:
        return True
    opinions = [opinion.get("text") for opinion in body.get("opinions") or []]
    pieces = (body.get("head_matter"), *opinions, body.get("corrections"))
    joined = "\n".join(str(text or "") for text in pieces)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest() == str(stated)


def _pieces(body: object, where: str) -> Iterator[tuple[str, str | None, str]]:
    """(kind, author, text) of head matter and opinions that have text."""
    fields = _mapping(body, where, "casebody")
    if isinstance(fields.get("data"), dict):  # the shape of the older API
        fields = fields["data"]
    opinions = fields.get("opinions")
    if not isinstance(opinions, list):
        raise InputError(
            f"{where}: field 'casebody.opinions' must be a list, not {kind(opinions)}; "
            "give the case file as static.case.law serves it."
        )
    head = fields.get("head_matter")
    if head is not None and _has_text(head):
        yield "head matter", None, checked_text(head, where, "casebody.head_matter")
    for number, opinion in enumerate(opinions):
        name = f"casebody.opinions[{number}]"
        parts = _mapping(opinion, where, name)
        if "text" not in parts:
            raise InputError(f"{where}: field '{name}.text' is missing; a CAP opinion has one.")
        if _has_text(parts["text"]):
            text = checked_text(parts["text"], where, f"{name}.text")
            yield (
                _text_of(parts, "type", where) or "opinion",
                _text_of(parts, "author", where),
                text,
            )


def _joined(pieces: list[tuple[str, str | None, str]]) -> tuple[tuple[Part, ...], str]:
    parts = []
    start = 0
    for name, author, text in pieces:
        parts.append(Part(kind=name, start=start, end=start + len(text), author=author))
        start += len(text) + len(_BETWEEN)
    return tuple(parts), _BETWEEN.join(text for _, _, text in pieces)


def _citation(citations: object, where: str) -> str | None:
    """The official citation, else the first."""
    if not citations:
        return None
    if not isinstance(citations, list):
        raise InputError(f"{where}: field 'citations' must be a list, not {kind(citations)}.")
    entries = [_mapping(entry, where, "citations") for entry in citations]
    official = [entry for entry in entries if entry.get("type") == "official"]
    return _text_of((official or entries)[0], "cite", where)


def _metadata(data: JsonObject, where: str) -> dict[str, str]:
    jurisdiction = _mapping(data.get("jurisdiction"), where, "jurisdiction")
    facts = {name: _text_of(data, name, where) for name in _FACTS}
    facts["jurisdiction"] = _text_of(jurisdiction, "name_long", where)
    return {name: value for name, value in facts.items() if value}


def _text_of(data: dict[str, Any], field: str, where: str) -> str | None:
    return optional_text(data.get(field), where, field)


def _mapping(value: object, where: str, field: str) -> dict[str, Any]:
    if value is None and field != "casebody":
        return {}
    if not isinstance(value, dict):
        raise InputError(
            f"{where}: field {field!r} must be an object, not {kind(value)}; "
            "give the case file as static.case.law serves it."
        )
    return value


def _has_text(value: object) -> bool:
    """False for null and for white space; what is no text is left to the check that names it."""
    return value is not None and not (isinstance(value, str) and not value.strip())
