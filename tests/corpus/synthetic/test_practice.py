"""The synthetic practice: the same everywhere, and every fact where it is said to be."""

import hashlib
import os
import re
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.quoting.transcript import transcript_of
from corpus.synthetic.absent import CLASSES, Absent, absent
from corpus.synthetic.fact import Drafted, Fact, QueryClass
from corpus.synthetic.practice import Practice
from corpus.synthetic.unique import LARGEST, SETS_OF_ABSENT, Register, Unique
from corpus.synthetic.wording import bank
from corpus.tokens import tokenise

SEEDS = st.integers(0, 2**64)
ONCE = (QueryClass.DOLLAR_AMOUNT, QueryClass.RARE_NAME)
"""Classes whose key is in one sentence of the whole corpus."""
DIGEST = "2f186e2c882119aee6449f73088c8826e242b950d1048f4d7314ec37a15c4db8"
"""Of the first three matters of seed 1; another text of a bank is another digest."""


def digest(practice: Practice) -> str:
    found = hashlib.sha256()
    for one in practice.documents():
        found.update(f"{one.document.id}\0{one.document.title}\0{one.document.text}\0".encode())
    return found.hexdigest()


def occurrences(key: str, text: str) -> int:
    """How often a word or number stands in a text, whole: `$1,250` is not in `$1,250.50`."""
    found = (match.span() for match in re.finditer(re.escape(key), text))
    return sum(
        not re.search(r"[\w$-]$", text[max(0, start - 1) : start])
        and not re.match(r"\w|[.,-]\d", text[end : end + 2])
        for start, end in found
    )


def joined(drafted: Iterable[Drafted]) -> str:
    return "\0".join(one.document.text for one in drafted)


@pytest.fixture(scope="module")
def drafted() -> list[Drafted]:
    """Eight matters of seed 1."""
    return list(Practice(1, 8).documents())


def test_the_same_seed_is_the_same_bytes_everywhere() -> None:
    """Hash randomisation, locale and time zone do not matter; pinned for other Pythons too."""
    assert digest(Practice(1, 3)) == DIGEST
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); "
        "from test_practice import *; print(digest(Practice(1, 3)))"
    )
    machine = os.environ | {"PYTHONHASHSEED": "12", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=machine, check=True, capture_output=True, text=True
    )
    assert ran.stdout.strip() == DIGEST
    assert digest(Practice(2, 3)) != DIGEST


def test_a_smaller_practice_is_the_beginning_of_a_larger_one(drafted: list[Drafted]) -> None:
    few = list(Practice(1, 3).documents())
    own = [one for one in drafted if one.document.metadata.get("matter", "M-00000") < "M-00003"]
    assert few == own[: len(few)]
    assert Practice(1, 3).size == len(few)
    assert Practice(1, 8).size == len(drafted)


def test_what_a_matter_is_made_of(drafted: list[Drafted]) -> None:
    kinds = Counter(one.document.metadata["kind"] for one in drafted)
    assert kinds == {
        "statute": 4,
        "engagement letter": 8,
        "agreement": 32,
        "invoice": 64,
        "letter": 96,
        "pleading": 24,
        "deposition": 32,
    }
    for one in drafted:
        document = one.document
        assert document.pages[0].start == 0
        assert ("matter" in document.metadata) == (document.metadata["kind"] != "statute")
    assert len({one.document.id for one in drafted}) == len(drafted)
    assert len({one.document.text for one in drafted}) == len(drafted)


def test_every_class_has_a_fact_in_every_matter() -> None:
    practice = Practice(5, 8)
    for index in range(8):
        facts = [fact for one in practice.documents_for(index) for fact in one.facts]
        assert {fact.told.query_class for fact in facts} == set(QueryClass)


@settings(max_examples=10)
@given(SEEDS)
def test_a_present_fact_is_where_it_is_said_to_be_and_nowhere_else(seed: int) -> None:
    drafted = list(Practice(seed, 4).documents())
    corpus = joined(drafted)
    encoded = corpus.encode()
    for one in drafted:
        for fact in one.facts:
            quote = one.document.text[fact.start : fact.end]
            assert quote == fact.told.quote
            assert encoded.count(quote.encode()) == 1, fact
            assert fact.told.key in f"{quote} {fact.told.answer}"  # a line end may part the quote's
            if fact.told.query_class in ONCE or fact.told.kind == "related":
                assert occurrences(fact.told.key, corpus) == 1, fact
            if fact.told.query_class is QueryClass.DEFINED_TERM:
                said = occurrences(fact.told.key, one.document.text)
                assert said == occurrences(fact.told.key, corpus), fact


@settings(max_examples=10)
@given(SEEDS)
def test_an_absent_fact_is_nowhere(seed: int) -> None:
    corpus = joined(Practice(seed, 8).documents()).lower()
    assert [one for one in every_absent(seed) if occurrences(one.key.lower(), corpus)] == []


def test_no_defined_term_is_the_name_of_a_place() -> None:
    names = bank("names")
    terms = {f"{a} {b}" for a in names["term_first"] for b in names["term_second"]}
    assert terms.isdisjoint(name for kind in names.values() for name in kind)


def every_absent(seed: int) -> list[Absent]:
    practice = Practice(seed, 8)
    return [
        absent(query_class, practice.matter(number), practice.register, number)
        for query_class in CLASSES
        for number in range(SETS_OF_ABSENT)
    ]


