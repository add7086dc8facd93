"""Hashes of content: what identifies a text, a value, a row. Light, for everything to use."""

import hashlib
import json
from collections.abc import Iterable
from itertools import islice

ROWS_AT_ONCE = 1_000


def text_hash(text: str) -> str:
    """SHA-256 of the text in UTF-8, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def content_hash(values: object) -> str:
    """SHA-256 of the canonical JSON of `values`, 64 hexadecimal digits."""
    return text_hash(_canonical(values))


def rows_hash(rows: Iterable[object]) -> str:
    """What `content_hash` gives of the list of the rows, which is never held whole."""
    digest = hashlib.sha256(b"[")
    rows, between = iter(rows), ""
    while some := list(islice(rows, ROWS_AT_ONCE)):
        digest.update(f"{between}{_canonical(some)[1:-1]}".encode())
        between = ","
    digest.update(b"]")
    return digest.hexdigest()


def _canonical(values: object) -> str:
    return _ENCODER.encode(values)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
