"""Ways to break a result file: for tests and benchmarks.

A mutation keeps most of a file: what is broken then stands where a reader is already at work. Those
of values parse the file first and put something else in one place, so that the file stays valid and
holds a list where a text is expected, or nothing where there was an object.
"""

import io
import json
import random
import sys
from collections.abc import Callable
from typing import Any

if sys.version_info >= (3, 14):
    import zipfile
else:
    from backports.zstd import zipfile

Mutation = Callable[[bytes, random.Random], bytes]


def _span(data: bytes, chance: random.Random) -> tuple[int, int]:
    begin = chance.randrange(len(data) + 1)
    return begin, min(len(data), begin + chance.choice((1, 2, 5, 20, 200)))


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 10))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut_out(data: bytes, chance: random.Random) -> bytes:
    begin, end = _span(data, chance)
    return data[:begin] + data[end:]


def _cut_off(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _doubled(data: bytes, chance: random.Random) -> bytes:
    begin, end = _span(data, chance)
    return data[:end] + data[begin:end] * chance.choice((1, 1, 50)) + data[end:]


_PIECES = (
    b"NaN", b"-Infinity", b"1e999", b"9" * 5000, b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800",
    b"null", b"[[[[", b'"', b"{", b"}", b"\n", b",", b"\t", b"\xef\xbb\xbf", b"&a [*a]", b"*ref_0",
    b"!!python/object:os.system x", b"{" * 3000, b"[" * 100_000, b'{"a":' * 3000, b"\\", b"'",
    b"<!DOCTYPE x>", b"- " * 3000, b"\x1b[2J", "\u202e".encode(), b"=cmd|' /C calc'!A0",
)  # fmt: skip


def _put_in(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_PIECES) + data[at:]


def _in_the_place_of_a_number(data: bytes, chance: random.Random) -> bytes:
    digits = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
    if not digits:
        return data
    at = chance.choice(digits)
    return data[:at] + chance.choice(_PIECES[:4]) + data[at + 1 :]


def _in_another_encoding(data: bytes, chance: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = chance.choice(("utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1", "utf-8-sig"))
    half = chance.randrange(len(text) + 1)
    whole = chance.random() < 0.5
    kept = b"" if whole else text[:half].encode()
    return kept + ("é" + (text if whole else text[half:])).encode(encoding, "replace")


def _with_a_key_twice(data: bytes, chance: random.Random) -> bytes:
    places = [at for at in range(len(data)) if data[at : at + 1] == b"{"]
    if not places:
        return data
    at = chance.choice(places) + 1
    return data[:at] + b'"input": 1, "input": 2, ' + data[at:]


_STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 2, 0.5, 1e308, "", " ", "x" * 300, "\ud800", "\x00", "C", "yes", [],
    {}, [None], [[]], [{}], {"": None}, {"content": {"content": {}}}, [1, "a", {}], "[", '{"a":1}',
    {"messages": [{"role": "user", "content": None}]}, "['a' 'b'", {"value": {}}, 10**30, "NaN",
    "attachment://x", [{"role": "user", "content": [{"type": "text", "text": 1}]}],
)  # fmt: skip


def _with_another_value(data: bytes, chance: random.Random) -> bytes:
    """A valid document with something else in one to three places; a table with another cell."""
    lines = data.split(b"\n")
    try:
        values = [json.loads(data)]
        joined = b""
    except ValueError:
        try:
            values = [json.loads(line) for line in lines if line.strip()]
            joined = b"\n"
        except ValueError:
            return _with_another_cell(data, chance)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(values))
        values[at] = _replaced(values[at], chance)
    return joined.join(json.dumps(value).encode() for value in values) + joined


def _replaced(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.92:
        key = chance.choice(list(value))
        change = chance.random()
        if change < 0.06:
            return {name: part for name, part in value.items() if name != key}
        if change < 0.1:
            return value | {chance.choice(("id", "x", "claim", "error", "human")): value[key]}
        return value | {key: _replaced(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.92:
        at = chance.randrange(len(value))
        return [*value[:at], _replaced(value[at], chance), *value[at + 1 :]]
    return chance.choice(_STRANGE)


def _with_another_cell(data: bytes, chance: random.Random) -> bytes:
    cells = data.split(b",")
    strange = chance.choice(_STRANGE)
    written = strange if isinstance(strange, str) else json.dumps(strange)
    cells[chance.randrange(len(cells))] = written.encode("utf-8", "surrogatepass")
    return b",".join(cells)


_OF_BYTES: dict[str, Mutation] = {
    "flipped": _flipped,
    "cut out": _cut_out,
    "cut off": _cut_off,
    "doubled": _doubled,
    "put in": _put_in,
    "another number": _in_the_place_of_a_number,
    "another encoding": _in_another_encoding,
    "a key twice": _with_a_key_twice,
    "another value": _with_another_value,
}


def mutated(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """A mutation's name and the broken file; of a zip half of the time inside one member."""
    names = list(_OF_BYTES) + ["another value"] * 8
    name = chance.choice(names)
    if data.startswith(b"PK\x03\x04") and chance.random() < 0.7:
        return f"inside: {name}", _inside(data, _OF_BYTES[name], chance)
    return name, _OF_BYTES[name](data, chance)


def _inside(data: bytes, mutation: Mutation, chance: random.Random) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.namelist()
        chosen = chance.choice(members)
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as changed:
            for member in members:
                held = archive.read(member)
                changed.writestr(member, mutation(held, chance) if member == chosen else held)
    return stream.getvalue()
