"""What a case of the reference file is, and what an adapter makes of it."""

from collections.abc import Callable, Mapping
from typing import Any

Case = Mapping[str, Any]
Values = Mapping[str, Any]
"""By the names that the case expects; more than it expects is no harm."""

Adapter = Callable[[Case], Values]
