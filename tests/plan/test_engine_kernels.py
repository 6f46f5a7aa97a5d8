"""Every elementwise kernel makes the same bits under every engine, for every dtype that it takes; NaN payloads aside."""

import importlib
import inspect
import itertools
import pkgutil

import numpy as np
import pytest
from _calls import BF16, BOOL, F16, F32, F64, S32, S64, U8

import aclnn_emu.kernels
from aclnn_emu.core.dtypes import dtype_name, from_numpy, numpy_dtype
from aclnn_emu.kernels import elementwise
from aclnn_emu.kernels.kernel import Kernel
from aclnn_emu.plan import engine
from aclnn_emu.plan.engine.compiled import installed
from aclnn_emu.plan.engine.source import source_of
from aclnn_emu.plan.engine.trace import trace
from aclnn_emu.plan.graph import Buffer, Plan, Step

DTYPES = (F32, F16, BF16, F64, S32, S64, U8, BOOL)
LOOP_DTYPES = (F32, BF16, S32)  # what the compiled loops are tried with: compiling costs a tenth of a second
CASTS = tuple(itertools.product(DTYPES, DTYPES))

# Attributes that are not 0.5, by name; and operands that are BOOL, by kernel.
ATTRIBUTES = {
    "is_result": False, "low": -1.0, "high": 1.0, "decimals": 2, "equal_nan": True, "base": None, "nan": 7.0,
    "denominator": "max", "other": None, "first": None, "scalar_dtype": None,
}  # fmt: skip
CONDITIONS = {"SelectV2": 0, "MaskedFill": 1, "MaskedScale": 1}

NUMBERS = (
    0.0, -0.0, 1, -1, 0.5, -0.5, 0.25, 2.5, -2.5, 3, -3, 1e-12, 1e-30, -1e-40, 6e-8, 2.98e-8, 6.1e-5, 0.1, 1 / 3, -0.9,
    1 + 2**-11, 1 + 2**-8, 65504, 65519, 65520, 3e38, -1e30, np.inf, -np.inf, np.nan,
)  # fmt: skip

# What lies on BCE's way must be compiled: elsewhere the tests would still pass without a single loop.
LOOPS = {
    "Add", "Adds", "Mul", "Muls", "Sub", "RealDiv", "BinaryCrossEntropyGrad", "Cast", "Relu", "LeakyRelu", "HardSwish",
    "ClipByValueV2", "Lerp", "SelectV2", "Sqrt", "Rsqrt", "Abs", "Neg", "Floor", "Maximum", "Equal", "IsFinite",
    "TanhGrad", "SigmoidGrad", "TensorMove",
}  # fmt: skip


def kernels():
    """All that the package defines, by module and name."""
    found = {}
    for module in pkgutil.iter_modules(aclnn_emu.kernels.__path__):
        members = vars(importlib.import_module(f"aclnn_emu.kernels.{module.name}"))
        for name, value in members.items():
            if isinstance(value, Kernel) and value.elementwise and value is not elementwise.cast:
                found.setdefault(id(value), pytest.param(value, id=f"{module.name}.{name}"))
    return list(found.values())


def specials(dtype):
    kind = numpy_dtype(dtype)
    if kind.kind == "b":
        return np.array([False, True])
    if kind.kind in "iu":
        limits = np.iinfo(kind)
        values = [0, 1, 2, 3, 100, limits.max, limits.max - 1, limits.min, limits.min + 1]
        return np.array(values + [-1, -2, -3] * (kind.kind == "i"), kind)
    with np.errstate(all="ignore"):
        return np.array(NUMBERS).astype(kind)


def operands(kernel):
    """How many arrays the kernel takes, and its attributes."""
    if isinstance(kernel.function, np.ufunc):
        return kernel.function.nin, {}
    parameters = inspect.signature(kernel.function).parameters.values()
    if any(p.kind == p.VAR_POSITIONAL for p in parameters):
        return 3, {}
    arrays = [p for p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD and p.name != "out"]
    names = [p.name for p in parameters if p.kind == p.KEYWORD_ONLY]
    return len(arrays), {name: ATTRIBUTES.get(name, 0.5) for name in names}


def plan_of(kernel, dtype, count, attributes, size, out=None):
    """A plan of one step over rows, or None where the kernel does not take the dtype."""
    kinds = [dtype] * count
    if kernel.name in CONDITIONS and count > 1:
        kinds[CONDITIONS[kernel.name]] = BOOL
    inputs = tuple(Buffer(f"x{i}", (size,), kind, (1,), slot=i) for i, kind in enumerate(kinds))
    samples = [np.ones(2, np.float32 if kernel.widens and b.is_half else b.np_dtype) for b in inputs]
    try:
        result = kernel(*samples, **attributes)
    except (TypeError, ValueError, AttributeError, OverflowError):
        return None
    made = from_numpy(result.dtype)
    if out is None:
        out = dtype if kernel.widens and inputs[0].is_half and made == F32 else made
    target = Buffer("out", (size,), out, (1,), slot=count)
    step = Step(kernel.name, kernel, inputs, (target,), attributes)
    return Plan("aclnnTest", (step,), (*inputs, target), 0, 0, (*inputs, target))