def test_absent_facts_differ_and_name_their_key() -> None:
    made_up = every_absent(3)
    assert len({one.key for one in made_up}) == len(made_up)
    for one in made_up:
        assert one.key in one.about.values() or one.query_class is QueryClass.RARE_NAME
    practice = Practice(1, 8)
    with pytest.raises(ValueError, match="always a pair"):
        absent(QueryClass.TWIN, practice.matter(0), practice.register, 0)


@given(SEEDS, st.sets(st.integers(0, LARGEST - 1), min_size=2, max_size=20))
def test_no_two_matters_share_a_name_or_a_number(seed: int, indices: set[int]) -> None:
    register = Register(seed)
    kept = [register.of_matter(index) for index in indices]
    kept += [register.absent(number) for number in range(SETS_OF_ABSENT)]
    for field in ("surnames", "companies", "invoices", "totals", "cases", "sums"):
        values = [value for one in kept for value in getattr(one, field)]
        assert len(set(values)) == len(values), field
    for field in ("demand", "term"):
        assert len({getattr(one, field) for one in kept}) == len(kept), field
    assert len({amount for one in kept for amount in amounts(one)}) == sum(
        len(amounts(one)) for one in kept
    )
    with pytest.raises(ValueError, match="matter 10000 of 10000"):
        register.of_matter(LARGEST)


def amounts(one: Unique) -> list[str]:
    return [*one.totals, *one.sums, one.demand]


def test_every_amount_of_ten_thousand_dollars_and_more_is_a_fact(drafted: list[Drafted]) -> None:
    """So no amount of a fact can come about in another place, as the sum on a time entry, say."""
    found = re.findall(r"\$[\d,]*\d(?:\.\d\d)?", joined(drafted))
    large = {one for one in found if float(one[1:].replace(",", "")) >= 10_000}
    register = Register(1)
    assert large <= {amount for index in range(8) for amount in amounts(register.of_matter(index))}
    assert len(large) > 8 * 14


def test_names_stay_different_for_a_search() -> None:
    """Stemming makes no two surnames, companies or terms the same word."""
    names = bank("names")
    for kind in ("person", "company"):
        starts, middles, ends = (names[f"{kind}_{part}"] for part in ("start", "middle", "end"))
        whole = [start + middle + end for start in starts for middle in middles for end in ends]
        assert len(set(tokenise(" ".join(whole)))) == len(whole)
    terms = {f"{one} {two}" for one in names["term_first"] for two in names["term_second"]}
    assert len({tuple(tokenise(term)) for term in terms}) == len(terms)


@settings(max_examples=10)
@given(SEEDS, st.integers(0, LARGEST - 1))
def test_twins_differ_in_one_value(seed: int, index: int) -> None:
    practice = Practice(seed, LARGEST)
    pair = {
        fact.told.about["value"]: (one, fact)
        for one in practice.documents_for(index)
        for fact in one.facts
        if fact.told.query_class is QueryClass.TWIN
    }
    assert len(pair) == 2
    (one, fact), (other, rival) = pair.values()
    assert fact.told.about["rival"] == rival.told.about["value"]
    assert one.document.text != other.document.text
    assert one.document.text.replace(fact.told.key, rival.told.key) == other.document.text


def test_a_deposition_is_cited_by_page_and_line(drafted: list[Drafted]) -> None:
    depositions = [one for one in drafted if one.document.metadata["kind"] == "deposition"]
    for one in depositions:
        document = one.document
        transcript = transcript_of(document.text)
        assert transcript is not None
        assert {line.page for line in transcript.lines} == {page.label for page in document.pages}
        (fact,) = one.facts
        lines = transcript.lines_of(fact.start, fact.end)
        assert lines is not None
        assert lines.split(":")[0] == document.page_at(fact.start)
        spoken = transcript.without_furniture(document.text, fact.start, fact.end)
        assert spoken.replace("\n", " ") == fact.told.answer


def test_line_items_of_an_invoice_stay_within_its_total(drafted: list[Drafted]) -> None:
    for one in drafted:
        if one.document.metadata["kind"] == "invoice":
            (fact,) = one.facts
            total = cents(re.findall(r"\$[\d,]+\.\d\d", fact.told.quote)[0])
            items = re.findall(r"hours at \$\d+, (\$[\d,]+(?:\.\d\d)?)\.", one.document.text)
            assert items
            assert sum(map(cents, items)) <= total


def cents(amount: str) -> int:
    return round(float(amount[1:].replace(",", "")) * 100)


def test_nothing_unfilled_is_printed(drafted: list[Drafted]) -> None:
    for one in drafted:
        assert not re.search(r"[{}\[\]|]|\ba [aeioAEIO]|\.\.|,,", one.document.text), (
            one.document.id
        )


def test_memory_does_not_grow_with_the_practice() -> None:
    def peak(matters: int) -> int:
        tracemalloc.start()
        for _ in Practice(1, matters).documents():
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1)  # the banks and their templates are read once
    assert peak(12) < 1.5 * peak(3)


def test_a_fact_belongs_to_its_document(drafted: list[Drafted]) -> None:
    facts: list[Fact] = [fact for one in drafted for fact in one.facts]
    assert {fact.document_id for fact in facts} <= {one.document.id for one in drafted}
    assert len({(fact.document_id, fact.start) for fact in facts}) == len(facts)
