"""An opinion as CourtListener serves it: its `plain_text`, or the text of its HTML.

`plain_text` is stored verbatim with its page breaks as pages. Where it is empty, the first HTML
field that is not is rendered by inscriptis, and that rendering is the stored text: offsets count
in it. CourtListener states no licence for an opinion, so none is recorded unless the object has
one.
"""

import re

from corpus.document import Document, Part
from corpus.errors import InputError
from corpus.readers.pages import form_feed_pages
from corpus.readers.source import (
    NoTextError,
    SourceDocument,
    checked_text,
    optional_text,
    usable_id,
    whole,
)
from corpus.readers.strict_json import JsonObject

HTML_FIELDS = (
    "html",
    "html_lawbox",
    "html_columbia",
    "html_anon_2020",
    "xml_harvard",
    "html_with_citations",
)
FIELDS = ("plain_text", *HTML_FIELDS)
"""What a JSON object is known by: any one of them."""

_FACTS = ("docket_number", "absolute_url", "download_url", "cluster_id", "sha1")
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_TYPE_NUMBER = re.compile(r"^\d+")


def is_opinion(data: JsonObject) -> bool:
    """Whether an object is an opinion of CourtListener."""
    return any(field in data for field in FIELDS)


def opinion(data: JsonObject, where: str, size: int = 0) -> SourceDocument:
    """A CourtListener opinion as a document.

    Raises:
        NoTextError: no text field has text.
        InputError: a field is missing or cannot be read.
    """
    if "id" not in data:
        raise InputError(f"{where}: field 'id' is missing; a CourtListener opinion has one.")
    identity = usable_id(data["id"], where, "cl-")
    field, text = _text(data, where)
    facts = {name: optional_text(data.get(name), where, name) for name in _FACTS}
    part = Part(
        kind=_kind(data, where),
        start=0,
        end=len(text),
        author=optional_text(data.get("author_str"), where, "author_str"),
    )
    document = Document(
        id=identity,
        title=optional_text(data.get("case_name"), where, "case_name") or identity,
        text=text,
        parts=(part,),
        pages=form_feed_pages(text) if field == "plain_text" else (),
        citation=optional_text(data.get("citation"), where, "citation"),
        court=optional_text(data.get("court"), where, "court"),
        decided=optional_text(data.get("date_filed"), where, "date_filed"),
        metadata={"text_field": field} | {name: fact for name, fact in facts.items() if fact},
    )
    licence = data.get("license", data.get("licence"))
    return SourceDocument(
        document=document,
        source=where,
        reader="courtlistener",
        licence=optional_text(licence, where, "license"),
        size=size,
    )


def _text(data: JsonObject, where: str) -> tuple[str, str]:
    """The field that the text was taken from, and the text."""
    for field in FIELDS:
        value = data.get(field)
        if value is None or (isinstance(value, str) and not value.strip()):
            continue
        text = checked_text(value, where, field)
        return field, text if field == "plain_text" else _rendered(text, where, field)
    raise NoTextError(f"{where}: none of {', '.join(FIELDS)} holds text; leave the opinion out.")


def _rendered(html: str, where: str, field: str) -> str:
    import inscriptis
    import lxml.etree
    import lxml.html

    from corpus.readers import preformatted

    try:
        root = lxml.html.document_fromstring(_XML_DECLARATION.sub("", html).strip())
        preformatted.inherit(root)
        text = inscriptis.Inscriptis(root).get_text()
    except lxml.etree.ParserError as error:  # there is no element in it
        raise NoTextError(
            f"{where}: the HTML of field {field!r} holds no text; leave it out."
        ) from error
    except (lxml.etree.LxmlError, ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: the HTML of field {field!r} cannot be read: it is garbled, or nested too "
            "deeply; give the opinion with its plain_text."
        ) from error
    if not text.strip():
        raise NoTextError(f"{where}: the HTML of field {field!r} holds no text; leave it out.")
    return whole(text, where, field)


def _kind(data: JsonObject, where: str) -> str:
    """`dissent` of `040dissent`; `text` where the type is not stated."""
    stated = optional_text(data.get("type"), where, "type")
    return (_TYPE_NUMBER.sub("", stated) if stated else "") or "text"
