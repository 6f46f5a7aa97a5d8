"""Random draws: Bernoulli trials, permutations, multinomial samples, exponential numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from aclnn_emu.errors import FindKernel, InnerNullptr, ParamInvalid
from aclnn_emu.kernels import data, random
from aclnn_emu.ops._random import (
    DSA,
    NUMBERS,
    SINGLE_KEYS,
    at_least,
    between,
    mask_bytes,
    single_keys,
)
from aclnn_emu.ops._scalars import REGBASE
from aclnn_emu.ops._types import (
    BF16,
    BOOL,
    F16,
    F32,
    F64,
    S8,
    S16,
    S32,
    S64,
    U8,
    U16,
    U32,
    U64,
)  # fmt: skip
from aclnn_emu.plan.checks import (
    chip_has_operator,
    custom,
    dtype_in,
    max_rank,
    not_null,
    public_format,
    same_dtype,
    same_shape,
    unless_empty,
)
from aclnn_emu.plan.dtypes import dtypes
from aclnn_emu.plan.spec import operator

if TYPE_CHECKING:
    from aclnn_emu.core.scalar import Scalar
    from aclnn_emu.core.tensor import Tensor
    from aclnn_emu.plan.builder import Builder
    from aclnn_emu.plan.graph import Buffer
    from aclnn_emu.plan.spec import Call

__all__: list[str] = []

# Bernoulli trials.

_BERNOULLI_SOURCE = "ops-math/random/dsa_gen_bit_mask/op_host/op_api/aclnn_bernoulli.cpp"
_TRIAL_910 = (F32, S32, S64, F16, S16, S8, U8, F64, BOOL)
_TRIAL_950 = (F32, S32, S64, F16, S16, S8, U8, U16, U32, F64, BOOL, U64, BF16)
_TRIALS = dtypes(DAV_1001=_TRIAL_910, DAV_2201=(*_TRIAL_910, BF16), DAV_3510=_TRIAL_950)
_PROBS = dtypes(DAV_1001=(F32, F16, F64), DAV_2201=(F32, F16, F64, BF16), DAV_3510=(F32, F16, F64, BF16))
_EPSILON = 2.0**-52


def _trials(b: Builder, self: Tensor, prob: Scalar, seed: int, offset: int, out: Tensor) -> None:
    if self.is_empty:
        return
    x, chance = b.contiguous(self), float(np.float64(_real(prob)))
    if b.profile.npu_arch != DSA:
        dtype = F32 if b.profile.npu_arch == REGBASE else prob.dtype
        p = b.fill((1,), chance, dtype, name="Fill")
        b.view_copy(_bernoulli(b, x, p, seed, offset), out)
        return
    if abs(chance) <= _EPSILON:
        result = b.kernel(data.zeros_like, x)
    elif abs(chance - 1) <= _EPSILON:
        result = b.ones_like(x)
    else:
        size = mask_bytes(self.numel)
        mask = b.kernel(
            random.drop_mask, name="DSAGenBitMask", shape=(size,), dtype=U8, size=(size,), keep=chance,
            seed=seed, offset=offset,
        )  # fmt: skip
        ones = b.fill(x.shape, 1, x.dtype if x.dtype in (F32, BF16) else F16)
        result = b.kernel(random.drop_out, ones, mask, shape=x.shape, keep=1.0)
    b.view_copy(b.cast(result, out.dtype), out)


def _real(prob: Scalar) -> float:
    value = prob.as_(F64)
    return value.real if isinstance(value, complex) else value


def _bernoulli(b: Builder, x: Buffer, prob: Buffer, seed: int, offset: int) -> Buffer:
    return b.kernel(
        random.bernoulli, prob, shape=x.shape, dtype=x.dtype, size=x.shape, seed=seed, offset=offset
    )


def _trials_by_tensor(b: Builder, self: Tensor, prob: Tensor, seed: int, offset: int, out: Tensor) -> None:
    if self.is_empty or prob.is_empty:
        return
    x, p = b.contiguous(self), b.contiguous(prob)
    if b.profile.npu_arch == REGBASE:
        p = b.cast(p, F32)
    if prob.numel not in (1, self.numel):
        raise FindKernel(
            "ACLNN-PARAM-209", op=b.call.operator.name, param="prob", got=prob.numel, allowed=self.numel
        )
    b.view_copy(_bernoulli(b, x, p, seed, offset), out)


@operator(
    "aclnnBernoulli(const aclTensor *self, const aclScalar *prob, int64_t seed, int64_t offset, aclTensor *out)",
    checks=(
        not_null("self", "prob", "out"),
        dtype_in(_TRIALS, "self"),
        dtype_in(_PROBS, "prob"),
        same_dtype("self", "out"),
        between("prob", 0, 1),
        max_rank(8, "self"),
        same_shape("self", "out"),
        public_format("self"),
    ),
    source=_BERNOULLI_SOURCE,
    deviations=(NUMBERS,),
)
def bernoulli(b: Builder, self: Tensor, prob: Scalar, seed: int, offset: int, out: Tensor) -> None:
    """out = 1 with probability prob, else 0; self gives shape and dtype."""
    _trials(b, self, prob, seed, offset, out)


@operator(
    "aclnnInplaceBernoulli(const aclTensor *selfRef, const aclScalar *prob, int64_t seed, int64_t offset)",
    checks=(
        not_null("selfRef", "prob"),
        dtype_in(_TRIALS, "selfRef"),
        dtype_in(_PROBS, "prob"),
        between("prob", 0, 1),
        max_rank(8, "selfRef"),
        public_format("selfRef"),
    ),
    source=_BERNOULLI_SOURCE,
    deviations=(NUMBERS,),
    written=("selfRef",),
)
def inplace_bernoulli(b: Builder, self_ref: Tensor, prob: Scalar, seed: int, offset: int) -> None:
    """selfRef = 1 with probability prob, else 0."""
    _trials(b, self_ref, prob, seed, offset, self_ref)


_PROB_SIZE = "A prob tensor with neither one element nor as many as self is not emulated."


@operator(
    "aclnnBernoulliTensor(const aclTensor *self, const aclTensor *prob, int64_t seed, int64_t offset, aclTensor *out)",
    checks=(
        not_null("self", "prob", "out"),
        dtype_in(_TRIALS, "self"),
        dtype_in(_PROBS, "prob"),
        same_dtype("self", "out"),
        max_rank(8, "self", "prob"),
        same_shape("self", "out"),
        public_format("self", "prob"),
    ),
    source=_BERNOULLI_SOURCE,
    deviations=(NUMBERS, _PROB_SIZE),
)
def bernoulli_tensor(b: Builder, self: Tensor, prob: Tensor, seed: int, offset: int, out: Tensor) -> None:
    """out = 1 with the probability that prob has at the same place, else 0."""
    _trials_by_tensor(b, self, prob, seed, offset, out)


@operator(
    "aclnnInplaceBernoulliTensor(const aclTensor *selfRef, const aclTensor *prob, int64_t seed, int64_t offset)",
    checks=(
        not_null("selfRef", "prob"),
        dtype_in(_TRIALS, "selfRef"),
        dtype_in(_PROBS, "prob"),
        max_rank(8, "selfRef", "prob"),
        public_format("selfRef", "prob"),
    ),
    source=_BERNOULLI_SOURCE,
    deviations=(NUMBERS, _PROB_SIZE),
    written=("selfRef",),
)
def inplace_bernoulli_tensor(b: Builder, self_ref: Tensor, prob: Tensor, seed: int, offset: int) -> None:
    """selfRef = 1 with the probability that prob has at the same place, else 0."""
    _trials_by_tensor(b, self_ref, prob, seed, offset, self_ref)


# Permutations and samples.

_PERMUTED = (F32, F16, S32, F64, S64, S8, U8, S16)


@custom("is_range", ("n", "out"), "out: view shape [n]")
def _is_range(call: Call) -> None:
    count, found = call.args["n"], call.args["out"].view_shape
    if found != (count,):
        raise ParamInvalid(
            "ACLNN-PARAM-202", op=call.operator.name, param="out", got=list(found), allowed=[count]
        )


@operator(
    "aclnnRandperm(int64_t n, int64_t seed, int64_t offset, aclTensor *out)",
    checks=(
        not_null("out", error=InnerNullptr),
        dtype_in(dtypes(*_PERMUTED, DAV_2201=(*_PERMUTED, BF16), DAV_3510=(*_PERMUTED, BF16)), "out"),
        _is_range,
        at_least("n", 0),
    ),
    source="ops-math/random/stateless_randperm/op_api/aclnn_randperm.cpp",
    deviations=(NUMBERS,),
)
def randperm(b: Builder, n: int, seed: int, offset: int, out: Tensor) -> None:
    """out = the numbers 0 .. n - 1 in a random order."""
    if n:
        result = b.kernel(random.permutation, shape=(n,), dtype=out.dtype, count=n, seed=seed, offset=offset)
        b.view_copy(result, out)


_MULTINOMIAL_SOURCE = "ops-math/random/stateless_sample_multinomial/op_api/aclnn_multinomial.cpp"
_WEIGHTS = dtypes(F32, F16, F64, DAV_2201=(F32, F16, F64, BF16), DAV_3510=(F32, F16, F64, BF16))
_MOST_CATEGORIES = 1 << 24
_AICPU_UP_TO = 5000
_ONE_STEP = (
    "Always one MultinomialWithReplacement step; the library composes the draw from several kernels on 910B above 5000"
    " elements and on Ascend950, so workspaceSize differs there."
)


@custom(
    "sample_shape", ("self", "numsamples", "out"), "self: [n] or [m, n]; out: [numsamples] or [m, numsamples]"
)
def _sample_shape(call: Call) -> None:
    self, out, count = call.args["self"], call.args["out"], call.args["numsamples"]
    op = call.operator.name
    if self.rank not in (1, 2) or self.rank != out.rank:
        wrong, allowed = ("self", "1 or 2") if self.rank not in (1, 2) else ("out", self.rank)
        found = call.args[wrong]
        raise ParamInvalid(
            "ACLNN-PARAM-062",
            op=op,
            param=wrong,
            got=found.rank,
            shape=list(found.view_shape),
            allowed=allowed,
        )
    expected = (*self.view_shape[:-1], count)
    if out.view_shape != expected:
        raise ParamInvalid(
            "ACLNN-PARAM-202", op=op, param="out", got=list(out.view_shape), allowed=list(expected)
        )


@custom(
    "sample_count",
    ("self", "numsamples", "replacement"),
    "numsamples: above 0, without replacement at most the categories",
)
def _sample_count(call: Call) -> None:
    op, categories = call.operator.name, call.args["self"].view_shape[-1]
    if not call.args["replacement"] and call.args["numsamples"] > categories:
        raise ParamInvalid(
            "ACLNN-PARAM-206", op=op, param="numsamples", got=call.args["numsamples"], allowed=categories
        )
    if categories > _MOST_CATEGORIES:
        raise ParamInvalid("ACLNN-PARAM-207", op=op, param="self", got=categories, allowed=_MOST_CATEGORIES)


@custom("key_dtype", ("self", "seedTensor", "offsetTensor"), "seedTensor, offsetTensor: INT64 for small self")
def _key_dtype(call: Call) -> None:
    self = call.args["self"]
    large = call.profile.npu_arch in (DSA, REGBASE) and self.numel > _AICPU_UP_TO
    if not self.is_empty and not large:
        dtype_in(dtypes(S64), "seedTensor", "offsetTensor").run(call)


def _sample(
    b: Builder,
    self: Tensor,
    count: int,
    out: Tensor,
    *,
    replacement: bool,
    key: tuple[Buffer, ...] = (),
    **start: Any,
) -> None:
    x = b.contiguous(self)
    drawn = b.kernel(
        random.multinomial, x, *key, shape=(*x.shape[:-1], count), dtype=S64, format=x.format, count=count,
        replacement=replacement, **start,
    )  # fmt: skip
    b.view_copy(drawn, out)


@operator(
    "aclnnMultinomial(const aclTensor *self, int64_t numsamples, bool replacement, int64_t seed, int64_t offset, "
    "aclTensor *out)",
    checks=(
        not_null("self", "out"),
        dtype_in(_WEIGHTS, "self"),
        dtype_in(dtypes(S64), "out"),
        _sample_shape,
        at_least("numsamples", 0, above=True),
        _sample_count,
    ),
    source=_MULTINOMIAL_SOURCE,
    deviations=(NUMBERS, _ONE_STEP),
)
def multinomial(
    b: Builder, self: Tensor, numsamples: int, replacement: bool, seed: int, offset: int, out: Tensor
) -> None:
    """out = places of self's last dimension, drawn in proportion to the values there."""
    if not self.is_empty:
        _sample(b, self, numsamples, out, replacement=replacement, seed=seed, offset=offset)


