"""Which detectors there are: every module of the folder `detectors`, and which of them are on."""

import importlib
import pkgutil
from collections.abc import Mapping

from corpus.errors import InputError
from reports.auditing import detectors
from reports.auditing.detector import Detector, Severity


def every_detector() -> tuple[Detector, ...]:
    """All of them, the gravest kinds first, then by name."""
    names = (module.name for module in pkgutil.iter_modules(detectors.__path__))
    found = (
        importlib.import_module(f"{detectors.__name__}.{name}").DETECTOR for name in sorted(names)
    )
    order = tuple(Severity)
    return tuple(sorted(found, key=lambda one: (order.index(one.severity), one.name)))


def chosen_detectors(settings: Mapping[str, bool]) -> tuple[Detector, ...]:
    """Those that the settings leave on.

    Args:
        settings: by a detector's name, `[audit]` of the settings; one that is absent is on.

    Raises:
        InputError: the settings name a detector that there is not.
    """
    known = every_detector()
    names = [one.name for one in known]
    for name in settings:
        if name not in names:
            raise InputError(
                f"crosssource.toml, [audit]: there is no detector {name!r}; there are "
                f"{', '.join(names)}."
            )
    return tuple(one for one in known if settings.get(one.name, True))
