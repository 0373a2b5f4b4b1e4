"""Module-level state of check files, put back between submissions: no verdict depends on another's."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np

CONTAINERS = (list, dict, set)


class Keep:
    """Remembers the names of some modules and the contents of their lists, dicts, sets and arrays.

    What it cannot see: state inside functions, caches and objects. ``grade course check`` looks for that by
    judging in two orders.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._names = [(vars(module), _own(module)) for module in modules]
        values = {id(value): value for _, names in self._names for value in names.values()}
        self._contents = [
            (value, copy.deepcopy(value))
            for value in values.values()
            if type(value) in CONTAINERS or isinstance(value, np.ndarray)
        ]

    def restore(self) -> None:
        """Put everything back as it was."""
        for current, names in self._names:
            if any(current.get(name, current) is not value for name, value in names.items()):
                current.update(names)
        for value, before in self._contents:
            if isinstance(value, np.ndarray):
                value[...] = before
            elif type(value) is list:
                value[:] = copy.deepcopy(before)
            else:
                value.clear()
                value.update(copy.deepcopy(before))


def _own(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if not name.startswith("__")}
