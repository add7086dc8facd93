"""A streamed document holds what the whole one does, wherever it is cut into pieces."""

import io
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from labels.interchange import bounded, json_stream, yaml_stream
from labels.interchange.harnesses import texts

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PRINTABLE = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Cn", "Co"]), max_size=9
).filter(lambda text: not re.fullmatch(r"[-+]?[0-9.]+[eE][-+]?[0-9]+", text))
"""PyYAML writes line separators raw, and reads them as line ends; a text such as `0E0`, a number of
YAML 1.2 and none of 1.1, it leaves without quotation marks."""
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


class Piecemeal(io.BytesIO):
    """A stream that gives less than it is asked for, as a pipe does."""

    def __init__(self, data: bytes, most: int):
        super().__init__(data)
        self._most = most

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._most if size is None or size < 0 else min(size, self._most))


def rebuilt(nodes: list[json_stream.Node]) -> Any:
    """The document that the nodes came from, as far as it has members."""
    if len(nodes) == 1 and nodes[0].path == ():
        return nodes[0].value
    whole: dict[Any, Any] = {}
    for node in nodes:
        inner = whole
        for step in node.path[:-1]:
            inner = inner.setdefault(step, {})
        inner[node.path[-1]] = node.value
    return whole


def numbered(value: Any, depth: int) -> Any:
    """The same with lists as objects by position, down to a depth: what `rebuilt` gives."""
    if depth == 0 or not isinstance(value, list | dict) or not value:
        return value
    members = value.items() if isinstance(value, dict) else enumerate(value)
    return {key: numbered(part, depth - 1) for key, part in members}


def pruned(value: Any, depth: int) -> Any:
    """Without the containers that are entered and have no members: nothing is said of those."""
    if depth == 0 or not isinstance(value, dict):
        return value
    kept = {key: pruned(part, depth - 1) for key, part in value.items()}
    return {
        key: part
        for key, part in kept.items()
        if depth == 1 or not (isinstance(part, list | dict) and not part)
    }


@given(
    value=VALUES, piece=st.integers(1, 9), depth=st.integers(0, 2), indent=st.none() | st.just(1)
)
def test_a_document_in_pieces_is_the_document(
    value: Any, piece: int, depth: int, indent: int | None
) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=False).encode()
    stream = Piecemeal(data, piece)
    nodes = list(json_stream.walk(stream, "f", lambda path: len(path) < depth))
    if not nodes:
        assert pruned(numbered(value, depth), depth) in ({}, [])
        return
    assert pruned(rebuilt(nodes), depth) == pruned(numbered(value, depth), depth)


@given(values=st.lists(VALUES, min_size=1, max_size=4), piece=st.integers(1, 9))
def test_lines_in_pieces_are_the_lines(values: list[Any], piece: int) -> None:
    data = "\n".join(json.dumps(value) for value in values).encode()
    nodes = json_stream.walk(Piecemeal(data, piece), "f", lambda _: False, several=True)
    assert [node.value for node in nodes] == values


@given(
    data=st.binary(max_size=60) | st.text('[]{}:,"\\ \n1-.eEtrufalsn0', max_size=40).map(str.encode)
)
def test_whatever_stands_there_is_read_as_python_reads_it_or_refused(data: bytes) -> None:
    try:
        nodes = list(json_stream.walk(io.BytesIO(data), "f", lambda _: False))
    except InputError as error:
        told = str(error)
    else:
        told = "f, line "
        assert all(node.value == json.loads(data.decode("utf-8-sig")) for node in nodes)
    assert told.startswith("f, line ")


def test_each_value_has_the_line_on_which_it_begins() -> None:
    data = b'{\n"a": [\n1,\n\n{"b":\n2}],\n"c": 3}'
    nodes = json_stream.walk(io.BytesIO(data), "f", lambda path: path in ((), ("a",)))
    assert [(node.path, node.line) for node in nodes] == [
        (("a", 0), 3),
        (("a", 1), 5),
        (("c",), 7),
    ]


def test_not_a_number_is_taken_where_the_format_writes_it() -> None:
    def walk(**how: bool) -> list[json_stream.Node]:
        return list(json_stream.walk(io.BytesIO(b'{"a": NaN}'), "f", lambda _: False, **how))

    (node,) = walk(not_numbers=True)
    assert math.isnan(node.value["a"])
    with pytest.raises(InputError, match="'a' is NaN"):
        walk()


def test_a_value_longer_than_a_record_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "LARGEST_RECORD", 100)
    data = b'[1, "' + b"a" * 3_000_000 + b'"]'
    with pytest.raises(InputError, match="line 1: the value that begins here has more than"):
        list(json_stream.walk(io.BytesIO(data), "f", lambda path: path == ()))


YAML_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | PRINTABLE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PRINTABLE, inner, max_size=4),
    max_leaves=12,
)


@given(value=st.dictionaries(st.text("abc", min_size=1), YAML_VALUES, min_size=1, max_size=4))
def test_yaml_gives_what_json_gives(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    path = tmp_path_factory.mktemp("yaml") / "f.yaml"
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False), encoding="utf-8")
    whole = rebuilt(list(yaml_stream.walk(path, lambda where: where == ())))
    assert whole == value


@given(parts=st.lists(TEXT, min_size=1, max_size=4))
def test_a_list_of_texts_in_a_cell_is_that_list(parts: list[str]) -> None:
    assert texts.listed(json.dumps(parts)) == parts
    assert texts.listed(str(parts)) == parts
    assert texts.listed(str(parts).replace("', '", "' '")) == parts or "', '" in "".join(parts)


@pytest.mark.parametrize(
    "cell", ["", "[", "[]", "[1, 2]", "[f(x)]", "['a'", "no list", "[x for x in y]"]
)
def test_what_is_no_list_of_texts_stays_the_cell(cell: str) -> None:
    assert texts.listed(cell) in (cell, [], [1, 2])


def test_the_file_is_closed_behind_a_broken_yaml(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("a: [1, 2\nb: }\n")
    with pytest.raises(InputError, match="line 2: not valid YAML"):
        list(yaml_stream.walk(path, lambda where: where == ()))


def told(data: bytes, most: int = 2**20) -> str:
    """The sentence about a document that is read from a stream, its list entered."""
    with pytest.raises(InputError) as raised:
        list(json_stream.walk(Piecemeal(data, most), "f", lambda path: len(path) < 2))
    return str(raised.value)


@pytest.mark.parametrize("most", [7, 100, 2**20])
@pytest.mark.parametrize("first", ["", '{"a":\n'])
def test_a_column_is_counted_in_the_whole_line(most: int, first: str) -> None:
    line = '{"rows": [' + '{"x": "y"}, ' * 120 + '{"z": "broken off he'
    data = (first + line).encode()
    column = line.index('"broken') + 1
    said = told(data, most)
    assert f"(unterminated string starting at column {column})" in said
    assert said.endswith(": the file ends in the middle; export it again.")
    assert said.startswith(f"f, line {2 if first else 1}: ")


@pytest.mark.parametrize("end", range(1, len('[{"a": [true, "b\\u00e9", null]}, {}]')))
def test_a_file_that_ends_in_the_middle_is_said_to(end: int) -> None:
    whole = '[{"a": [true, "b\\u00e9", null]}, {}]'
    assert "the file ends in the middle; export it again" in told(whole[:end].encode())


def test_what_is_broken_and_goes_on_is_not_said_to_end() -> None:
    assert "ends in the middle" not in told(b'[{"a": }, {"b": 1}]')
    assert "ends in the middle" not in told(b'[{"a": 1} {"b": 1}]')
