"""Whatever JSON arrives in the place of a list or of a case, it is read or refused."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import InputError
from corpus.fetching.site import verified
from corpus.fetching.sources import written
from corpus.fetching.volume import Entry, entries, listed, the_case
from tests.cap_site import case

SOURCE = written("Ash v. Birch, 9 U.S. 1 (1950)")
GOOD = case(1, "Ash v. Birch", "9 U.S. 1")
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
KEYS = st.sampled_from([*GOOD, "cite", "opinions", "text", "sha256", "corrections", "head_matter"])
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(sorted(GOOD)), ANYTHING, max_size=4))
def test_any_case(fields: dict[str, Any]) -> None:
    good = listed(GOOD)
    assert good is not None
    try:
        arrived = verified(GOOD | fields, SOURCE, Entry(case=good, file="0001-01"), "here")
    except InputError:
        return
    assert arrived.document.id == "cap-1"
    assert arrived.document.text.strip()


@settings(max_examples=200)
@given(st.lists(ANYTHING | st.dictionaries(KEYS, ANYTHING, max_size=4), max_size=4))
def test_any_list(rows: list[Any]) -> None:
    try:
        found = the_case(SOURCE, entries([*rows, GOOD]))
    except InputError:
        return
    assert (found.file, found.case.id) == ("0001-01", 1)
