"""Times of single operators, how their arguments grow, and torch's functions that stand beside them."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from _efforts import TINY

from aclnn_emu.bench import operators, peers
from aclnn_emu.bench.gradient import engines
from aclnn_emu.conformance.assemble import objects_of
from aclnn_emu.conformance.backends.base import Session
from aclnn_emu.conformance.backends.emulator import EmulatorBackend
from aclnn_emu.conformance.cases import Ref, TensorSpec
from aclnn_emu.conformance.subject import subject
from aclnn_emu.ops import operators as declared


@pytest.mark.parametrize(
    ("shapes", "size", "grown"),
    [
        ([(2, 3), (2, 3)], 64, [(2, 32), (2, 32)]),
        ([(2, 3), (1, 3)], 64, [(2, 32), (1, 32)]),
        ([(2, 3), (2,)], 64, [(2, 32), (2,)]),
        ([(3, 3)], 64, [(8, 8)]),
        ([(2, 3), (3, 4)], 64, [(2, 3), (3, 21)]),
        ([()], 64, [()]),
        ([(0, 3)], 64, [(0, 3)]),
    ],
)
def test_the_longest_dimension_grows(shapes, size, grown):
    args = {str(i): TensorSpec(0, shape) for i, shape in enumerate(shapes)}
    found = operators.stretched(args, size, list(args))
    assert [spec.shape for spec in found.values()] == grown


def test_outputs_follow_and_do_not_lead():
    found = subject("aclnnCat")
    args = found.fitted(operators.stretched(found.base, 64, ["tensors"]))
    assert sum(spec.numel for spec in args["tensors"]) == args["out"].numel


@pytest.mark.parametrize("name", ["aclnnAdd", "aclnnCat", "aclnnSum", "aclnnInplaceMul", "aclnnCast"])
def test_parts_of_an_operator(name):
    found = list(operators.measure(name, TINY, torch=False))
    assert [each.engine for each in found] == engines()
    for each in found:
        assert each.operator == name
        assert not each.why_not
        assert list(each.parts) == ["phase 1", "phase 2", "synchronise"]


def test_sizes_end_where_the_effort_does():
    effort = attrs.evolve(TINY, elements=1 << 16)
    found = [each for each in operators.measure("aclnnAbs", effort, torch=False) if each.engine == "tiled"]
    assert [each.size for each in found] == [4, 1 << 16]


def test_what_phase_1_refuses_is_said_once(monkeypatch):
    found = subject("aclnnAbs")
    wrong = attrs.evolve(found, base={**found.base, "out": None})
    monkeypatch.setattr(operators, "subject", lambda _name: wrong)
    (only,) = operators.measure("aclnnAbs", TINY, torch=False)
    assert not only.parts
    assert "161001" in only.why_not
    assert "out" in only.why_not


@pytest.mark.trips("ACL-SYNC-103")
def test_a_part_that_fails_is_not_timed(monkeypatch):
    monkeypatch.setattr(operators.aclnn, "aclrtSynchronizeStream", lambda _stream: 507035, raising=False)
    with pytest.raises(RuntimeError, match="507035"):
        list(operators.measure("aclnnAbs", TINY, torch=False))


@pytest.mark.parametrize("name", peers.torch_operators())
def test_peers_are_of_operators_that_exist(name):
    assert name in declared()


@pytest.mark.parametrize("name", peers.torch_operators())
def test_peers_compute_the_same(name):
    pytest.importorskip("torch")
    found = subject(name)
    objects, values = objects_of(found.operator, found.base)
    arrays, specs = operators._filled(objects)
    session = Session(EmulatorBackend(), specs)
    call = [session.value(value.name) if isinstance(value, Ref) else value for value in values]
    first, second = (getattr(operators.aclnn, name + end) for end in ("GetWorkspaceSize", ""))
    status, size, executor = first(*call)
    assert status == 0
    workspace = operators.aclnn.aclrtMalloc(size, 0)[1] if size else None
    assert second(workspace, size, executor, None) == 0
    assert operators.aclnn.aclrtSynchronizeDevice() == 0
    out = next(param.name for param in found.operator.params if param.role == "output")
    ours = np.frombuffer(session._read(f"memory of {out}", arrays[out].nbytes), arrays[out].dtype)
    session.close()
    call_torch = peers.torch_call(name, operators._plain(found.base, arrays))
    assert call_torch is not None
    call_torch()  # writes to the array of out
    np.testing.assert_allclose(ours, arrays[out].ravel(), rtol=2e-5, atol=1e-6)


def test_no_peer_is_none():
    assert peers.torch_call("aclnnCat", {}) is None


def test_a_triad_is_a_triad():
    call = peers.triad(10)
    call()
    a, b, c = (cell.cell_contents for cell in call.__closure__ if isinstance(cell.cell_contents, np.ndarray))
    np.testing.assert_array_equal(a, b + 3 * c)
