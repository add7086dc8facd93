"""Which item comes next, and which a second time."""

from hypothesis import given
from hypothesis import strategies as st

from labels.label import EventKind, LabelState
from labels.outcome import Choice
from labels.showings import APART, Showing, Showings, own_order, waits
from tests.labels.test_label import event


def showings(items: int, repeats: int, annotator: str = "ann") -> Showings:
    ids = [f"i{n:02}" for n in range(items)]
    twice = set(ids[:repeats])
    return Showings(order=own_order(annotator, "s", ids, twice), waits=waits(annotator, "s", twice))


def say(way: Showings, showing: Showing, kind: EventKind = EventKind.LABEL) -> None:
    choice = Choice.SUPPORTED if kind is EventKind.LABEL else None
    seq = way.state.last_seq + 1
    again = showing.again or None
    way.state.apply(event(seq, kind, showing.item_id, choice=choice, again=again))


def through(way: Showings) -> list[Showing]:
    """All that comes until the end."""
    seen = []
    while (showing := way.next()) is not None:
        seen.append(showing)
        say(way, showing)
        assert (way.done, way.total) == (len(seen), len(way.order) + len(way.waits))
    return seen


@given(items=st.integers(30, 80), repeats=st.integers(0, 15), annotator=st.text("abc", min_size=1))
def test_an_item_comes_again_a_dozen_later_or_more(
    items: int, repeats: int, annotator: str
) -> None:
    way = showings(items, repeats, annotator)
    seen = through(way)
    assert len(seen) == items + repeats
    firsts = [item_id for item_id, again in seen if not again]
    assert firsts == list(way.order)
    assert sorted(item_id for item_id, again in seen if again) == sorted(way.waits)
    for item_id in way.waits:
        first, second = seen.index(Showing(item_id, False)), seen.index(Showing(item_id, True))
        assert second - first > APART


def test_second_showings_are_spread_over_the_queue() -> None:
    """Not all in a lump at its end, where somebody might know what they are."""
    places = [
        place / 69
        for n in range(200)
        for place, (_, again) in enumerate(through(showings(60, 10, f"annotator {n}")))
        if again
    ]
    assert 0.5 < sum(places) / len(places) < 0.75
    # Ten of the seventy places, which a lump of ten would fill.
    assert sum(place > 0.85 for place in places) / len(places) < 0.45


@given(items=st.integers(1, 12), repeats=st.integers(0, 12))
def test_in_a_small_sample_an_item_comes_again_at_the_end(items: int, repeats: int) -> None:
    way = showings(items, min(items, repeats))
    seen = through(way)
    assert not any(again for _, again in seen[: min(items, APART)])
    assert len(seen) == items + min(items, repeats)


def test_what_others_have_labelled_often_enough_is_not_asked_for() -> None:
    way = showings(40, 5)
    mine = way.next()
    assert mine is not None
    say(way, mine)
    way.taken.update(way.order[:20])
    twice_left = sum(item not in way.taken or item == mine.item_id for item in way.waits)
    assert (way.done, way.total) == (1, 21 + twice_left)
    following = way.next()
    assert following == Showing(way.order[20], False)
    # One that was put off and is labelled by others meanwhile does not come back.
    say(way, Showing(way.order[25], False), EventKind.LATER)
    assert way.deferred == 1
    way.taken.add(way.order[25])
    assert way.deferred == 0


def test_a_second_showing_can_be_put_off_too() -> None:
    way = showings(40, 3)
    while not (showing := way.next() or Showing("", False)).again:
        say(way, showing)
    say(way, showing, EventKind.LATER)
    assert way.deferred == 1
    rest = through_rest(way)
    assert rest[-1] == showing


def through_rest(way: Showings) -> list[Showing]:
    seen = []
    while (showing := way.next()) is not None:
        seen.append(showing)
        say(way, showing)
    return seen


_ACTIONS = st.lists(st.sampled_from(["label", "later", "undo", "taken", "returned"]), max_size=120)


@given(actions=_ACTIONS, repeats=st.integers(0, 6))
def test_whatever_people_do_every_showing_comes_once(actions: list[str], repeats: int) -> None:
    way = showings(20, repeats)
    for number, action in enumerate(actions):
        target = way.state.undoable
        if action == "undo" and target is not None:
            seq = way.state.last_seq + 1
            way.state.apply(event(seq, EventKind.UNDO, target.item_id, target=target.seq))
        elif action == "taken":
            way.taken.add(way.order[number % 20])
        elif action == "returned":
            way.taken.discard(way.order[number % 20])
        elif action in ("label", "later") and (showing := way.next()) is not None:
            held = way.state.answers(again=showing.again).labels
            assert showing.item_id not in held
            assert showing.again or showing.item_id not in way.taken
            say(way, showing, EventKind(action))
        assert 0 <= way.done <= way.total
        assert (way.next() is None) == (way.done == way.total)
    through_rest(way)
    assert way.done == way.total


def test_the_state_of_nobody_is_empty() -> None:
    way = Showings(order=[], waits={}, state=LabelState())
    assert (way.next(), way.total, way.done, way.deferred) == (None, 0, 0, 0)
