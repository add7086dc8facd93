"""A connection for whoever adjudicates: everybody's labels without their names, and no verdict.

It is fenced in like a labeller's (`labels.store.blindness`). Label events come through a view that
puts a word in place of the annotator's name. The word is another one on each item, so that nobody
is recognised from item to item, and the order of the words is the order A, B, C … on the screen.
"""

import hashlib
import sqlite3

from labels.store import adjudications, events
from labels.store.blindness import READABLE, Fence, fresh_name, quoted


def make_anonymous(connection: sqlite3.Connection, sample: str) -> str:
    """Give the connection its view of everybody's events, then shut everything else.

    Second answers, which count in a person's agreement with themself alone, are not in the view;
    nor is an imported label's origin, for a file may be named after whoever made it.

    Returns:
        The view's name: the events of the sample, each with its hash; the only way to read what
        labels say.
    """
    connection.create_function(
        "word_for", 2, lambda item_id, name: word_for(sample, item_id, name), deterministic=True
    )
    shown = {"annotator": "word_for(item_id, annotator) AS annotator", "origin": "'' AS origin"}
    columns = ", ".join(shown.get(name, name) for name in (*events.COLUMNS, "hash"))
    view = fresh_name("anonymous_event")
    connection.execute(
        f"CREATE TEMP VIEW {view} AS SELECT {columns} "
        f"FROM main.label_event WHERE sample = {quoted(sample)} AND again IS NULL"
    )
    own = {"adjudication_event": frozenset((*adjudications.COLUMNS, "hash"))}
    fence = Fence(
        readable={**READABLE, **own},
        through={view: {"label_event": None}},
        written="adjudication_event",
    )
    connection.set_authorizer(fence.authorize)
    return view


def word_for(sample: str, item_id: str, annotator: str) -> str:
    """What stands for a person on one item: the same at every start, random in effect."""
    return hashlib.sha256(f"{sample}\0{item_id}\0{annotator}".encode()).hexdigest()
