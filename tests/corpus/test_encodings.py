"""Encodings: seen where they can be, and told; where two are as likely, both readings are shown."""

import codecs
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from corpus.errors import InputError
from corpus.readers.detect import read
from corpus.readers.encodings import checked_name, decode
from corpus.readers.source import SourceDocument
from corpus.storage.library import Library

ENGLISH = "The court’s “holding” – under § 1983 — was narrow.\n"
MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
POLISH = "Sąd orzekł, że umowa jest nieważna, i źle sporządzona.\n"


def one(path: Path, data: bytes, encoding: str | None = None) -> SourceDocument:
    path.write_bytes(data)
    (found,) = read(path, encoding=encoding)
    return found


FILES = [
    # bytes, text, encoding, whether it is a guess
    (ENGLISH.encode(), ENGLISH, "utf-8", False),
    (codecs.BOM_UTF8 + ENGLISH.encode(), ENGLISH, "utf-8", False),
    (codecs.BOM_UTF16_LE + ENGLISH.encode("utf-16-le"), ENGLISH, "utf-16-le", False),
    (codecs.BOM_UTF16_BE + ENGLISH.encode("utf-16-be"), ENGLISH, "utf-16-be", False),
    (codecs.BOM_UTF32_LE + ENGLISH.encode("utf-32-le"), ENGLISH, "utf-32-le", False),
    (ENGLISH.encode("utf-16-le"), ENGLISH, "utf-16-le", True),
    (ENGLISH.encode("utf-16-be"), ENGLISH, "utf-16-be", True),
    (ENGLISH.encode("cp1252"), ENGLISH, "windows-1252", True),
    (b"42 U.S.C. \xa7 1983\n", "42 U.S.C. § 1983\n", "windows-1252", True),  # Latin-1 as well
    (POLISH.encode("cp1250"), POLISH, "cp1250", True),
]


@pytest.mark.parametrize(("data", "text", "encoding", "guessed"), FILES)
def test_a_file(data: bytes, text: str, encoding: str, guessed: bool, tmp_path: Path) -> None:
    source = one(tmp_path / "a.txt", data)
    assert (source.document.text, source.encoding) == (text, encoding)
    assert [encoding in note for note in source.notes] == ([] if encoding == "utf-8" else [True])
    assert any("--encoding" in note for note in source.notes) == guessed


UNDECIDED = [
    # bytes, what the sentence shows
    ("El señor Núñez habló.".encode("cp1252"), ["'señor' (windows-1252)", "'seńor' (cp1250)"]),
    ("the court’s “rule”".encode("mac_roman"), ["'court’s' (mac-roman)", "'courtÕs'"]),
    ("Суд решил.".encode("cp1251"), ["several encodings", "cp1251"]),
    (b"caf\xe9 and cr\xe8me", ["'café' (windows-1252)", "--encoding windows-1252"]),
]


@pytest.mark.parametrize(("data", "shown"), UNDECIDED)
def test_what_may_be_several_is_refused_with_a_word_in_each(
    data: bytes, shown: list[str], tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        one(tmp_path / "a.txt", b"One line.\n" + data)
    sentence = str(caught.value)
    assert f"{tmp_path / 'a.txt'}, line 2: byte 0x" in sentence
    assert all(part in sentence for part in shown), sentence


def test_the_person_names_it(tmp_path: Path) -> None:
    spanish = "El señor Núñez habló."
    source = one(tmp_path / "a.txt", spanish.encode("cp1252"), "windows-1252")
    assert (source.document.text, source.encoding) == (spanish, "windows-1252")
    assert source.notes == ("its characters were read as windows-1252",)


def test_what_is_named_does_not_harm_the_other_files_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_bytes("Núñez".encode("cp1252"))
    (tmp_path / "new.txt").write_text("Núñez", encoding="utf-8")
    (tmp_path / "wide.txt").write_text("Núñez", encoding="utf-16")
    found = {s.document.id: s for s in read(tmp_path, encoding="windows-1252")}
    assert {source.document.text for source in found.values()} == {"Núñez"}
    assert {name: source.encoding for name, source in found.items()} == {
        "old": "windows-1252",
        "new": "utf-8",
        "wide": "utf-16-le",
    }


def test_what_is_all_ascii_may_still_be_what_the_person_says(tmp_path: Path) -> None:
    japanese = "裁判所"
    source = one(tmp_path / "a.txt", japanese.encode("iso2022_jp"), "iso2022_jp")
    assert source.document.text == japanese


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (b"One.\n\x81 two", "windows-1252", ["line 2", "was said to be windows-1252", "0x81"]),
        (codecs.BOM_UTF16_LE + b"a\0\0\xd8", None, ["begins as utf-16-le"]),
        (b"\x7fELF" + bytes(4000), None, ["binary file"]),
        (bytes(range(1, 256)) * 8, None, ["no other encoding makes a text"]),
    ],
)
def test_bytes_that_are_not_what_was_said(
    data: bytes, encoding: str | None, said: list[str], tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        one(tmp_path / "a.txt", data, encoding)
    assert all(part in str(caught.value) for part in said), caught.value


@pytest.mark.parametrize("name", ["klingon", "base64", "rot13", "", "\0", "zip"])
def test_a_name_that_is_no_encoding(name: str) -> None:
    with pytest.raises(InputError, match="--encoding .* is not known; name one such as"):
        checked_name(name)


def test_names_are_taken_as_people_write_them() -> None:
    assert [checked_name(name) for name in ("CP1252", "Windows-1252", "UTF-16LE", "MacRoman")] == [
        "windows-1252",
        "windows-1252",
        "utf-16-le",
        "mac-roman",
    ]


@given(st.text(st.characters(codec="utf-8")))
@example("﻿")
@example("þÿ")
def test_utf8_is_always_itself(text: str) -> None:
    assume(text.count("\0") <= len(text.encode()) // 10)
    assume(not text.encode().startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_BE)))
    found = decode(text.encode(), "here")
    assert (found.text, found.encoding, found.is_guessed) == (text, "utf-8", False)


