"""An elementwise kernel gives the same bits for any tiling and any strides; none of them warns."""

import importlib

import numpy as np
import pytest

from aclnn_emu.core.dtypes import DataType, numpy_dtype
from aclnn_emu.kernels import (
    activation,
    activation_grad,
    arithmetic,
    complex_numbers,
    data,
    dsp,
    elementwise,
    generated,
    logic,
    loss,
    loss_pointwise,
    norm,
    predicate,
    special,
    statistics,
    ternary,
    unary,
)
from aclnn_emu.kernels.kernel import Kernel, kernel

F32 = np.float32
WHOLE = {"nonzero_parts", "tensor_equal"}  # not elementwise
_ELU = {"alpha": 1.5, "scale": 1.25, "input_scale": 0.5}
SCALARS = {
    "leaky_relu": {"slope": 0.3}, "elu": _ELU, "celu": {"alpha": 1.5}, "hard_shrink": {"lambd": 0.3},
    "soft_shrink": {"lambd": 0.3}, "shrink": {"lambd": 0.3, "bias": 0.2}, "softplus": {"beta": 2.0, "threshold": 1.0},
    "threshold": {"limit": 0.3, "value": 7.0}, "leaky_relu_grad": {"slope": 0.3}, "hard_shrink_grad": {"lambd": 0.3},
    "soft_shrink_grad": {"lambd": 0.3}, "softplus_grad": {"beta": 2.0, "threshold": 1.0},
    "threshold_grad": {"threshold": 0.3}, "hardtanh_grad": {"low": 0.2, "high": 0.7},
    "elu_grad": _ELU | {"is_result": False},
}  # fmt: skip
# kernel, number of arrays, attributes
ELEMENTWISE = [
    (elementwise.add, 2, {}),
    (elementwise.add, 2, {"alpha": 0.3}),
    (elementwise.adds, 1, {"value": 0.3}),
    (elementwise.adds, 1, {"value": 0.3, "alpha": -1.5}),
    (elementwise.accumulate, 3, {}),
    (elementwise.mul, 2, {}),
    (elementwise.muls, 1, {"value": 0.3}),
    (elementwise.sigmoid, 1, {}),
    (elementwise.cast, 1, {"dtype": DataType.ACL_FLOAT16}),
    (elementwise.cast, 1, {"dtype": DataType.ACL_BF16}),
    (elementwise.cast, 1, {"dtype": DataType.ACL_INT32}),
    (elementwise.cast, 1, {"dtype": DataType.ACL_UINT8}),
    (elementwise.cast, 1, {"dtype": DataType.ACL_BOOL}),
    (loss.bce, 2, {}),
    (loss.bce, 3, {"scale": 1 / 3}),
    (loss.bce_grad, 3, {}),
    (loss.bce_grad, 4, {"scale": 1 / 3}),
    (loss.bce_with_logits, 2, {}),
    (loss.bce_with_logits, 4, {}),
    (loss.bce_with_pos_weight, 3, {}),
    (loss.bce_with_logits_grad, 3, {}),
    (loss.bce_with_logits_grad, 5, {"scale": 1 / 3}),
    (loss_pointwise.mse, 2, {}),
    (loss_pointwise.mse_grad, 3, {"scale": 2 / 3}),
    (loss_pointwise.l1, 2, {}),
    (loss_pointwise.l1_grad, 3, {"scale": 1 / 3}),
    (loss_pointwise.smooth_l1, 2, {"beta": 0.3}),
    (loss_pointwise.smooth_l1_grad, 3, {"beta": 0.3, "scale": 1 / 3, "closed": False}),
    (loss_pointwise.soft_margin, 2, {}),
    (loss_pointwise.soft_margin_grad, 3, {"scale": 1 / 3}),
    *((loss_pointwise.kl_div, 2, {"log_target": log}) for log in (False, True)),
    *((loss_pointwise.kl_div_grad, 3, {"log_target": log, "scale": 1 / 3}) for log in (False, True)),
    *((loss_pointwise.kl_div_target_grad, 3, {"log_target": log, "scale": 1 / 3}) for log in (False, True)),
    (complex_numbers.complex_of, 2, {}),
    (complex_numbers.polar, 2, {}),
    (generated.squared_relu, 1, {}),
    *((generated.logit, 1, {"eps": eps}) for eps in (-1.0, 0.2)),
    *((generated.logit_grad, 2, {"eps": eps}) for eps in (-1.0, 0.2)),
    (generated.is_inf, 1, {}),
    (generated.angle, 1, {}),
    (dsp.bce_grad, 4, {}),
    (dsp.bce_grad, 4, {"denominator": "max"}),
    (dsp.scaled_exp, 1, {}),
    (dsp.scaled_exp, 1, {"in_scale": 0.3, "out_scale": 3.0}),
    (data.copy, 1, {}),
    (data.ones_like, 1, {}),
    (data.zeros_like, 1, {}),
    *((getattr(unary, name), 1, {}) for name in unary.__all__ if name not in {"invert", "nan_to_num"}),
    (unary.invert, 1, {}),
    (unary.log, 1, {"base": 2}),
    (unary.log, 1, {"base": 10}),
    (unary.round_to, 1, {"decimals": 1}),
    (unary.round_to, 1, {"decimals": -1}),
    (unary.nan_to_num, 1, {"nan": 1.0, "posinf": 2.0, "neginf": 3.0}),
    *((getattr(special, name), 1, {}) for name in special.__all__),
    *((getattr(predicate, name), 1, {}) for name in predicate.__all__),
    *((getattr(arithmetic, name), 1, {}) for name in ("square", "trunc")),
    *((getattr(arithmetic, name), 2, {}) for name in arithmetic.__all__ if name not in {"square", "trunc"}),
    (arithmetic.log_add_exp, 2, {"base": 2.0}),
    *((getattr(logic, name), 2, {}) for name in logic.__all__ if name not in WHOLE and name != "is_close"),
    (logic.is_close, 2, {"rtol": 0.1, "atol": 0.1, "equal_nan": False}),
    (logic.is_close, 2, {"rtol": 0.1, "atol": 0.1, "equal_nan": True}),
    (ternary.lerp, 3, {}),
    (ternary.lerp_to, 2, {"weight": 0.3}),
    (ternary.addcmul, 3, {"value": 0.3}),
    (ternary.addcdiv, 3, {"value": 0.3}),
    (ternary.clip, 3, {}),
    (ternary.clip_to, 1, {"low": 0.2, "high": 0.7}),
    (ternary.clip_low, 2, {"high": 0.7}),
    (ternary.clip_high, 2, {"low": 0.2}),
    (ternary.select, 3, {}),
    (ternary.masked_fill, 3, {}),
    (ternary.masked_fill_with, 2, {"value": 0.3}),
    (ternary.masked_scale, 2, {"scale": 0.3}),
    (ternary.heaviside, 2, {}),
    *(
        (getattr(activation, name), 1, SCALARS.get(name, {}))
        for name in activation.__all__
        if name != "prelu"
    ),
    *((getattr(activation_grad, name), 2, SCALARS.get(name, {})) for name in activation_grad.__all__),
    (activation_grad.elu_grad, 2, SCALARS["elu_grad"] | {"is_result": True}),
    (norm.lp_norm_update, 1, {"p": 2.0}),
    (norm.lp_norm_update, 1, {"p": 3.0}),
    (statistics.half, 1, {}),
]
INTEGERS = {
    unary.invert,
    arithmetic.gcd,
    logic.bitwise_and,
    logic.bitwise_or,
    logic.bitwise_xor,
    logic.left_shift,
    logic.right_shift,
    statistics.half,
}  # kernels that do not take floats
BOOLEANS = (
    {getattr(predicate, name) for name in predicate.__all__}
    | {getattr(logic, name) for name in logic.__all__} - INTEGERS
    | {generated.is_inf}
)
COMPLEX = {complex_numbers.complex_of, complex_numbers.polar}
ROWS = [
    pytest.param(*row, id=f"{row[0].name}-{row[1]}" + "".join(f"-{k}={v}" for k, v in row[2].items()))
    for row in ELEMENTWISE
]


