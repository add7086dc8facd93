"""What points into the documents when they are cut anew: before the cut, and after it."""

from dataclasses import asdict, dataclass

from corpus.stamp import author, now
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels import isolation
from labels.collection.anchors import standing
from labels.collection.changes import anchored
from labels.collection.check import is_cut_since
from labels.collection.file import GoldenFile
from labels.golden import GoldenQuestion, Support


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """The golden questions after a cut, those that were retired too."""

    moved: int
    """Whose passages have other ids, which can be written without a person."""
    broken: int
    """Others whose supports do not stand as they should."""
    isolation: int
    """Isolation checks that name passages by id alone."""

    def facts(self) -> dict[str, int]:
        """For a script."""
        return asdict(self)


def anchor(workspace: Workspace, library: Library) -> int:
    """Write down the places of whole passages that only an id names: now they can be known still.

    True whatever follows, so a kill between this and the cut does no harm.

    Returns:
        How many questions were changed.

    Raises:
        InputError: a line of the questions, or of the isolation checks, is malformed.
        StoreError: the disk refuses.
    """
    isolation.load(workspace.isolation)  # named now, and not when all is cut
    file = GoldenFile(workspace.golden)
    changes = {}
    for question in file.all():
        supports = tuple(_placed(library, question, one) for one in question.supports)
        if supports != question.supports:
            changes[question.id] = (question, anchored(question, supports, by=author(), at=now()))
    if changes:
        file.replace_all(changes)
    return len(changes)


def followed(workspace: Workspace, library: Library) -> Followed:
    """What the cut means for the questions; `StoreError` where the corpus cannot be read."""
    moved = broken = 0
    for question in GoldenFile(workspace.golden).all():
        found = [standing(library, support) for support in question.supports]
        wrong = [one for one in found if one.fault is not None]
        moved += bool(wrong) and all(one.is_mendable for one in wrong)
        broken += any(not one.is_mendable for one in wrong)
    checks = isolation.load(workspace.isolation)
    loose = sum(any(each.is_loose for each in (*one.supports, *one.elsewhere)) for one in checks)
    return Followed(moved=moved, broken=broken, isolation=loose)


def _placed(library: Library, question: GoldenQuestion, support: Support) -> Support:
    """With its place, unless an earlier cut may have given its id to another text already."""
    if not support.is_loose:
        return support
    found = standing(library, support)
    doubted = found.fault is not None or is_cut_since(question, support, library)
    return support if doubted else found.support
