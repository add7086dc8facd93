"""Pages of a text that came from a printer or a PDF: a form feed begins the next one."""

from corpus.document import Page


def form_feed_pages(text: str) -> tuple[Page, ...]:
    """Pages 1, 2, 3 …; none where the text has no form feed, and none for an empty last page."""
    if "\f" not in text:
        return ()
    starts = [0]
    while (found := text.find("\f", starts[-1])) >= 0:
        starts.append(found + 1)
    if not text[starts[-1] :].strip():
        starts.pop()
    return tuple(Page(label=str(number), start=start) for number, start in enumerate(starts, 1))