def all_kernels():
    for name in (
        "activation",
        "activation_grad",
        "arithmetic",
        "complex_numbers",
        "cumulative",
        "data",
        "dsp",
        "elementwise",
        "extremum",
        "gate",
        "generated",
        "logic",
        "loss",
        "loss_classes",
        "loss_pointwise",
        "moments",
        "norm",
        "predicate",
        "reduction",
        "softmax",
        "special",
        "statistics",
        "ternary",
        "truth",
        "unary",
    ):
        module = importlib.import_module(f"aclnn_emu.kernels.{name}")
        for attribute in module.__all__:
            yield getattr(module, attribute)


def inputs(function, count, dtype, size=4099):
    rng = np.random.default_rng(count)
    if function in INTEGERS:
        return [rng.integers(-99, 99, size).astype(np.int32) for _ in range(count)]
    return [rng.uniform(0.001, 0.999, size).astype(dtype) for _ in range(count)]


def test_the_table_is_complete():
    assert {row[0] for row in ELEMENTWISE} == {k for k in all_kernels() if k.elementwise}


def test_kernels_say_what_they_are():
    kernels = list(all_kernels())
    assert all(isinstance(k, Kernel) and k.formula.endswith(".") for k in kernels)
    assert {k.name for k in kernels if not k.widens} == {
        "Cast", "ConcatD", "SplitV", "TensorMove", "OnesLike", "ZerosLike", "Fill", "SelectV2", "MaskedFill", "ReduceAny",
        "Slice",
        "Transpose",
        "ReduceAll",
        "Expand", "GatherElements", "GatherV2",
    }  # fmt: skip


