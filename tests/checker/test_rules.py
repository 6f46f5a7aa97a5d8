"""Each rule has a program that trips it and a twin that just passes."""

from __future__ import annotations

import importlib
import os

import pytest

from aclnn_emu.abi.rules import all_rules
from aclnn_emu.checker import current
from aclnn_emu.runtime.machine import configure

MODULES = ("programs_life", "programs_order", "programs_memory", "programs_executor", "programs_whole")
PROGRAMS = {
    name: function
    for module in MODULES
    for name, function in vars(importlib.import_module(module)).items()
    if name.startswith(("wrong_", "right_"))
}
FORK = "ACL-THREAD-103"  # tested apart: its program is two processes
RULES = [rule for rule in all_rules().values() if rule.id != FORK]
# What nearly every short program leaves behind.
LEFT_BEHIND = ("ACL-LEAK", "ACL-EXEC-103")


def found(program, rule) -> list[str]:
    """The ids of all that is found in a program, what follows from something else included."""
    left = "" if rule.group == "ACL-LEAK" or rule.id in LEFT_BEHIND else f"--ignore {','.join(LEFT_BEHIND)}"
    only = f"--only {rule.id}" if not left else ""
    configure(check=True, check_options=f"--notes --quiet {left} {only}")
    program()
    checker = current()
    checker.finish()
    return [name for one in checker.reports for name in (one.rule.id, *(rule for rule, _ in one.followers))]


def program(kind: str, rule) -> object:
    return PROGRAMS[f"{kind}_{rule.id.lower().replace('-', '_')}"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_wrong_program_trips_the_rule(rule) -> None:
    ids = found(program("wrong", rule), rule)
    assert rule.id in ids


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_its_twin_just_passes(rule) -> None:
    ids = found(program("right", rule), rule)
    # A note may be about what several right programs do.
    assert [name for name in ids if all_rules()[name].level != "note" or name == rule.id] == []


def test_every_rule_has_both_programs() -> None:
    ids = (rule.id.lower().replace("-", "_") for rule in all_rules().values())
    wanted = {f"{kind}_{name}" for name in ids for kind in ("wrong", "right")}
    assert set(PROGRAMS) == wanted


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
@pytest.mark.parametrize(("kind", "count"), [("wrong", 1), ("right", 0)])
def test_a_forked_child(kind, count) -> None:
    configure(check=True, check_options=f"--quiet --only {FORK}")
    assert PROGRAMS[f"{kind}_{FORK.lower().replace('-', '_')}"]() == count


def test_a_teardown_in_the_wrong_order_is_one_report() -> None:
    from _helpers import malloc, start

    from aclnn_emu import aclnn

    configure(check=True, check_options="--quiet --ignore ACL-LEAK")
    stream = start()
    memory = [malloc(), malloc()]
    aclnn.aclrtResetDevice(0)
    aclnn.aclFinalize()
    for address in memory:
        aclnn.aclrtFree(address)
    aclnn.aclrtDestroyStream(stream)
    # The warning comes first, and does not hide the error.
    assert [one.rule.id for one in current().reports] == ["ACL-LIFE-111", "ACL-LIFE-107"]
    assert [rule for rule, _ in current().reports[1].followers][-1] == "ACL-LIFE-107"


def test_what_a_kernel_leaves_of_its_output_is_not_read() -> None:
    """The rows beyond the groups keep what the output held; nobody has to write it before."""
    import numpy as np
    from _helpers import filled, malloc, start, tensor

    from aclnn_emu import aclnn

    configure(check=True, check_options="--quiet --only ACL-INIT-101")
    stream = start()
    for strides in (None, (1, 2)):
        x, out = tensor(filled(), (2, 2)), tensor(malloc(8), (2, 1), strides=strides, storage=(2,))
        groups = tensor(filled(np.array([1])), (1,), aclnn.ACL_INT64)
        _, size, executor = aclnn.aclnnClippedSwigluGetWorkspaceSize(x, groups, -1, 1.0, 7.0, 0.0, True, out)
        aclnn.aclnnClippedSwiglu(malloc(size) if size else None, size, executor, stream)
    aclnn.aclrtSynchronizeStream(stream)
    assert current().reports == []
