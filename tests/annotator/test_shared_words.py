"""Where a claim's words stand in a passage: what is brought into sight."""

from hypothesis import given
from hypothesis import strategies as st

from annotator.labelling.shared_words import densest, shared_words

FILLER = "The tenant pays the rent to the landlord on the first day, and the rent is due. " * 8
DECIDES = "The abatement is forty percent of $925."


def test_what_stands_everywhere_counts_less_than_an_amount() -> None:
    passage = f"{FILLER}{DECIDES} {FILLER}"
    claim = "The rent of $925 that the tenant pays the landlord was abated by forty percent"
    start = densest(shared_words(claim, passage), passage, 60)
    assert passage[start:].startswith(DECIDES.removeprefix("The "))


@given(st.lists(st.sampled_from(["rent", "lease", "$740", "day"]), min_size=1, max_size=60))
def test_it_begins_with_one_of_the_words(words: list[str]) -> None:
    text = " and then ".join(words)
    spans = shared_words("rent lease $740 day", text)
    assert densest(spans, text, 40) in {start for start, _ in spans}