def values_for(dtypes):
    """Specials of all operands against each other; of many operands a random choice."""
    pools = [specials(dtype) for dtype in dtypes]
    if len(pools) <= 2:
        places = np.array(list(itertools.product(*(range(pool.size) for pool in pools))))
    else:
        draws = np.random.default_rng(0).integers(0, 1 << 30, (3000, len(pools)))
        places = draws % [pool.size for pool in pools]
    return [np.ascontiguousarray(pool[places[:, i]]) for i, pool in enumerate(pools)]


def same(a, b):
    equal = a.view(np.uint8).reshape(a.size, -1) == b.view(np.uint8).reshape(a.size, -1)
    equal = equal.all(axis=1)
    if a.dtype.kind not in "biu":
        with np.errstate(all="ignore"):
            equal |= np.isnan(a.astype(np.complex128)) & np.isnan(b.astype(np.complex128))
    return equal


def check(kernel, dtype, name, out=None, attributes=None):
    """Compare an engine with the reference; whether the kernel takes the dtype."""
    count, defaults = operands(kernel)
    probe = plan_of(kernel, dtype, count, defaults | (attributes or {}), 1, out)
    if probe is None:
        return False
    values = values_for([b.dtype for b in probe.steps[0].inputs])
    plan = plan_of(kernel, dtype, count, defaults | (attributes or {}), values[0].size, out)
    (step,) = plan.steps
    results = []
    for chosen in ("reference", name):
        arrays = {id(b): value for b, value in zip(step.inputs, values, strict=True)}
        results.append(np.zeros(values[0].size, step.output.np_dtype))
        engine.execute(plan, arrays | {id(step.output): results[-1]}, chosen)
    wrong = np.flatnonzero(~same(*results))
    assert not wrong.size, (
        f"{kernel.name} of {dtype_name(dtype)}: {name} has {results[1][wrong[:3]]}, the reference "
        f"{results[0][wrong[:3]]} of {[value[wrong[:3]] for value in values]}"
    )
    return True


@pytest.mark.parametrize("kernel", kernels())
def test_tiled(kernel):
    taken = [dtype for dtype in DTYPES if check(kernel, dtype, "tiled")]
    # Kernels of complex numbers or of attributes that are no numbers have tests of their own.
    assert taken or kernel.name not in LOOPS


@pytest.mark.skipif(not installed(), reason="Numba, the extra fast, is not installed")
@pytest.mark.parametrize("kernel", kernels())
def test_numba(kernel):
    for dtype in LOOP_DTYPES:
        check(kernel, dtype, "numba")


@pytest.mark.parametrize(("came_from", "to"), CASTS, ids=dtype_name)
def test_casts_tiled(came_from, to):
    assert check(elementwise.cast, came_from, "tiled", to, {"dtype": to})


@pytest.mark.skipif(not installed(), reason="Numba, the extra fast, is not installed")
@pytest.mark.parametrize(("came_from", "to"), CASTS, ids=dtype_name)
def test_casts_numba(came_from, to):
    assert check(elementwise.cast, came_from, "numba", to, {"dtype": to})


def has_source(program):
    return source_of(program, ["row"] * (len(program.loads) + 1), [None]) is not None


def test_kernels_that_must_have_loops_have_them():
    """Without Numba, too: the source of a loop needs none."""
    having = set()
    for kernel in [parameter.values[0] for parameter in kernels()] + [elementwise.cast]:
        count, attributes = operands(kernel)
        if kernel is elementwise.cast:
            attributes = {"dtype": F16}
        plan = plan_of(kernel, F32, count, attributes, 4)
        if plan is None:
            continue
        (step,) = plan.steps
        with np.errstate(all="ignore"):
            program = trace([step], [id(step.output)])
        if program is not None and has_source(program):
            having.add(kernel.name)
    assert having >= LOOPS


def test_what_numba_may_compute_otherwise_has_no_loop():
    for name in ("Exp", "Log1p", "Tanh", "Sigmoid", "Pow"):
        kernel = next(p.values[0] for p in kernels() if p.values[0].name == name)
        count, attributes = operands(kernel)
        (step,) = plan_of(kernel, F32, count, attributes, 4).steps
        with np.errstate(all="ignore"):
            program = trace([step], [id(step.output)])
        if name == "Pow":  # looks at its data, which a trace cannot follow
            assert program is None
        else:
            assert program is not None
            assert not has_source(program)
