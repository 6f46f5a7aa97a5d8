"""Steps with more than one output: their places in the workspace, their text, their run."""

import numpy as np
import pytest
from _calls import F32, PROFILE, S32, arrays_of, tensor

from aclnn_emu.kernels.kernel import kernel
from aclnn_emu.ops import operator_by_name
from aclnn_emu.plan import engine
from aclnn_emu.plan.builder import Builder
from aclnn_emu.plan.executor import Executor
from aclnn_emu.plan.spec import Call


@kernel(name="Halves", outputs=2)
def halves(x):
    """The whole part and the rest of x / 2."""
    return x // 2, x % 2


def building(*tensors):
    """A builder for a call of aclnnMul with these tensors: self, other, out."""
    args = dict(zip(("self", "other", "out"), tensors, strict=True))
    return Builder(Call(operator_by_name("aclnnMul"), args, PROFILE))


def halved(*, cast):
    """x into out, its rest into other; through intermediates where the results are cast."""
    x, rest, whole = (tensor((3, 2), offset=place * 6, storage=(18,)) for place in range(3))
    b = building(x, rest, whole)
    made = b.kernel_outputs(halves, x, outputs=[((3, 2), S32 if cast else F32)] * 2)
    for result, out in zip(made, (whole, rest), strict=True):
        b.view_copy(b.cast(result, F32), out)
    return Executor(b.finish(), (x, rest, whole))


def test_results_are_written_through():
    plan = halved(cast=False).plan
    assert [[b.name for b in step.outputs] for step in plan.steps] == [["out", "other"]]
    assert plan.workspace_size == 0
    assert {b.name for b in plan.written} == {"out", "other"}


def test_each_intermediate_has_its_own_place():
    plan = halved(cast=True).plan
    assert [step.name for step in plan.steps] == ["Halves", "Cast", "Cast"]
    first, second = plan.steps[0].outputs
    assert {first.workspace_offset, second.workspace_offset} == {0, 512}
    assert (first.first, second.first) == (0, 0)
    assert plan.workspace_size == 1024


@pytest.mark.parametrize("cast", [False, True])
@pytest.mark.parametrize("name", ["reference", "tiled"])
def test_every_output_is_computed(cast, name):
    plan = halved(cast=cast).plan
    block = np.zeros(18 * 4, np.uint8)
    values = block.view(np.float32)
    values[:6] = [0, 1, 2, 3, 4, 5]
    engine.execute(plan, arrays_of(plan, block), name)
    np.testing.assert_array_equal(values[6:], [0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 2, 2])


def test_text_names_both():
    text = halved(cast=True).describe()
    row = next(line for line in text.splitlines() if "Halves" in line)
    assert " ".join(row.split()) == "0 Halves self %0.0, %0.1 [3, 2], [3, 2] INT32, INT32"
    assert "%0.1 Halves" in text


def test_a_plan_with_the_wrong_number_of_outputs_is_our_mistake():
    x = tensor((2,))
    with pytest.raises(ValueError, match="Halves: the kernel has 2 outputs, the plan 1"):
        building(x, None, None).kernel_outputs(halves, x, outputs=[((2,), F32)])


def test_an_elementwise_kernel_has_one_output():
    with pytest.raises(ValueError, match="one output"):
        kernel(name="Two", elementwise=True, outputs=2)(halves.function)
