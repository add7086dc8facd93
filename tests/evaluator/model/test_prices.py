"""What calls cost, by hand."""

from dataclasses import replace

import pytest

from corpus.errors import InputError
from evaluator.model.prices import PriceList, tokens
from evaluator.model.reply import Usage
from tests.evaluator.model.conftest import Connect, prose_question, question
from tests.messages_faults import first_time
from tests.messages_server import MessagesServer

LIST = PriceList.with_own()


@pytest.mark.parametrize(
    ("model", "dollars"),
    [
        # 1 M in, 1 M out, 1 M written, 1 M read
        ("claude-haiku-4-5", 1 + 5 + 1.25 + 0.1),
        ("claude-haiku-4-5-20251001", 1 + 5 + 1.25 + 0.1),
        ("claude-sonnet-4-6", 3 + 15 + 3.75 + 0.3),
        ("claude-sonnet-5", 2 + 10 + 2.5 + 0.2),
        ("claude-sonnet-5-5", 2 + 10 + 2.5 + 0.1),
        ("claude-opus-5-5", 4 + 20 + 5 + 0.2),
        ("claude-haiku-5-5", 5 * (0.1 + 0.5 + 0.125 + 0.01)),  # a long prompt costs five times
        ("claude-sonnet-5-9", None),  # not a snapshot of Sonnet 5: another model
        ("claude-sonnet-5-fast", None),
        ("gpt-4", None),
        ("", None),
    ],
)
def test_the_cost_of_a_million_of_each(model: str, dollars: float | None) -> None:
    million = Usage(input=10**6, output=10**6, cache_creation=10**6, cache_read=10**6)
    cost = LIST.cost(model, million)
    assert cost == (None if dollars is None else pytest.approx(dollars))
    if dollars is not None:
        assert LIST.cost(model, million, batch=True) == pytest.approx(dollars / 2)


def test_a_short_prompt_of_a_model_with_two_prices() -> None:
    assert LIST.cost("claude-haiku-5-5", Usage(input=100_000)) == pytest.approx(0.01)
    assert LIST.cost("claude-haiku-5-5", Usage(input=99_999, cache_read=2)) == pytest.approx(
        5 * (99_999 * 0.1 + 2 * 0.01) / 1e6
    )


def test_what_was_not_counted_has_no_cost() -> None:
    assert LIST.cost("claude-sonnet-5", None) is None


def test_a_persons_own_prices_come_first() -> None:
    own = PriceList.with_own(
        {"local": {"input": 0, "output": 0}, "claude-sonnet-5": {"input": 1, "output": 4}}
    )
    assert own.cost("local", Usage(input=5, output=5)) == 0.0
    assert own.cost("claude-sonnet-5", Usage(cache_creation=10**6)) == pytest.approx(1.25)
    assert own.cost("claude-sonnet-5", Usage(output=10**6)) == pytest.approx(4.0)


@pytest.mark.parametrize(
    "row",
    [
        {"input": 1},
        {"input": 1, "output": -1},
        {"input": 1, "output": "much"},
        {"input": 1, "output": float("nan")},
        {"input": 1, "output": 2, "caching": 3},
        3,
    ],
)
def test_what_is_no_price(row: object) -> None:
    with pytest.raises(InputError, match="The price of “m” needs input and output"):
        PriceList.with_own({"m": row})  # type: ignore[dict-item]


def test_an_estimate_before_anything_is_sent() -> None:
    request = replace(prose_question(), model="claude-haiku-4-5", max_tokens=1_000)
    # "What was held in case 0?" has 24 characters: 24 / 3.5 = 6.9, rounded up
    assert tokens(request) == 7
    estimate = LIST.estimate([request, request], expected=100)
    assert (estimate.calls, estimate.input_tokens, estimate.output_tokens) == (2, 14, 200)
    assert estimate.cost == pytest.approx((14 * 1 + 200 * 5) / 1e6)
    assert estimate.at_most == pytest.approx((14 * 1 + 2_000 * 5) / 1e6)
    halved = LIST.estimate([request, request], expected=100, batch=True)
    assert halved.cost == pytest.approx((14 * 1 + 200 * 5) / 2e6)


def test_an_estimate_names_the_models_without_a_price() -> None:
    estimate = LIST.estimate([question(model="claude-sonnet-5"), question(model="local")])
    assert (estimate.cost, estimate.at_most, estimate.unpriced) == (None, None, ("local",))
    assert LIST.estimate([]).cost == 0


async def test_what_was_spent_counts_the_answers_that_were_of_no_use(
    connect: Connect, messages_api: MessagesServer
) -> None:
    messages_api.plan = first_time("prose")
    async with connect() as client:
        reply = await client.ask(question(model="claude-sonnet-5"))
    first, second = (LIST.cost("claude-sonnet-5", answer.usage) for answer in reply.answers)
    assert first is not None
    assert second is not None
    assert LIST.spent(reply) == pytest.approx(first + second)
    assert LIST.spent(replace(reply, usage=None)) is None