@given(
    st.text(st.characters(codec="utf-8"), min_size=1),
    st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]),
)
def test_a_mark_is_always_believed(text: str, encoding: str) -> None:
    assume(not (encoding == "utf-16" and text.startswith("\0")))  # UTF-32 begins so
    assert decode(text.encode(encoding), "here").text == text


_PRINTED = ["court", "rule", "“x”", "‘y’", "a’s", "–", "—", "§", "¶", "…", "•", "®"]


@given(st.lists(st.sampled_from(_PRINTED), min_size=1))
def test_the_signs_of_print_are_windows_1252(words: list[str]) -> None:
    text = " ".join(words)
    found = decode(text.encode("cp1252"), "here")
    assert found.text == text
    assert found.encoding == ("utf-8" if text.isascii() else "windows-1252")


@given(st.binary(max_size=200), st.sampled_from([None, "windows-1252", "utf-16-le", "shift_jis"]))
def test_any_bytes_are_a_text_or_one_sentence(data: bytes, named: str | None) -> None:
    try:
        found = decode(data, "here.txt", named)
    except InputError as error:
        sentence = str(error)
    else:
        sentence = ""
        # ISO 2022 can say the same in several ways; a mark is none of the text.
        is_same = found.text.encode(found.encoding) == data
        assert is_same or data.startswith(MARKS) or found.encoding.startswith("iso2022")
    assert not sentence or (sentence.startswith("here.txt") and "--encoding" in sentence)
    assert "\n" not in sentence


def test_a_large_file_is_not_looked_through_for_long() -> None:
    data = ("Plain words of a court. " * 40_000 + "\n" + ENGLISH * 40_000).encode("cp1252")
    assert decode(data, "here").encoding == "windows-1252"


def test_the_encoding_is_kept_and_a_corpus_from_before_has_none(
    tmp_path: Path, library: Library
) -> None:
    (tmp_path / "a.txt").write_bytes(ENGLISH.encode("cp1252"))
    library.add(read(tmp_path / "a.txt"), 350)
    assert library.register().records["a"].provenance.encoding == "windows-1252"
    rows = library.sources_path.read_text()
    library.sources_path.write_text(rows.replace('"encoding": "windows-1252", ', ""))
    assert library.register().records["a"].provenance.encoding is None
    assert library.check() == []


def test_what_was_told_is_kept_and_a_corpus_from_before_has_none(
    tmp_path: Path, library: Library
) -> None:
    (tmp_path / "a.txt").write_bytes(ENGLISH.encode("cp1252"))
    library.add(read(tmp_path / "a.txt"), 350)
    ((identity, note),) = library.notes()
    assert (identity, note.partition(";")[0]) == ("a", "its characters were taken for windows-1252")
    rows = library.sources_path.read_text()
    start = rows.index(', "notes": [')
    library.sources_path.write_text(rows[:start] + rows[rows.index("]", start) + 1 :])
    assert library.notes() == []
    assert library.check() == []


IN_ONE_SCRIPT = [
    # text, encoding, what is to be shown
    ("これは証人の供述調書です。\n私はその日、倉庫で彼を見ました。", "shift_jis", "'これは証人"),
    ("これは証人の供述調書です。\n私はその日、倉庫で彼を見ました。", "euc_jp", "'これは証人"),
    ("The witness たなか spoke. たなか left.", "shift_jis", "'たなか'"),
    ("원고는 피고에게 매매대금을 지급하라.", "euc_kr", "'원고는'"),
    ("原告诉称，被告未按合同约定支付货款。", "gb18030", "'原告诉称"),
    ("原告主張被告未依契約給付價金。", "big5", "'原告主張"),
    ("Суд удовлетворил иск истца.", "koi8_r", "'Суд'"),
    ("Το δικαστήριο απέρριψε την αγωγή.", "cp1253", "'Το'"),
    ("בית המשפט דחה את התביעה של התובע.", "cp1255", "'בית'"),
]


@pytest.mark.parametrize(("text", "encoding", "word"), IN_ONE_SCRIPT)
def test_who_is_asked_is_shown_the_right_reading_first(text: str, encoding: str, word: str) -> None:
    with pytest.raises(InputError) as refused:
        decode(text.encode(encoding), "here.txt")
    said = str(refused.value)
    readings = said.partition("encodings: ")[2] or said.partition("perhaps: ")[2]
    assert readings.startswith(word), said
    advised = said.rpartition("--encoding ")[2]
    assert text.encode(encoding).decode(checked_name(advised)) == text
    assert ("several" in said) == (" or " in said)


def test_letters_that_are_written_with_escapes_are_no_ascii() -> None:
    text = "The witness 田中 spoke.\n"
    found = decode(text.encode("iso2022_jp"), "here.txt")
    assert (found.text, found.encoding, found.is_guessed) == (text, "iso2022_jp", True)
    assert decode(b"a \x1b$B that is cut", "here.txt").encoding == "utf-8"
