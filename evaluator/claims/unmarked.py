"""A text without its citation markers."""

from corpus.answers.markers import parse_markers


def unmarked(text: str) -> str:
    """The text with each marker and the white space before it taken out."""
    pieces: list[str] = []
    done = 0
    for marker in parse_markers(text).markers:
        pieces.append(text[done : marker.start].rstrip())
        done = marker.end
    return "".join((*pieces, text[done:]))
