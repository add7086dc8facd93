"""Hashes of content: what identifies a text, a value, a row. Light, for everything to use."""

import hashlib
import json
from collections.abc import Iterable


def text_hash(text: str) -> str:
    """SHA-256 of the text in UTF-8, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def content_hash(values: object) -> str:
    """SHA-256 of the canonical JSON of `values`, 64 hexadecimal digits."""
    return text_hash(_canonical(values))


def rows_hash(rows: Iterable[object]) -> str:
    """What `content_hash` gives of the list of the rows, which is never held whole."""
    digest = hashlib.sha256(b"[")
    for number, row in enumerate(rows):
        digest.update(f"{',' if number else ''}{_canonical(row)}".encode())
    digest.update(b"]")
    return digest.hexdigest()


def _canonical(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
