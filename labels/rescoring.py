"""What a run that mends another one says of its citations: carried over, or changed by the fix.

It is a field of each citation, so that strata and slices can be made of it.
"""

RESCORED = "rescored"
"""The field's name."""
CARRIED = "carried"
"""Question, claim and passage were judged in the run that was mended, and its verdict holds."""
CHANGED = "changed"
"""The fix made it, or made it another one: it was judged anew."""
FROM = "rescored_from"
"""Among the settings of such a run: the name of the run that it mends."""
