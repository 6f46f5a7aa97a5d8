"""Make tests/ops/numerics.json: which tests compute an operator on data and hold.

python tools/measure_numerics.py [options of pytest]     run tests/ops and write the file; it takes as long as they do

Written are, for each operator, the tests in which one of its plans was executed and that passed: property tests
(Hypothesis draws the data) and tests of fixed examples. A test compares what was computed with values that do not come
from the emulator; that is what those tests are for, and a reader can look at them.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

OPS = Path(__file__).resolve().parents[1] / "tests" / "ops"
OUTPUT = OPS / "numerics.json"


class Measurement:
    """A pytest plugin: the operators that each passed test executed."""

    def __init__(self) -> None:
        self.table: dict[str, dict[str, set[str]]] = defaultdict(
            lambda: {"property": set(), "examples": set()}
        )
        self._executed: set[str] = set()

    def pytest_configure(self) -> None:
        """Take the place of the engine's function, before tests import it and after pytest took over imports."""
        from aclnn_emu.plan import engine

        original = engine.execute

        def execute(plan: Any, *args: Any) -> None:
            self._executed.add(plan.operator)
            original(plan, *args)

        engine.execute = execute

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test executed, when it passes."""
        self._executed.clear()
        result = yield
        function = getattr(item, "function", None)
        kind = "property" if getattr(function, "is_hypothesis_test", False) else "examples"
        name = f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
        for operator in self._executed:
            self.table[operator][kind].add(name)
        return result


def main() -> int:
    """Run the tests and write the file."""
    measurement = Measurement()
    status = pytest.main([str(OPS), "-q", "-p", "no:randomly", *sys.argv[1:]], plugins=[measurement])
    rows = {
        operator: {kind: sorted(names) for kind, names in kinds.items() if names}
        for operator, kinds in sorted(measurement.table.items())
    }
    OUTPUT.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return int(status)  # what failed is not in the file


if __name__ == "__main__":
    sys.exit(main())
