"""Whether a passage may answer a question: by what is asked for, not by how it is asked."""

import pytest

from labels.collection.answering import may_answer

COMMON = {"landlord", "tenant", "notic", "leas", "rent", "hous"}
PASSAGE = (
    "The landlord shall give the tenant notice of 30 days before a horse is taken from the house."
)


def doubted(question: str) -> bool:
    return may_answer(question, PASSAGE, COMMON.__contains__)


@pytest.mark.parametrize(
    "question",
    [
        "What notice does the landlord give the tenant of a horse?",
        "Explain what notice the landlord gives the tenant of a horse.",
        "How many days' notice of a horse must the landlord give the tenant? Explain.",
        "Could you please describe in detail which notice of a horse the tenant is given?",
        "How many days' notice of a horse must the landlord give? Enlighten me!",
        "Hello! Which notice of a horse must the landlord give?",
        "Is it 30 days?",
        "Horse?",
    ],
)
def test_what_is_asked_is_there_whatever_stands_around_it(question: str) -> None:
    assert doubted(question)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What notice does the landlord give of a giraffe?", "a rare word is lacking"),
        ("What notice of 60 days does the landlord give the tenant of a horse?", "a number is"),
        ("What notice of a horse does the landlord give? 60 days?", "also behind the question"),
        ("Explain the rent.", "its one word is lacking"),
        ("What of the tenant?", "its one word is in many passages"),
        ("Is it, really?", "no word says what is asked for"),
        ("Please explain in detail what you know.", "nor here"),
        ("?", "nor here"),
        ("", "nor here"),
        ("Giraffe? Explain.", "the name that is asked for stands alone"),
        ("Hello! Giraffe?", "two short ones: neither is an aside"),
        ("Did Mr. Voskammark give the tenant notice of a horse?", "a name behind a full stop"),
    ],
)
def test_what_is_not_there_is_not_doubted(question: str, why: str) -> None:
    assert not doubted(question), why
