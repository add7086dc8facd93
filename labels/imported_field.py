"""What a column of an import is called among the fields of a study: by its own name, or apart.

Strata and slices are also made of what the study knows by itself. A column with such a name would
be taken for that, so it is called `run (imported)`; it is stored under the name that its file has.
"""

OWN_FIELDS = frozenset(
    {
        "run",
        "config",
        "category",
        "importance",
        "document type",
        "answer length",
        "citations in the answer",
    }
)
"""Fields that the study knows by itself."""

VERDICT_OF = "verdict:"
"""Before a judge's name: a field too, of what that judge says."""

_APART = " (imported)"


def field_name(column: str) -> str:
    """What a column is called among the fields. No two columns are called the same."""
    return apart(column) if _is_own(column) else column


def apart(name: str) -> str:
    """`run (imported)`."""
    return f"{name}{_APART}"


def column_name(field: str) -> str:
    """The column that a field is stored under; the field's own name where it is no such column."""
    column = field.removesuffix(_APART)
    return column if _is_own(column) else field


def _is_own(name: str) -> bool:
    while name.endswith(_APART):
        name = name.removesuffix(_APART)
    return name in OWN_FIELDS or name.startswith(VERDICT_OF)