@pytest.mark.parametrize("dtype", [np.float32, np.float64], ids=["f32", "f64"])
@pytest.mark.parametrize("tile", [1, 7, 33, 1000])
@pytest.mark.parametrize(("function", "count", "attributes"), ROWS)
def test_tiles_give_the_same_bits(function, count, attributes, tile, dtype):
    arrays = inputs(function, count, dtype, 301 if tile == 1 else 4099)
    whole = function(*arrays, **attributes)
    parts = [
        function(*(array[start : start + tile] for array in arrays), **attributes)
        for start in range(0, arrays[0].size, tile)
    ]
    assert np.concatenate(parts).tobytes() == whole.tobytes()


@pytest.mark.parametrize("dtype", [np.float32, np.float64], ids=["f32", "f64"])
@pytest.mark.parametrize(("function", "count", "attributes"), ROWS)
def test_strides_give_the_same_bits(function, count, attributes, dtype):
    arrays = [array[:4095].reshape(9, 455) for array in inputs(function, count, dtype)]
    whole = function(*arrays, **attributes)
    for step in (2, 3, -1):
        views = []
        for array in arrays:
            base = np.zeros((9, 455 * abs(step)), array.dtype)
            views.append(base[:, ::step])
            views[-1][...] = array
        assert function(*views, **attributes).tobytes() == whole.tobytes()
    columns = [np.asfortranarray(array) for array in arrays]
    np.testing.assert_array_equal(function(*columns, **attributes), whole)


@pytest.mark.parametrize(("function", "count", "attributes"), ROWS)
def test_nan_infinity_and_zero_are_no_reason_to_warn(function, count, attributes):
    odd = np.array([np.nan, np.inf, -np.inf, 0, -0.0, 1, -1, 2, 3e38, 1e-45], F32)
    if function in INTEGERS:
        odd = np.array([0, -1, 2**31 - 1, -(2**31)], np.int32)
    function(*([odd] * count), **attributes)


@pytest.mark.parametrize(("function", "count", "attributes"), ROWS)
def test_the_inputs_stay_as_they_were(function, count, attributes):
    arrays = inputs(function, count, F32)
    before = [array.copy() for array in arrays]
    result = function(*arrays, **attributes)
    for array, kept in zip(arrays, before, strict=True):
        assert array.tobytes() == kept.tobytes()
        assert not np.shares_memory(array, result)


@pytest.mark.parametrize(("function", "count", "attributes"), ROWS)
def test_scalars_and_nothing(function, count, attributes):
    taken = np.int32 if function in INTEGERS else F32
    scalar = function(*(np.array(0.25, taken) for _ in range(count)), **attributes)
    empty = function(*(np.empty((0, 3), taken) for _ in range(count)), **attributes)
    assert isinstance(scalar, np.ndarray)
    assert (scalar.shape, empty.shape) == ((), (0, 3))
    dtype = attributes.get("dtype")
    expected = np.bool_ if function in BOOLEANS else taken if dtype is None else numpy_dtype(dtype)
    expected = np.complex64 if function in COMPLEX else expected
    assert scalar.dtype == empty.dtype == expected


def test_the_decorator_keeps_the_definition():
    @kernel(name="Twice", elementwise=True)
    def twice(x):
        """2 * x.

        More words.
        """
        return 2 * x

    assert (twice.name, twice.elementwise, twice.widens, twice.formula) == ("Twice", True, True, "2 * x.")
    np.testing.assert_array_equal(twice(np.ones(2)), [2, 2])
