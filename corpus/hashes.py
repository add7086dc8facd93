"""Hashes of content: what identifies a text, a value, a row. Light, for everything to use."""

import hashlib
import json


def text_hash(text: str) -> str:
    """SHA-256 of the text in UTF-8, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def content_hash(values: object) -> str:
    """SHA-256 of the canonical JSON of `values`, 64 hexadecimal digits."""
    return text_hash(json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