@operator(
    "aclnnMultinomialTensor(const aclTensor *self, int64_t numsamples, bool replacement, const aclTensor *seedTensor, "
    "const aclTensor *offsetTensor, int64_t offset, aclTensor *out)",
    checks=(
        not_null("self", "seedTensor", "offsetTensor", "out"),
        dtype_in(_WEIGHTS, "self"),
        _key_dtype,
        dtype_in(dtypes(S64), "out"),
        _sample_shape,
        at_least("numsamples", 0, above=True),
        _sample_count,
        unless_empty("self", single_keys),
    ),
    source=_MULTINOMIAL_SOURCE,
    deviations=(NUMBERS, _ONE_STEP, SINGLE_KEYS),
)
def multinomial_tensor(
    b: Builder,
    self: Tensor,
    numsamples: int,
    replacement: bool,
    seed_tensor: Tensor,
    offset_tensor: Tensor,
    offset: int,
    out: Tensor,
) -> None:
    """The same; seed and the sum of both offsets are read when the kernel runs."""
    if not self.is_empty:
        key = b.view(seed_tensor), b.kernel(random.add_offset, offset_tensor, by=offset)
        _sample(b, self, numsamples, out, replacement=replacement, key=key)


@operator(
    "aclnnSimThreadExponential(aclTensor *selfRef, int64_t count, double lambda, int64_t seed, int64_t offset)",
    checks=(
        not_null("selfRef"),
        chip_has_operator("selfRef", DSA, REGBASE),
        dtype_in(dtypes(F16, BF16, F32), "selfRef"),
        max_rank(8, "selfRef"),
        at_least("lambda", 0, above=True),
    ),
    source="ops-math/random/sim_thread_exponential/op_host/sim_thread_exponential_def.cpp",
    deviations=(
        NUMBERS,
        "A count other than the elements of selfRef is not emulated.",
        "The order of the checks is that of the document, the only public description.",
    ),
)
def sim_thread_exponential(
    b: Builder, self_ref: Tensor, count: int, lambda_: float, seed: int, offset: int
) -> None:
    """selfRef = exponential numbers with rate lambda."""
    if self_ref.is_empty:
        return
    x = b.contiguous(self_ref)
    if count != self_ref.numel:
        raise FindKernel(
            "ACLNN-PARAM-210", op=b.call.operator.name, param="count", got=count, allowed=self_ref.numel
        )
    result = b.kernel(
        random.exponential, name="SimThreadExponential", shape=x.shape, dtype=x.dtype, size=x.shape, rate=lambda_,
        seed=seed, offset=offset,
    )  # fmt: skip
    b.view_copy(result, self_ref)
